/**
 * The engine: applies whole readings to prices in memory and returns the thresholds that fired (docs/alerts.md).
 * Pure and deterministic: no I/O, no clock. All instants are epoch milliseconds of market time, all prices integer
 * cents. The database is the source of truth; this is a copy that can be rebuilt at any time.
 */

import { evaluate, initialThresholdState, type ThresholdState } from '#domain/crossing.ts';
import type { Target } from '#domain/threshold.ts';
import type { CatalogueItem } from '../market-model/catalogue-item.ts';
import { collapseTicks } from './collapse-ticks.ts';
import type {
  AppliedReading,
  EngineReading,
  EngineResult,
  EngineThreshold,
  TargetValue,
} from './engine-types.ts';
import { KeyHashTable } from './key-hash-table.ts';
import { Matcher } from './matcher.ts';
import { cheapestMember, isLowest, minFloorCents } from './target-value.ts';
import { isGroup, type TargetEntry, Targets } from './targets.ts';

/** A threshold with the state that was stored for it. */
export interface StoredThreshold {
  readonly threshold: EngineThreshold;
  readonly state: ThresholdState;
}

export interface Engine {
  addCollectible(item: CatalogueItem): void;
  /**
   * Restart: all known price changes, ascending and without late ones. Evaluates nothing.
   * @throws RangeError for an unknown collectible
   */
  loadHistory(
    collectibleId: string,
    changes: readonly { readonly atMs: number; readonly floorCents: number | null }[],
    known?: { readonly firstValueAtMs: number | null; readonly newestAtMs: number | null },
  ): void;
  /** Restart: thresholds as they were stored, each id once. Evaluates nothing. Many at a time cost less than one by one. */
  restore(stored: readonly StoredThreshold[]): void;
  /**
   * A new threshold, or a new version of one: evaluated at once against the value in force (docs/alerts.md, rule 4).
   * @param from absent = fresh; one that a kick-off had closed goes on from its state (rule 5)
   */
  create(threshold: EngineThreshold, atMs: number, from?: ThresholdState): EngineResult;
  /** Paused, snoozed, closed or deleted: no longer evaluated. Unknown ids are ignored. Linear in their number. */
  remove(thresholdIds: readonly number[]): void;
  /** Removes the thresholds of these owners. */
  removeOwned(owners: { has(owner: string): boolean }): void;
  /** A threshold as passed to `create` or `restore`; null when unknown. */
  threshold(thresholdId: number): EngineThreshold | null;
  /** Ids of the thresholds on these matches or their collectibles. Reads every threshold. */
  thresholdsOfMatches(matchIds: readonly string[]): number[];
  /**
   * Applies the whole reading, then evaluates each target whose value changed, once: in the order the reading
   * touches them, a collectible before its match; within a target `below` and `low` before `above` and `change`, by
   * the level reached.
   * @throws RangeError for an unknown collectible; nothing is applied then
   */
  apply(reading: EngineReading): AppliedReading;
  /** In cents; null when nothing is listed or the collectible is unknown. */
  floor(collectibleId: string): number | null;
  /** Lowest floor of a target in a currency, and the collectible that has it; null when none is listed. */
  value(target: Target, currency: string): TargetValue | null;
  thresholdCount(): number;
  /** For benchmarks: targets with several members, bytes of the matcher's arrays, bytes of the id table. */
  size(): { readonly groups: number; readonly indexBytes: number; readonly idBytes: number };
}

