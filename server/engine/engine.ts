/**
 * The engine: applies whole readings to prices in memory and says which thresholds fired (alerts.md).
 * Pure and deterministic: no I/O, no clock. All instants are epoch milliseconds of market time,
 * all prices integer cents. The database is the truth; this is a copy that can be rebuilt at any time.
 */
import {
  evaluate,
  initialThresholdState,
  type ThresholdState,
  type ValueFacts,
} from '#domain/crossing.ts';
import type { Target, ThresholdRule } from '#domain/threshold.ts';
import { createPriceLog, type PriceLog } from './price-log.ts';

const dayMs = 24 * 3_600_000;

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
  /** Applies the whole reading, then evaluates each target whose value changed, once. */
  apply(reading: EngineReading): AppliedReading;
  floor(collectibleId: string): number | null;
  /** Lowest floor of a target in a currency, and the collectible that has it. */
  value(target: Target, currency: string): HeldValue | null;
  thresholdCount(): number;
}

export interface HeldValue {
  readonly cents: number;
  readonly collectibleId: string;
}

interface Entry {
  readonly threshold: EngineThreshold;
  state: ThresholdState;
}

interface Watched {
  readonly target: Target;
  readonly currency: string;
  readonly members: Member[];
  held: HeldValue | null;
  readonly entries: Map<string, Entry>;
}

/** What every threshold of one target is evaluated against. */
interface Moment {
  readonly held: HeldValue;
  readonly facts: ValueFacts;
  readonly at: number;
  readonly previous: HeldValue | null;
  readonly already: boolean;
}

interface Member {
  readonly item: CatalogueItem;
  log: PriceLog;
}

export function createEngine(): Engine {
  const members = new Map<string, Member>();
  const membersOfMatch = new Map<string, Member[]>();
  const watched = new Map<string, Watched>();
  const watchedBy = new Map<string, Watched[]>();
  const targetOf = new Map<string, Watched>();

  const membersOf = (target: Target, currency: string): Member[] => {
    const candidates =
      target.kind === 'match' ? membersOfMatch.get(target.id) : [members.get(target.id)];
    return (candidates ?? [])
      .filter((member) => member !== undefined)
      .filter(({ item }) => counts(item, target, currency));
  };

  const watch = (target: Target, currency: string): Watched => {
    const key = JSON.stringify([
      target.kind,
      target.id,
      target.kind === 'match' ? target.category : null,
      currency,
    ]);
    const known = watched.get(key);
    if (known !== undefined) return known;
    const found = membersOf(target, currency);
    const fresh: Watched = {
      target,
      currency,
      members: found,
      held: lowestOf(found),
      entries: new Map(),
    };
    watched.set(key, fresh);
    for (const { item } of found) append(watchedBy, item.id, fresh);
    return fresh;
  };

  const add = (threshold: EngineThreshold, state: ThresholdState): [Watched, Entry] => {
    remove(threshold.id);
    const target = watch(threshold.target, threshold.currency);
    const entry: Entry = { threshold, state };
    target.entries.set(threshold.id, entry);
    targetOf.set(threshold.id, target);
    return [target, entry];
  };

  const remove = (thresholdId: string): void => {
    targetOf.get(thresholdId)?.entries.delete(thresholdId);
    targetOf.delete(thresholdId);
  };

  const evaluateEntry = (
    entry: Entry,
    { held, facts, at, previous, already }: Moment,
    result: EngineResult,
  ): void => {
    const { threshold } = entry;
    const { state, fired } = evaluate(threshold, entry.state, held.cents, facts);
    if (state === entry.state) return;
    entry.state = state;
    result.changes.push({ thresholdId: threshold.id, version: threshold.version, state });
    if (!fired) return;
    result.firings.push({
      thresholdId: threshold.id,
      version: threshold.version,
      episode: state.episode,
      observedAt: at,
      valueCents: held.cents,
      previousCents: previous?.cents ?? null,
      collectibleId: held.collectibleId,
      already,
    });
  };

  /** The ticks a reading stands for: the last of each collectible, and none for what a complete one omits. */
  const ticksOf = (reading: EngineReading): Map<string, number | null> => {
    const ticks = new Map<string, number | null>();
    for (const tick of reading.ticks) ticks.set(tick.collectibleId, tick.floorCents);
    if (reading.kind === 'complete') {
      for (const [id, { log }] of members) {
        // Never seen and absent: nothing to say. Ahead of this reading: its absence is not news.
        const isOlder = log.newestAt !== null && log.newestAt < reading.observedAt;
        if (isOlder && !ticks.has(id)) ticks.set(id, null);
      }
    }
    return ticks;
  };

  return {
    addCollectible(item) {
      if (members.has(item.id)) return;
      const member: Member = { item, log: createPriceLog() };
      members.set(item.id, member);
      append(membersOfMatch, item.matchId, member);
      // A collectible that appears later joins the targets already watching its match.
      for (const target of watched.values()) {
        if (!counts(item, target.target, target.currency)) continue;
        target.members.push(member);
        append(watchedBy, item.id, target);
      }
    },

    loadHistory(collectibleId, changes, known) {
      const member = members.get(collectibleId);
      if (member === undefined) throw new RangeError(`unknown collectible ${collectibleId}`);
      const log = createPriceLog(known?.firstValueAt ?? null);
      for (const { at, floorCents } of changes) log.note(at, floorCents);
      if (known?.newestAt != null && (log.newestAt ?? -Infinity) < known.newestAt) {
        log.note(known.newestAt, log.floor);
      }
      member.log = log;
      for (const target of watchedBy.get(collectibleId) ?? []) {
        target.held = lowestOf(target.members);
      }
    },

    restore(threshold, state) {
      add(threshold, state);
    },

    create(threshold, at) {
      const [target, entry] = add(threshold, initialThresholdState);
      const result: EngineResult = { firings: [], changes: [] };
      const { held } = target;
      if (held === null) return result;
      // `change` only takes its base here. A `low` value that came before this very instant lies in
      // its own window, so only one that came with it can fire.
      const facts = factsOf(target.members, held.cents, at);
      evaluateEntry(entry, { held, facts, at, previous: null, already: true }, result);
      return result;
    },

    remove,

    apply(reading) {
      const result: AppliedReading = {
        firings: [],
        changes: [],
        floors: [],
        late: [],
        duplicates: [],
      };
      const touched = new Set<Watched>();
      for (const [collectibleId, floorCents] of ticksOf(reading)) {
        const member = members.get(collectibleId);
        if (member === undefined) throw new RangeError(`unknown collectible ${collectibleId}`);
        const { log } = member;
        if (log.newestAt !== null && log.newestAt >= reading.observedAt) {
          const tick: Tick = { collectibleId, floorCents };
          (log.newestAt === reading.observedAt ? result.duplicates : result.late).push(tick);
          continue;
        }
        const previousCents = log.floor;
        if (!log.note(reading.observedAt, floorCents)) continue;
        result.floors.push({ collectibleId, floorCents, previousCents });
        for (const target of watchedBy.get(collectibleId) ?? []) touched.add(target);
      }
      for (const target of touched) {
        const previous = target.held;
        const held = lowestOf(target.members);
        target.held = held;
        if (held === null || held.cents === previous?.cents) continue;
        const at = reading.observedAt;
        const facts = factsOf(target.members, held.cents, at);
        const moment: Moment = { held, facts, at, previous, already: false };
        for (const entry of target.entries.values()) evaluateEntry(entry, moment, result);
      }
      return result;
    },

    floor: (collectibleId) => members.get(collectibleId)?.log.floor ?? null,
    value: (target, currency) => lowestOf(membersOf(target, currency)),
    thresholdCount: () => targetOf.size,
  };
}

