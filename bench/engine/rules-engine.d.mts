/** Types of rules-engine.mjs: json-rules-engine behind the benchmark's interface. */
import type { Market } from './market.ts';

export interface Rules {
  /** @returns how many rules the price crossed */
  move(target: number, cents: number): Promise<number>;
}
/** null when the benchmarks' own packages are not installed (`npm ci` in bench/peers). */
export function loadRulesEngine(): Promise<((market: Market) => Rules) | null>;
