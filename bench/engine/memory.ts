/** What a threshold costs in memory: the engine's typed arrays, and apart from them what its text id costs. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { buildEngine } from './contenders.ts';
import type { Market } from './market.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

export interface Memory {
  /** Every typed array of the matching: rules, states, versions, levels, fences. */
  readonly indexBytes: number;
  /** Ids, and the map from id to handle. */
  readonly idBytes: number;
}

/** Per threshold. */
export function measureMemory(market: Market): Memory {
  const count = market.thresholds.target.length;
  const none = { target: new Int32Array(0), cents: new Int32Array(0), isAbove: new Uint8Array(0) };
  const empty = heapOf(() => buildEngine({ ...market, thresholds: none }));
  const full = heapOf(() => buildEngine(market));
  return {
    indexBytes: full.engine.size().indexBytes / count,
    idBytes: Math.max(0, full.heap - empty.heap) / count,
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
