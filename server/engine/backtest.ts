/** What a set of rules would have done on recorded prices, through the server's engine (alerts.md, “Backtest”). */
import {
  type CatalogueItem,
  createEngine,
  type Engine,
  type EngineReading,
  type EngineThreshold,
  type Firing,
} from './engine.ts';

export interface BacktestRule extends Omit<EngineThreshold, 'version'> {
  /** Market instant of creation, epoch milliseconds; after any reading of the same instant. */
  readonly createdAt: number;
}

export interface Backtest {
  readonly catalogue: Iterable<CatalogueItem>;
  /** Ascending by `observedAt`, one per instant. */
  readonly readings: Iterable<EngineReading>;
  readonly rules: readonly BacktestRule[];
}

/** @returns every firing, in the order they happened; those of one instant in the engine's order */
export function backtest({ catalogue, readings, rules }: Backtest): Firing[] {
  const engine = createEngine();
  for (const item of catalogue) engine.addCollectible(item);
  const waiting = [...rules].sort((a, b) => a.createdAt - b.createdAt);
  const firings: Firing[] = [];
  let next = 0;
  for (const reading of readings) {
    next = createBefore(engine, waiting, next, reading.observedAt, firings);
    firings.push(...engine.apply(reading).firings);
  }
  createBefore(engine, waiting, next, Number.POSITIVE_INFINITY, firings);
  return firings;
}

/** Creates the rules whose instant comes before the reading at `until`. @returns the first rule still waiting */
function createBefore(
  engine: Engine,
  waiting: readonly BacktestRule[],
  from: number,
  until: number,
  firings: Firing[],
): number {
  let index = from;
  for (let rule = waiting[index]; rule !== undefined; rule = waiting[index]) {
    if (rule.createdAt >= until) break;
    firings.push(...engine.create({ ...rule, version: 1 }, rule.createdAt).firings);
    index += 1;
  }
  return index;
}
