/** What a threshold costs in memory: the typed arrays of the matching, and apart from them all the rest. */
import { collectGarbage } from '../collect-garbage.ts';
import { buildEngine } from './implementations.ts';
import type { Market } from './market.ts';

export interface Memory {
  /** Every typed array of the matching: rules, states, versions, levels, fences. */
  readonly indexBytes: number;
  /** Ids and what finds a threshold by its own; objects, if there are any. */
  readonly idBytes: number;
}

/** Per threshold. */
export function measureMemory(market: Market): Memory {
  const count = market.thresholds.target.length;
  const none = { target: new Int32Array(0), cents: new Int32Array(0), isAbove: new Uint8Array(0) };
  // The first leaves code behind; all are kept to the end, so that none goes while another is looked at.
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

/** Typed arrays lie outside this heap, so what is left are the objects. */
function heapOf<Engine>(build: () => Engine): { engine: Engine; heap: number } {
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const engine = build();
  collectGarbage();
  return { engine, heap: process.memoryUsage().heapUsed - before };
}
