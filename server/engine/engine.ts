/**
 * The engine: applies whole readings to prices in memory and says which thresholds fired (alerts.md).
 * Pure and deterministic: no I/O, no clock. All instants are epoch milliseconds of market time,
 * all prices integer cents. The database is the truth; this is a copy that can be rebuilt at any time.
 */
import { evaluate, initialThresholdState, type ThresholdState } from '#domain/crossing.ts';
import type { Target, ThresholdRule } from '#domain/threshold.ts';
import { Matcher } from './matcher.ts';
import { PriceLog } from './price-log.ts';
import { saidByReading } from './said-by-reading.ts';
import { isLowest, lowestFloor, lowestOf } from './target-value.ts';
import { createTargets, type WatchedTarget } from './targets.ts';

export interface CatalogueItem {
  readonly id: string;
  readonly matchId: string;
  readonly category: string;
  readonly currency: string;
}

export interface EngineThreshold extends ThresholdRule {
  /** Unique in the engine; the caller's key. */
  readonly id: string;
  readonly version: number;
  /** A match's value counts only collectibles in this currency (rule 6). */
  readonly currency: string;
}

export interface Firing {
  readonly thresholdId: string;
  readonly version: number;
  readonly episode: number;
  readonly observedAt: number;
  readonly valueCents: number;
  /** The target's value before this reading; null when there was none, or when it fired at creation. */
  readonly previousCents: number | null;
  /** The collectible whose floor is the value. */
  readonly collectibleId: string;
  /** It was already true when the threshold was created (rule 4). */
  readonly already: boolean;
}

export interface StateChange {
  readonly thresholdId: string;
  readonly version: number;
  readonly state: ThresholdState;
}

export interface EngineResult {
  readonly firings: Firing[];
  /** Every threshold whose state moved, fired or not; to be stored in the same transaction. */
  readonly changes: StateChange[];
}

export interface Tick {
  readonly collectibleId: string;
  /** null = nothing listed. */
  readonly floorCents: number | null;
}

export interface EngineReading {
  readonly observedAt: number;
  /** `complete`: what is absent is none. `changes`: what is absent is unchanged. */
  readonly kind: 'complete' | 'changes';
  readonly ticks: readonly Tick[];
}

export interface FloorChange extends Tick {
  readonly previousCents: number | null;
}

export interface AppliedReading extends EngineResult {
  /** Floors that changed, in the order of the catalogue's first mention. */
  readonly floors: FloorChange[];
  /** Older than their collectible's newest: to be stored flagged late, evaluated never. */
  readonly late: Tick[];
  /** Seen before at this very instant: ignored. */
  readonly duplicates: Tick[];
}

export interface Engine {
  addCollectible(item: CatalogueItem): void;
  /** Restart: prices known until now, ascending and without late ones. Evaluates nothing. */
  loadHistory(
    collectibleId: string,
    changes: readonly { readonly at: number; readonly floorCents: number | null }[],
    known?: { readonly firstValueAt: number | null; readonly newestAt: number | null },
  ): void;
  /** Restart: a threshold as it was stored. Evaluates nothing. */
  restore(threshold: EngineThreshold, state: ThresholdState): void;
  /** A new threshold, or a new version of one: evaluated at once against the value in force (rule 4). */
  create(threshold: EngineThreshold, at: number): EngineResult;
  /** Paused, snoozed, closed or deleted: nothing is evaluated any more. Unknown ids are ignored. */
  remove(thresholdId: string): void;
  /**
   * Applies the whole reading, then evaluates each target whose value changed, once: in the order the reading
   * touches them; within a target `below` and `low` before `above` and `change`, by the level reached.
   * @throws RangeError for an unknown collectible; nothing is applied then
   */
  apply(reading: EngineReading): AppliedReading;
  floor(collectibleId: string): number | null;
  /** Lowest floor of a target in a currency, and the collectible that has it. */
  value(target: Target, currency: string): HeldValue | null;
  thresholdCount(): number;
  /** What is held now, for metrics: targets with a threshold, and bytes of the index (ids not counted). */
  size(): { readonly targets: number; readonly indexBytes: number };
}

export interface HeldValue {
  readonly cents: number;
  readonly collectibleId: string;
}

