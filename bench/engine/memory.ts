/** Memory per threshold: the matching's typed arrays, and ids and objects apart from them. */
import { collectGarbage } from '../collect-garbage.ts';
import { buildEngine } from './implementations.ts';
import type { Market } from './synthetic-market.ts';

/** Bytes per threshold. */
export interface ThresholdMemory {
  /** Every typed array of the matching: rules, states, versions, levels, fences. */
  readonly indexBytes: number;
  /** Ids and the index from id to threshold; objects, if there are any. */
  readonly idBytes: number;
}

/** @throws Error when nothing was built */
export function measureMemory(market: Market): ThresholdMemory {
  const count = market.thresholds.target.length;
  const none = { target: new Int32Array(0), cents: new Int32Array(0), isAbove: new Uint8Array(0) };
  // The first warms up the compiler; all stay referenced, so that none is collected while another is measured.
  const built = [market.thresholds, none, market.thresholds].map((thresholds) =>
    heapOf(() => buildEngine({ ...market, thresholds })),
  );
  const [, empty, full] = built;
  if (empty === undefined || full === undefined) throw new Error('nothing was built');
  const { indexBytes, idBytes } = full.engine.size();
  return {
    indexBytes: indexBytes / count,
    idBytes: (idBytes + Math.max(0, full.heap - empty.heap)) / count,
  };
}

/** Heap growth while building. Typed arrays are outside this heap, so it counts the objects. */
function heapOf<Engine>(build: () => Engine): { engine: Engine; heap: number } {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const engine = build();
  collectGarbage();
  return { engine, heap: process.memoryUsage().heapUsed - before };
}