export function createEngine(): Engine {
  const matcher = new Matcher((number, cents, atMs, days) =>
    isLowest(logs, targets.membersAt(number), cents, { atMs, days }),
  );
  const targets = new Targets(matcher);
  const { logs } = targets;
  const ids = new KeyHashTable();
  /** By handle. */
  const owners: (string | undefined)[] = [];
  let readings = 0;

  const add = (added: readonly (StoredThreshold & { readonly target: number })[]): void => {
    const handles = matcher.add(
      added.map(({ threshold, state, target }) => {
        return { rule: threshold, state, version: threshold.version, target };
      }),
    );
    for (const [index, handle] of handles.entries()) {
      const { id, owner } = added[index]?.threshold ?? { id: -1 };
      ids.add(id, handle);
      if (owner !== undefined) owners[handle] = owner;
    }
  };

  const remove = (removed: readonly number[]): void => {
    const handles: number[] = [];
    for (const id of removed) {
      const handle = ids.handleOf(id);
      if (handle === -1) continue;
      handles.push(handle);
      ids.delete(id);
      if (owners[handle] !== undefined) owners[handle] = undefined;
    }
    matcher.remove(handles);
    for (const handle of handles) targets.release(matcher.table.target(handle));
  };

  const priceOf = (entry: TargetEntry): number =>
    isGroup(entry) ? minFloorCents(logs, entry.members) : (logs.floors[entry.log] ?? 0);

  const holderOf = (entry: TargetEntry): string =>
    isGroup(entry) ? (cheapestMember(logs, entry.members)?.collectibleId ?? '') : entry.item.id;

  /** Adds what the matcher just changed to the result, under the caller's ids. */
  const report = (
    result: EngineResult,
    moment: { entry: TargetEntry; atMs: number; valueCents: number; previousCents: number | null },
  ): void => {
    const { entry, atMs, valueCents, previousCents } = moment;
    let holder: string | null = null;
    for (let index = 0; index < matcher.changed.length; index += 1) {
      const handle = matcher.changed.at(index);
      const thresholdId = ids.keyOf(handle);
      const version = matcher.table.version(handle);
      const state = matcher.table.state(handle);
      result.changes.push({ thresholdId, version, state });
      if (matcher.fired.at(index) === 0) continue;
      holder ??= holderOf(entry);
      result.firings.push({
        thresholdId,
        version,
        episode: state.episode,
        observedAtMs: atMs,
        valueCents,
        previousCents,
        collectibleId: holder,
        already: false,
      });
    }
  };

  return {
    addCollectible: (item) => targets.addCollectible(item),

    loadHistory(collectibleId, changes, known) {
      const member = targets.members.get(collectibleId);
      if (member === undefined) throw new RangeError(`unknown collectible ${collectibleId}`);
      const { log } = member;
      logs.reset(log, known?.firstValueAtMs ?? Infinity);
      for (const { atMs, floorCents } of changes) logs.record(log, atMs, floorCents ?? 0);
      const newestAtMs = logs.newestAtMs[log] ?? -Infinity;
      logs.newestAtMs[log] = Math.max(newestAtMs, known?.newestAtMs ?? -Infinity);
      for (const entry of [member, ...member.groups]) {
        matcher.setPrice(entry.number, priceOf(entry));
      }
    },

    restore(stored) {
      remove(stored.map(({ threshold }) => threshold.id));
      add(
        stored.map(({ threshold, state }) => {
          const target = targets.acquire(threshold.target, threshold.currency);
          return { threshold, state, target };
        }),
      );
    },

    create(threshold, atMs, from = initialThresholdState) {
      remove([threshold.id]);
      const target = targets.acquire(threshold.target, threshold.currency);
      const members = targets.membersAt(target);
      const result: EngineResult = { firings: [], changes: [] };
      const current = cheapestMember(logs, members);
      if (current === null) {
        add([{ threshold, target, state: from }]);
        return result;
      }
      // Fresh, `change` only takes its base here. A `low` value older than this very instant lies in its own
      // window, so only one of this instant can fire.
      const { state, fired } = evaluate(threshold, from, current.cents, {
        isLowestOf: (days) => isLowest(logs, members, current.cents, { atMs, days }),
      });
      add([{ threshold, target, state }]);
      const { id: thresholdId, version } = threshold;
      if (state !== from) result.changes.push({ thresholdId, version, state });
      if (fired) {
        result.firings.push({
          thresholdId,
          version,
          episode: state.episode,
          observedAtMs: atMs,
          valueCents: current.cents,
          previousCents: threshold.condition === 'change' ? from.base : null,
          collectibleId: current.collectibleId,
          already: threshold.condition !== 'change',
        });
      }
      return result;
    },

    remove,

    removeOwned(removed) {
      const found: number[] = [];
      for (const [handle, owner] of owners.entries()) {
        if (owner !== undefined && removed.has(owner)) found.push(ids.keyOf(handle));
      }
      remove(found);
    },

    threshold(id) {
      const handle = ids.handleOf(id);
      if (handle === -1) return null;
      const { table } = matcher;
      const named = targets.describeTarget(table.target(handle));
      const [version, owner] = [table.version(handle), owners[handle]];
      return { id, version, owner, ...table.rule(handle), ...named };
    },

    thresholdsOfMatches(matchIds) {
      const numbers = targets.numbersOfMatches(new Set(matchIds));
      return matcher.table.handlesOf(numbers).map((handle) => ids.keyOf(handle));
    },

    apply(reading) {
      const atMs = reading.observedAtMs;
      readings += 1;
      const covered = collapseTicks(reading, targets, readings);
      const result: AppliedReading = {
        firings: [],
        changes: [],
        floors: [],
        late: [],
        duplicates: [],
      };
      const touched: TargetEntry[] = [];
      for (const member of covered) {
        const { id: collectibleId, log, pendingFloor, groups } = member;
        const floorCents = centsOrNull(pendingFloor);
        const newestAtMs = logs.newestAtMs[log] ?? -Infinity;
        if (newestAtMs >= atMs) {
          const rejected = newestAtMs === atMs ? result.duplicates : result.late;
          rejected.push({ collectibleId, floorCents });
          continue;
        }
        const previousCents = centsOrNull(logs.floors[log] ?? 0);
        if (!logs.record(log, atMs, pendingFloor)) continue;
        result.floors.push({ collectibleId, floorCents, previousCents });
        // Its own target is complete now; groups wait until all their members are applied.
        if (!matcher.moveWithinFences(member.number, pendingFloor)) touched.push(member);
        for (const group of groups) {
          if (group.readingNumber !== readings) touched.push(group);
          group.readingNumber = readings;
        }
      }
      for (const entry of touched) {
        const previousCents = centsOrNull(matcher.price(entry.number));
        const valueCents = priceOf(entry);
        if (matcher.move(entry.number, valueCents, atMs) === 0) continue;
        report(result, { entry, atMs, valueCents, previousCents });
      }
      return result;
    },

    floor(collectibleId) {
      const member = targets.members.get(collectibleId);
      return member === undefined ? null : centsOrNull(priceOf(member));
    },
    value: (target, currency) => cheapestMember(logs, targets.membersOf(target, currency)),
    thresholdCount: () => ids.size,
    size: () => ({
      groups: targets.groupCount,
      indexBytes: matcher.bytes,
      idBytes: ids.bytes,
    }),
  };
}

/** Inside the engine 0 means none. */
const centsOrNull = (cents: number): number | null => (cents === 0 ? null : cents);
