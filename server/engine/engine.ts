/**
 * The engine: applies whole readings to prices in memory and returns the thresholds that fired (docs/alerts.md).
 * Pure and deterministic: no I/O, no clock. All instants are epoch milliseconds of market time, all prices integer
 * cents. The database is the source of truth; this is a copy that can be rebuilt at any time.
 */
import { evaluate, initialThresholdState, type ThresholdState } from '#domain/crossing.ts';
import type { Target, ThresholdRule } from '#domain/threshold.ts';
import type { CatalogueItem } from '../market-model/catalogue-item.ts';
import type { FloorAt, KnownPrice } from '../market-model/stored-price.ts';
import type {
  AppliedReading,
  EngineReading,
  EngineResult,
  EngineThreshold,
} from './engine-types.ts';
import { PriceHistory } from './price-history.ts';
import { type EngineCollectible, type Watch, WatchedTarget } from './watched-target.ts';

export class Engine {
  readonly #collectibles = new Map<string, EngineCollectible>();
  readonly #ofMatch = new Map<string, EngineCollectible[]>();
  readonly #targets = new Map<string, WatchedTarget>();
  readonly #thresholds = new Map<number, Watch>();

  get thresholdCount(): number {
    return this.#thresholds.size;
  }

  /**
   * A known one is ignored.
   * @param price as stored, its changes to be loaded once `missingHistories` names it; absent = none yet
   */
  addCollectible(item: CatalogueItem, price?: KnownPrice): void {
    if (this.#collectibles.has(item.id)) return;
    const history = new PriceHistory(price);
    const collectible = { item, history, targets: new Set<WatchedTarget>() };
    this.#collectibles.set(item.id, collectible);
    const ofMatch = this.#ofMatch.get(item.matchId);
    if (ofMatch === undefined) this.#ofMatch.set(item.matchId, [collectible]);
    else ofMatch.push(collectible);
    // Thresholds may have come before it.
    for (const target of targetsOf(item))
      this.#targets.get(keyOf(target, item.currency))?.add(collectible);
    const isNew = price?.newestAtMs === null;
    if (isNew && [...collectible.targets].some(({ hasLow }) => hasLow)) history.load([]);
  }

  /** The collectibles whose changes a rule needs, a `low` alone, and that are not in memory: load them before it is evaluated. */
  missingHistories({ condition, target, currency }: ThresholdRule): string[] {
    if (condition !== 'low') return [];
    return this.#collectiblesOf(target, currency)
      .filter(({ history }) => !history.hasChanges)
      .map(({ item }) => item.id);
  }

  /**
   * All price changes up to the price in force, ascending and without late ones. Evaluates nothing.
   * @throws RangeError for an unknown collectible
   */
  loadHistory(collectibleId: string, changes: readonly FloorAt[]): void {
    this.#collectible(collectibleId).history.load(changes);
  }

  /** Restart: thresholds with the state that was stored for them, each id once. Evaluates nothing. */
  restore(stored: readonly Pick<Watch, 'threshold' | 'state'>[]): void {
    const known = stored.filter(({ threshold }) => this.#thresholds.has(threshold.id));
    if (known.length > 0) this.remove(known.map(({ threshold }) => threshold.id));
    const watched = stored.map(({ threshold, state }) => this.#add(threshold, state));
    for (const [target, added] of Map.groupBy(watched, ({ at }) => at)) target.levels.insert(added);
  }

  /**
   * A new threshold, or a new version of one: evaluated at once against the value in force (docs/alerts.md, rule 4).
   * @param from absent = fresh; one that a kick-off had closed goes on from its state (rule 5)
   */
  create(threshold: EngineThreshold, atMs: number, from = initialThresholdState): EngineResult {
    this.remove([threshold.id]);
    const watched = this.#add(threshold, from);
    const { levels, value } = watched.at;
    const result: EngineResult = { firings: [], changes: [] };
    const isChange = threshold.condition === 'change';
    // Fresh, `change` only takes its base here. A `low` value older than this very instant lies in its own window, so
    // only one of this instant can fire.
    if (value !== null)
      evaluateAt(watched, result, {
        value,
        holder: watched.at.holder(),
        previous: isChange ? from.base : null,
        atMs,
        already: !isChange,
        isLowestOf: (days) => watched.at.isLowestOf(days, atMs),
      });
    levels.insert([watched]);
    return result;
  }

  /** Paused, snoozed, closed or deleted: no longer evaluated. Unknown ids are ignored. */
  remove(thresholdIds: readonly number[]): void {
    const removed = [...new Set(thresholdIds)].flatMap((id) => this.#thresholds.get(id) ?? []);
    for (const { threshold } of removed) this.#thresholds.delete(threshold.id);
    for (const [target, gone] of Map.groupBy(removed, ({ at }) => at)) {
      target.levels.remove(gone);
      target.thresholdCount -= gone.length;
      if (target.thresholdCount > 0) continue;
      this.#targets.delete(keyOf(target.target, target.currency));
      for (const { targets } of target.members) targets.delete(target);
    }
  }

  /** Removes the thresholds of these owners. */
  removeOwned(owners: { has(owner: string): boolean }): void {
    const all = [...this.#thresholds.values()].map(({ threshold }) => threshold);
    this.remove(
      all
        .filter(({ owner }) => owner !== undefined && owners.has(owner))
        .map((threshold) => threshold.id),
    );
  }

  /** As passed to `create` or `restore`; null when unknown. */
  threshold(thresholdId: number): EngineThreshold | null {
    return this.#thresholds.get(thresholdId)?.threshold ?? null;
  }

  /** Ids of the thresholds on these matches or their collectibles. Reads every threshold. */
  thresholdsOfMatches(matchIds: readonly string[]): number[] {
    const matches = new Set(matchIds);
    const isOf = ({ kind, id }: Target) =>
      matches.has(kind === 'match' ? id : (this.#collectibles.get(id)?.item.matchId ?? ''));
    return [...this.#thresholds.values()]
      .filter(({ at }) => isOf(at.target))
      .map(({ threshold }) => threshold.id);
  }

  /**
   * Applies the whole reading, then evaluates each target whose value changed, once, in the order in which the reading
   * touches them.
   * @param reading names each collectible once
   * @throws RangeError for an unknown collectible; nothing is applied then
   */
  apply({ observedAtMs, ticks, unseen = null }: EngineReading): AppliedReading {
    const ticked = ticks.map((tick) => ({
      tick,
      collectible: this.#collectible(tick.collectibleId),
    }));
    const result: AppliedReading = {
      firings: [],
      changes: [],
      floors: [],
      late: [],
      duplicates: [],
      unchanged: 0,
    };
    const touched = new Set<WatchedTarget>();
    for (const { tick, collectible } of ticked) {
      const { history, targets } = collectible;
      if (history.newestAtMs >= observedAtMs) {
        (history.newestAtMs === observedAtMs ? result.duplicates : result.late).push(tick);
        continue;
      }
      const previousCents = history.floorCents;
      if (!history.record(observedAtMs, tick.floorCents)) continue;
      result.floors.push({ ...tick, previousCents });
      for (const target of targets) touched.add(target);
    }
    if (unseen !== null) result.unchanged = this.#seeUnchanged(observedAtMs, unseen);
    for (const target of touched) evaluateTarget(target, observedAtMs, result);
    return result;
  }

  /** @returns how many; one that was never seen has no price to be as before */
  #seeUnchanged(atMs: number, unseen: ReadonlySet<string>): number {
    let count = 0;
    for (const { item, history } of this.#collectibles.values()) {
      if (history.newestAtMs >= atMs || history.newestAtMs === -Infinity || unseen.has(item.id))
        continue;
      history.newestAtMs = atMs;
      count += 1;
    }
    return count;
  }

  #collectible(id: string): EngineCollectible {
    const collectible = this.#collectibles.get(id);
    if (collectible === undefined) throw new RangeError(`unknown collectible ${id}`);
    return collectible;
  }

  #add(threshold: EngineThreshold, state: ThresholdState): Watch {
    const at = this.#watch(threshold.target, threshold.currency);
    at.thresholdCount += 1;
    at.hasLow ||= threshold.condition === 'low';
    const { id, version, owner, value, bandBp } = threshold;
    // With texts and target that all share: a million thresholds need not keep one each.
    const { target, currency } = at;
    const condition = ownText[threshold.condition];
    const watched = {
      threshold: { id, version, owner, condition, value, bandBp, currency, target },
      at,
      state,
      fall: null,
      rise: null,
    };
    this.#thresholds.set(id, watched);
    return watched;
  }

  #watch(target: Target, currency: string): WatchedTarget {
    const key = keyOf(target, currency);
    const known = this.#targets.get(key);
    if (known !== undefined) return known;
    const watched = new WatchedTarget(target, currency);
    for (const collectible of this.#collectiblesOf(target, currency)) watched.add(collectible);
    this.#targets.set(key, watched);
    return watched;
  }

  /** Collectibles in another currency never count (docs/alerts.md, rule 6). */
  #collectiblesOf(target: Target, currency: string): EngineCollectible[] {
    const category = target.kind === 'match' ? target.category : null;
    const ofTarget =
      target.kind === 'match'
        ? (this.#ofMatch.get(target.id) ?? [])
        : [this.#collectibles.get(target.id) ?? []].flat();
    return ofTarget.filter(
      ({ item }) => item.currency === currency && (category === null || item.category === category),
    );
  }
}

interface Moment {
  /** Of the target, in cents. */
  readonly value: number;
  /** The collectible whose floor it is. */
  readonly holder: string;
  readonly previous: number | null;
  readonly atMs: number;
  readonly already: boolean;
  isLowestOf(days: number): boolean;
}

function evaluateTarget(target: WatchedTarget, atMs: number, result: EngineResult): void {
  const previous = target.value;
  const value = target.lowest();
  target.value = value;
  if (value === null || value === previous) return;
  const isLowestOf = (days: number) => target.isLowestOf(days, atMs);
  const reached = target.levels.takeReached(value, isLowestOf);
  if (reached.length === 0) return;
  const moment = { value, holder: target.holder(), previous, atMs, already: false, isLowestOf };
  for (const watched of reached) evaluateAt(watched, result, moment);
  target.levels.insert(reached);
}

/** Stores the state and adds to the result what changed. */
function evaluateAt(watched: Watch, result: EngineResult, moment: Moment): void {
  const { threshold, state: before } = watched;
  const { id: thresholdId, version } = threshold;
  const { state, fired } = evaluate(threshold, before, moment.value, moment);
  if (state === before) return;
  watched.state = state;
  result.changes.push({ thresholdId, version, state });
  if (!fired) return;
  result.firings.push({
    thresholdId,
    version,
    episode: state.episode,
    observedAtMs: moment.atMs,
    valueCents: moment.value,
    previousCents: moment.previous,
    collectibleId: moment.holder,
    already: moment.already,
  });
}

/** What a collectible counts in. */
const targetsOf = ({ id, matchId, category }: CatalogueItem): readonly Target[] => [
  { kind: 'collectible', id },
  { kind: 'match', id: matchId, category: null },
  { kind: 'match', id: matchId, category },
];

const ownText = { below: 'below', above: 'above', change: 'change', low: 'low' } as const;

/** No text of a catalogue contains NUL, which PostgreSQL does not store. */
const keyOf = (target: Target, currency: string): string =>
  target.kind === 'match' && target.category !== null
    ? `${target.kind}\0${currency}\0${target.id}\0${target.category}`
    : `${target.kind}\0${currency}\0${target.id}`;
