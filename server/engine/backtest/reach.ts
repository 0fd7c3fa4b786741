/**
 * What happened to lines like those of a backtest's rules, each as of its creation (docs/alerts.md, “Backtest files”). The
 * prices are replayed in their order: a share is taken before a later one is read.
 */
import {
  addReachCases,
  type DailyPrices,
  dayOf,
  decayReachCounts,
  emptyReachCounts,
  figuresOn,
  midnightOf,
  minHistoryDays,
  type ReachDirection,
  type ReachShare,
  reachHorizons,
  reachShare,
} from '#domain/reach.ts';
import type { EngineReading } from '../engine-types.ts';
import type { BacktestRule } from './backtest.ts';

const dayMs = 86_400_000;

export interface ReachRow<Rule> extends ReachShare {
  readonly rule: Rule;
  readonly days: number;
  /** null where the prices end sooner. */
  readonly reached: boolean | null;
}

/** @param readings ascending @returns by rule, in their order, and horizon; of rules with a line on a collectible alone */
export function listReach<Rule extends BacktestRule>(
  readings: readonly EngineReading[],
  rules: readonly Rule[],
): ReachRow<Rule>[] {
  const lines = rules.flatMap(lineOf);
  const waiting = [...lines].sort((a, b) => a.rule.createdAtMs - b.rule.createdAtMs);
  const open = Map.groupBy(lines, ({ rule }) => rule.target.id);
  const replay = new DailyReplay();
  let next = 0;
  const askBefore = (untilMs: number) => {
    for (let line = waiting[next]; line !== undefined; line = waiting[next]) {
      if (line.rule.createdAtMs >= untilMs) break;
      line.shares = replay.sharesOf(line);
      markReached(line, line.rule.createdAtMs, replay.floorOf(line.rule.target.id));
      next += 1;
    }
  };
  for (const reading of readings) {
    askBefore(reading.observedAtMs);
    replay.apply(reading);
    for (const { collectibleId, floorCents } of reading.ticks)
      for (const line of open.get(collectibleId) ?? [])
        markReached(line, reading.observedAtMs, floorCents);
  }
  askBefore(Number.POSITIVE_INFINITY);
  const endMs = readings.at(-1)?.observedAtMs ?? Number.NEGATIVE_INFINITY;
  return lines.flatMap(({ rule, shares, reachedAtMs }) =>
    reachHorizons.map((days, index) => {
      const untilMs = rule.createdAtMs + days * dayMs;
      const { share = null, cases = 0 } = shares[index] ?? {};
      return {
        rule,
        days,
        share,
        cases,
        reached: untilMs <= endMs ? reachedAtMs <= untilMs : null,
      };
    }),
  );
}

interface Line<Rule> {
  readonly rule: Rule;
  readonly direction: ReachDirection;
  shares: readonly ReachShare[];
  /** Infinite until it is. */
  reachedAtMs: number;
}

function lineOf<Rule extends BacktestRule>(rule: Rule): Line<Rule>[] {
  const { target, condition } = rule;
  if (target.kind !== 'collectible' || (condition !== 'below' && condition !== 'above')) return [];
  return [{ rule, direction: condition, shares: [], reachedAtMs: Number.POSITIVE_INFINITY }];
}

function markReached(line: Line<BacktestRule>, atMs: number, floorCents: number | null): void {
  const { value, createdAtMs } = line.rule;
  if (floorCents === null || atMs < createdAtMs) return;
  const isReached = line.direction === 'below' ? floorCents <= value : floorCents >= value;
  if (isReached) line.reachedAtMs = Math.min(line.reachedAtMs, atMs);
}

type Floor = number | null;

/** Floors of one collectible by day, still growing. */
interface GrowingPrices extends DailyPrices {
  readonly closes: Floor[];
  readonly lows: Floor[];
  readonly highs: Floor[];
}

/** Readings as days, and the cases that each day ends. */
class DailyReplay {
  readonly #floors = new Map<string, Floor>();
  readonly #today = new Map<string, { low: number; high: number }>();
  readonly #prices = new Map<string, GrowingPrices>();
  readonly #observed = new Set<number>();
  readonly #counts = emptyReachCounts();
  #startedAtMs = Number.POSITIVE_INFINITY;
  /** The day that has not ended. */
  #day: number | null = null;
  readonly #isObserved = (day: number) => this.#observed.has(day);

  floorOf(id: string): Floor {
    return this.#floors.get(id) ?? null;
  }

  apply({ observedAtMs, ticks }: EngineReading): void {
    this.#endDaysBefore(observedAtMs);
    this.#startedAtMs = Math.min(this.#startedAtMs, observedAtMs);
    this.#observed.add(dayOf(observedAtMs));
    for (const { collectibleId, floorCents } of ticks) {
      this.#floors.set(collectibleId, floorCents);
      if (floorCents === null) continue;
      const today = this.#today.get(collectibleId) ?? { low: floorCents, high: floorCents };
      today.low = Math.min(today.low, floorCents);
      today.high = Math.max(today.high, floorCents);
      this.#today.set(collectibleId, today);
    }
  }

  /** @returns one a horizon; none before there is enough history */
  sharesOf({ rule, direction }: Line<BacktestRule>): ReachShare[] {
    if (rule.createdAtMs - this.#startedAtMs < minHistoryDays * dayMs) return [];
    this.#endDaysBefore(rule.createdAtMs);
    const priceCents = this.floorOf(rule.target.id);
    const prices = this.#prices.get(rule.target.id);
    if (this.#day === null || priceCents === null || prices === undefined) return [];
    const figures = figuresOn(prices, this.#day - 1, this.#isObserved);
    if (figures === null) return [];
    const line = { direction, priceCents, lineCents: rule.value, figures };
    return reachHorizons.map((days) => reachShare(this.#counts, line, days));
  }

  #endDaysBefore(atMs: number): void {
    this.#day ??= dayOf(atMs);
    for (; midnightOf(this.#day + 1) <= atMs; this.#day += 1) this.#endDay(this.#day);
  }

  #endDay(day: number): void {
    decayReachCounts(this.#counts, 1);
    for (const [id, floorCents] of this.#floors) {
      let prices = this.#prices.get(id);
      if (prices === undefined) {
        prices = { firstDay: day, closes: [], lows: [], highs: [], endsAtMs: null };
        this.#prices.set(id, prices);
      }
      const today = this.#today.get(id);
      prices.closes.push(floorCents);
      prices.lows.push(today?.low ?? null);
      prices.highs.push(today?.high ?? null);
      addReachCases(this.#counts, prices, { day, isObserved: this.#isObserved, weight: 1 });
    }
    this.#today.clear();
  }
}