/** Whether a collectible belongs to a target; in another currency it never does (rule 6). */
function counts(item: CatalogueItem, target: Target, currency: string): boolean {
  if (item.currency !== currency) return false;
  if (target.kind === 'collectible') return item.id === target.id;
  return (
    item.matchId === target.id && (target.category === null || item.category === target.category)
  );
}

function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Ties go to the lowest id: the order in which collectibles came to be known differs after a restart. */
function lowestOf(members: readonly Member[]): HeldValue | null {
  let lowest: HeldValue | null = null;
  for (const { item, log } of members) {
    const { floor } = log;
    if (floor === null || (lowest !== null && floor > lowest.cents)) continue;
    if (lowest === null || floor < lowest.cents || item.id < lowest.collectibleId) {
      lowest = { cents: floor, collectibleId: item.id };
    }
  }
  return lowest;
}

/** A window is searched once, however many thresholds of the target look back as far. */
function factsOf(members: readonly Member[], value: number, at: number): ValueFacts {
  const found = new Map<number, boolean>();
  return {
    isLowestOf(days) {
      const known = found.get(days);
      if (known !== undefined) return known;
      const answer = isLowest(members, value, at, days);
      found.set(days, answer);
      return answer;
    },
  };
}

/**
 * The `low` window, [at − days·24 h, at). A target's value is the lowest of its members', so being below
 * every value the target had is being below every value any member had.
 */
function isLowest(members: readonly Member[], value: number, at: number, days: number): boolean {
  const from = at - days * dayMs;
  const firstValues = members
    .map(({ log }) => log.firstValueAt)
    .filter((instant) => instant !== null);
  if (firstValues.length === 0 || Math.min(...firstValues) > from) return false;
  let seen = false;
  for (const { log } of members) {
    const lowest = log.lowestIn(from, at);
    if (lowest === null) continue;
    if (value >= lowest) return false;
    seen = true;
  }
  return seen;
}
