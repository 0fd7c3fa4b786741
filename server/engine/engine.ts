/**
 * The engine: applies whole readings to prices in memory and says which thresholds fired (alerts.md).
 * Pure and deterministic: no I/O, no clock. All instants are epoch milliseconds of market time,
 * all prices integer cents. The database is the truth; this is a copy that can be rebuilt at any time.
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
  HeldValue,
} from './engine-types.ts';
import { KeyHashTable } from './key-hash-table.ts';
import { Matcher } from './matcher.ts';
import { cheapestMember, isLowest, minFloorCents } from './target-value.ts';
import { isGroup, type TargetEntry, Targets } from './targets.ts';

export interface Engine {
  addCollectible(item: CatalogueItem): void;
  /** Restart: prices known until now, ascending and without late ones. Evaluates nothing. */
  loadHistory(
    collectibleId: string,
    changes: readonly { readonly at: number; readonly floorCents: number | null }[],
    known?: { readonly firstValueAtMs: number | null; readonly newestAtMs: number | null },
  ): void;
  /** Restart: a threshold as it was stored. Evaluates nothing. */
  restore(threshold: EngineThreshold, state: ThresholdState): void;
  /** A new threshold, or a new version of one: evaluated at once against the value in force (rule 4). */
  create(threshold: EngineThreshold, at: number): EngineResult;
  /** Paused, snoozed, closed or deleted: nothing is evaluated any more. Unknown ids are ignored. */
  remove(thresholdId: number): void;
  /** Removes those of certain owners. */
  removeOwned(owners: ReadonlySet<string>): void;
  /** A threshold as it was given. */
  threshold(thresholdId: number): EngineThreshold | null;
  /**
   * Applies the whole reading, then evaluates each target whose value changed, once: in the order the reading
   * touches them, a collectible before its match; within a target `below` and `low` before `above` and `change`, by
   * the level reached.
   * @throws RangeError for an unknown collectible; nothing is applied then
   */
  apply(reading: EngineReading): AppliedReading;
  floor(collectibleId: string): number | null;
  /** Lowest floor of a target in a currency, and the collectible that has it. */
  value(target: Target, currency: string): HeldValue | null;
  thresholdCount(): number;
  /** What is held now: watched matches, and bytes of typed arrays, those of the matching apart from those of the ids. */
  size(): { readonly groups: number; readonly indexBytes: number; readonly idBytes: number };
}