export function createEngine(): Engine {
  const matcher = new Matcher((number, cents, at, days) =>
    isLowest(targets.byNumber[number]?.members ?? [], cents, { at, days }),
  );
  const targets = createTargets(matcher);
  const handles = new Map<string, number>();
  const ids: string[] = [];
  let readings = 0;

  const add = (threshold: EngineThreshold, target: WatchedTarget, state: ThresholdState): void => {
    const { id, version } = threshold;
    const handle = matcher.add(threshold, state, { version, target: target.number });
    handles.set(id, handle);
    ids[handle] = id;
    target.thresholds += 1;
  };

  const remove = (id: string): void => {
    const handle = handles.get(id);
    if (handle === undefined) return;
    const target = targets.byNumber[matcher.table.target(handle)];
    matcher.remove(handle);
    handles.delete(id);
    ids[handle] = '';
    if (target === undefined) throw new RangeError(`threshold ${id} has no target`);
    target.thresholds -= 1;
    if (target.thresholds === 0) targets.unwatch(target);
  };

  /** Says what the matcher just turned, in the caller's words. */
  const report = (
    result: EngineResult,
    moment: { target: WatchedTarget; at: number; valueCents: number; previousCents: number | null },
  ): void => {
    const { target, at, valueCents, previousCents } = moment;
    let holder: string | null = null;
    for (let index = 0; index < matcher.turned.length; index += 1) {
      const handle = matcher.turned.at(index);
      const thresholdId = ids[handle] ?? '';
      const version = matcher.table.version(handle);
      const state = matcher.table.state(handle);
      result.changes.push({ thresholdId, version, state });
      if (matcher.fired.at(index) === 0) continue;
      holder ??= lowestOf(target.members)?.collectibleId ?? '';
      result.firings.push({
        thresholdId,
        version,
        episode: state.episode,
        observedAt: at,
        valueCents,
        previousCents,
        collectibleId: holder,
        already: false,
      });
    }
  };

  return {
    addCollectible: targets.addCollectible,

    loadHistory(collectibleId, changes, known) {
      const member = targets.members.get(collectibleId);
      if (member === undefined) throw new RangeError(`unknown collectible ${collectibleId}`);
      const log = new PriceLog(known?.firstValueAt ?? Infinity);
      for (const { at, floorCents } of changes) log.note(at, floorCents ?? 0);
      log.newestAt = Math.max(log.newestAt, known?.newestAt ?? -Infinity);
      member.log = log;
      for (const { number, members } of member.watchers) {
        matcher.setPrice(number, lowestFloor(members));
      }
    },

    restore(threshold, state) {
      remove(threshold.id);
      add(threshold, targets.watch(threshold.target, threshold.currency), state);
    },

    create(threshold, at) {
      remove(threshold.id);
      const target = targets.watch(threshold.target, threshold.currency);
      const result: EngineResult = { firings: [], changes: [] };
      const held = lowestOf(target.members);
      if (held === null) {
        add(threshold, target, initialThresholdState);
        return result;
      }
      // `change` only takes its base here. A `low` value that came before this very instant lies in
      // its own window, so only one that came with it can fire.
      const { state, fired } = evaluate(threshold, initialThresholdState, held.cents, {
        isLowestOf: (days) => isLowest(target.members, held.cents, { at, days }),
      });
      add(threshold, target, state);
      const { id: thresholdId, version } = threshold;
      if (state !== initialThresholdState) result.changes.push({ thresholdId, version, state });
      if (fired) {
        result.firings.push({
          thresholdId,
          version,
          episode: state.episode,
          observedAt: at,
          valueCents: held.cents,
          previousCents: null,
          collectibleId: held.collectibleId,
          already: true,
        });
      }
      return result;
    },

    remove,

    apply(reading) {
      const at = reading.observedAt;
      readings += 1;
      const said = saidByReading(reading, targets.members, readings);
      const result: AppliedReading = {
        firings: [],
        changes: [],
        floors: [],
        late: [],
        duplicates: [],
      };
      const touched: WatchedTarget[] = [];
      for (const { item, log, saidFloor, watchers } of said) {
        const collectibleId = item.id;
        const floorCents = centsOrNull(saidFloor);
        if (log.newestAt >= at) {
          const refused = log.newestAt === at ? result.duplicates : result.late;
          refused.push({ collectibleId, floorCents });
          continue;
        }
        const previousCents = centsOrNull(log.floor);
        if (!log.note(at, saidFloor)) continue;
        result.floors.push({ collectibleId, floorCents, previousCents });
        for (const target of watchers) {
          if (target.readingNumber !== readings) touched.push(target);
          target.readingNumber = readings;
        }
      }
      for (const target of touched) {
        const previousCents = centsOrNull(matcher.price(target.number));
        const valueCents = lowestFloor(target.members);
        if (matcher.move(target.number, valueCents, at) === 0) continue;
        report(result, { target, at, valueCents, previousCents });
      }
      return result;
    },

    floor: (collectibleId) => centsOrNull(targets.members.get(collectibleId)?.log.floor ?? 0),
    value: (target, currency) => lowestOf(targets.membersOf(target, currency)),
    thresholdCount: () => handles.size,
    size: () => ({ targets: targets.watchedCount(), indexBytes: matcher.bytes }),
  };
}

/** Inside the engine 0 stands for none. */
const centsOrNull = (cents: number): number | null => (cents === 0 ? null : cents);
