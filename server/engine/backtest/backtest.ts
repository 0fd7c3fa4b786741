/** Backtest: replays recorded prices through the server's engine (docs/alerts.md, “Backtest files”). */

import type { CatalogueItem } from '../../market-model/catalogue-item.ts';
import { Engine } from '../engine.ts';
import type { EngineReading, EngineThreshold, Firing } from '../engine-types.ts';

export interface BacktestRule extends Omit<EngineThreshold, 'id' | 'version'> {
  readonly id: string;
  /** Market instant of creation, epoch milliseconds; takes effect after any reading of the same instant. */
  readonly createdAtMs: number;
}

export interface BacktestFiring extends Omit<Firing, 'thresholdId'> {
  readonly thresholdId: string;
}

export interface BacktestInput {
  readonly catalogue: Iterable<CatalogueItem>;
  /** Ascending by `observedAt`, one per instant. */
  readonly readings: Iterable<EngineReading>;
  readonly rules: readonly BacktestRule[];
}

/** @returns every firing, in the order they happened; those of one instant in the engine's order */
export function backtest({ catalogue, readings, rules }: BacktestInput): BacktestFiring[] {
  const engine = new Engine();
  for (const item of catalogue) engine.addCollectible(item);
  // A rule's id in the engine is its index here.
  const sorted = [...rules].sort((a, b) => a.createdAtMs - b.createdAtMs);
  const firings: BacktestFiring[] = [];
  const collect = (fired: readonly Firing[]) => {
    for (const firing of fired) {
      firings.push({ ...firing, thresholdId: sorted[firing.thresholdId]?.id ?? '' });
    }
  };
  let next = 0;
  const createBefore = (untilMs: number) => {
    for (let rule = sorted[next]; rule !== undefined; rule = sorted[next]) {
      if (rule.createdAtMs >= untilMs) break;
      collect(engine.create({ ...rule, id: next, version: 1 }, rule.createdAtMs).firings);
      next += 1;
    }
  };
  for (const reading of readings) {
    createBefore(reading.observedAtMs);
    collect(engine.apply(reading).firings);
  }
  createBefore(Number.POSITIVE_INFINITY);
  return firings;
}