export function createEngine(): Engine {
  const matcher = new Matcher((number, cents, at, days) =>
    isLowest(logs, targets.membersAt(number), cents, { at, days }),
  );
  const targets = new Targets(matcher);
  const { logs } = targets;
  const ids = new KeyHashTable();
  /** By handle. */
  const owners: (string | undefined)[] = [];
  let readings = 0;

  const add = (threshold: EngineThreshold, target: number, state: ThresholdState): void => {
    const { id, version, owner } = threshold;
    const handle = matcher.add(threshold, state, { version, target });
    ids.add(id, handle);
    if (owner !== undefined) owners[handle] = owner;
  };

  const remove = (id: number): void => {
    const handle = ids.handleOf(id);
    if (handle === -1) return;
    const target = matcher.table.target(handle);
    ids.delete(id);
    if (owners[handle] !== undefined) owners[handle] = undefined;
    matcher.remove(handle);
    targets.unwatch(target);
  };

  const priceOf = (watched: TargetEntry): number =>
    isGroup(watched) ? minFloorCents(logs, watched.members) : (logs.floors[watched.log] ?? 0);

  const holderOf = (watched: TargetEntry): string =>
    isGroup(watched)
      ? (cheapestMember(logs, watched.members)?.collectibleId ?? '')
      : watched.item.id;

  /** Says what the matcher just turned, in the caller's words. */
  const report = (
    result: EngineResult,
    moment: { watched: TargetEntry; at: number; valueCents: number; previousCents: number | null },
  ): void => {
    const { watched, at, valueCents, previousCents } = moment;
    let holder: string | null = null;
    for (let index = 0; index < matcher.turned.length; index += 1) {
      const handle = matcher.turned.at(index);
      const thresholdId = ids.keyOf(handle);
      const version = matcher.table.version(handle);
      const state = matcher.table.state(handle);
      result.changes.push({ thresholdId, version, state });
      if (matcher.fired.at(index) === 0) continue;
      holder ??= holderOf(watched);
      result.firings.push({
        thresholdId,
        version,
        episode: state.episode,
        observedAtMs: at,
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
      logs.open(log, known?.firstValueAtMs ?? Infinity);
      for (const { at, floorCents } of changes) logs.note(log, at, floorCents ?? 0);
      const newestAtMs = logs.newestAt[log] ?? -Infinity;
      logs.newestAt[log] = Math.max(newestAtMs, known?.newestAtMs ?? -Infinity);
      for (const watched of [member, ...member.groups]) {
        matcher.setPrice(watched.number, priceOf(watched));
      }
    },

    restore(threshold, state) {
      remove(threshold.id);
      add(threshold, targets.watch(threshold.target, threshold.currency), state);
    },

    create(threshold, at) {
      remove(threshold.id);
      const target = targets.watch(threshold.target, threshold.currency);
      const members = targets.membersAt(target);
      const result: EngineResult = { firings: [], changes: [] };
      const held = cheapestMember(logs, members);
      if (held === null) {
        add(threshold, target, initialThresholdState);
        return result;
      }
      // `change` only takes its base here. A `low` value that came before this very instant lies in
      // its own window, so only one that came with it can fire.
      const { state, fired } = evaluate(threshold, initialThresholdState, held.cents, {
        isLowestOf: (days) => isLowest(logs, members, held.cents, { at, days }),
      });
      add(threshold, target, state);
      const { id: thresholdId, version } = threshold;
      if (state !== initialThresholdState) result.changes.push({ thresholdId, version, state });
      if (fired) {
        result.firings.push({
          thresholdId,
          version,
          episode: state.episode,
          observedAtMs: at,
          valueCents: held.cents,
          previousCents: null,
          collectibleId: held.collectibleId,
          already: true,
        });
      }
      return result;
    },

    remove,

    removeOwned(gone) {
      for (const [handle, owner] of owners.entries()) {
        if (owner !== undefined && gone.has(owner)) remove(ids.keyOf(handle));
      }
    },

    threshold(id) {
      const handle = ids.handleOf(id);
      if (handle === -1) return null;
      const { table } = matcher;
      const named = targets.describeTarget(table.target(handle));
      const [version, owner] = [table.version(handle), owners[handle]];
      return { id, version, owner, ...table.rule(handle), ...named };
    },

    apply(reading) {
      const at = reading.observedAtMs;
      readings += 1;
      const said = collapseTicks(reading, targets, readings);
      const result: AppliedReading = {
        firings: [],
        changes: [],
        floors: [],
        late: [],
        duplicates: [],
      };
      const touched: TargetEntry[] = [];
      for (const member of said) {
        const { id: collectibleId, log, pendingFloor, groups } = member;
        const floorCents = centsOrNull(pendingFloor);
        const newestAtMs = logs.newestAt[log] ?? -Infinity;
        if (newestAtMs >= at) {
          const refused = newestAtMs === at ? result.duplicates : result.late;
          refused.push({ collectibleId, floorCents });
          continue;
        }
        const previousCents = centsOrNull(logs.floors[log] ?? 0);
        if (!logs.note(log, at, pendingFloor)) continue;
        result.floors.push({ collectibleId, floorCents, previousCents });
        // Whatever else the reading says, its own price is known.
        if (!matcher.pass(member.number, pendingFloor)) touched.push(member);
        for (const group of groups) {
          if (group.readingNumber !== readings) touched.push(group);
          group.readingNumber = readings;
        }
      }
      for (const watched of touched) {
        const previousCents = centsOrNull(matcher.price(watched.number));
        const valueCents = priceOf(watched);
        if (matcher.move(watched.number, valueCents, at) === 0) continue;
        report(result, { watched, at, valueCents, previousCents });
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

/** Inside the engine 0 stands for none. */
const centsOrNull = (cents: number): number | null => (cents === 0 ? null : cents);
