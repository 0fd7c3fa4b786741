/** A target that has thresholds: the collectibles that count in it, its value, and its thresholds by level. */
import type { ThresholdState } from '#domain/crossing.ts';
import type { Target } from '#domain/threshold.ts';
import type { CatalogueItem } from '../market-model/catalogue-item.ts';
import type { EngineThreshold } from './engine-types.ts';
import type { PriceHistory } from './price-history.ts';
import { type Levels, TriggerLevels } from './trigger-levels.ts';

const dayMs = 24 * 3_600_000;

export interface EngineCollectible {
  readonly item: CatalogueItem;
  readonly history: PriceHistory;
  /** Those it counts in. */
  readonly targets: Set<WatchedTarget>;
}

/** A threshold at its target. */
export interface Watch extends Levels {
  readonly threshold: EngineThreshold;
  readonly at: WatchedTarget;
  state: ThresholdState;
}

export class WatchedTarget {
  readonly target: Target;
  readonly currency: string;
  readonly members: EngineCollectible[] = [];
  readonly levels = new TriggerLevels<Watch>();
  thresholdCount = 0;
  /** A rule of it was a `low`: the changes of its members are in memory. */
  hasLow = false;
  /** Of the last reading, in cents: the lowest floor of its members; null when none is listed. */
  value: number | null = null;
  #past: Past | null = null;

  constructor(target: Target, currency: string) {
    this.target = target;
    this.currency = currency;
  }

  add(collectible: EngineCollectible): void {
    this.members.push(collectible);
    collectible.targets.add(this);
    const floor = collectible.history.floorCents;
    if (floor !== null && (this.value === null || floor < this.value)) this.value = floor;
    this.#past = null;
  }

  lowest(): number | null {
    let lowest: number | null = null;
    for (const { history } of this.members) {
      const floor = history.floorCents;
      if (floor !== null && (lowest === null || floor < lowest)) lowest = floor;
    }
    return lowest;
  }

  /** The collectible whose floor is the value. Ties go to the lowest id: the order of members differs after a restart. */
  holder(): string {
    const holders = this.members.filter(({ history }) => history.floorCents === this.value);
    return holders.map(({ item }) => item.id).sort()[0] ?? '';
  }

  /** Whether the value is a new low: below every one in force in [atMs − days · 24 h, atMs), with that much history known. */
  isLowestOf(days: number, atMs: number): boolean {
    const fromMs = atMs - days * dayMs;
    if (!this.members.some(({ history }) => history.firstValueAtMs <= fromMs)) return false;
    if (this.value === null) return false;
    const { atMostUntilMs, listedUntilMs } = this.#pastOf(this.value, atMs);
    // What ended at the window’s start was replaced then, and is outside.
    return atMostUntilMs <= fromMs && listedUntilMs > fromMs;
  }

  /**
   * The value of a target is the lowest of its members', so it suffices to compare with each member's. One look at the
   * histories for all thresholds that an instant evaluates.
   */
  #pastOf(value: number, atMs: number): Past {
    if (this.#past?.value === value && this.#past.atMs === atMs) return this.#past;
    const latest = (cents: number) =>
      this.members.reduce(
        (latestMs, { history }) => Math.max(latestMs, history.lastAtMost(cents, atMs)),
        -Infinity,
      );
    this.#past = { value, atMs, atMostUntilMs: latest(value), listedUntilMs: latest(Infinity) };
    return this.#past;
  }
}

/** Of a target, before an instant. */
interface Past {
  readonly value: number;
  readonly atMs: number;
  /** Until when it was at most the value; −∞ = never. */
  readonly atMostUntilMs: number;
  /** Until when it had a value. */
  readonly listedUntilMs: number;
}
