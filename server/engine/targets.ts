/**
 * Collectibles, and the targets each counts in: its own, which is there from the first, and those of its match that
 * somebody watches. A match without thresholds is not kept.
 */
import type { Target } from '#domain/threshold.ts';
import type { CatalogueItem } from '../market-model/catalogue-item.ts';
import { PriceLog } from './price-log.ts';
import { minFloorCents } from './target-value.ts';

export interface Member {
  readonly id: string;
  readonly item: CatalogueItem;
  /** Its number in the price logs. */
  readonly log: number;
  /** The matcher's number for the target that is this collectible alone. */
  readonly number: number;
  groups: readonly Group[];
  /** What the reading of this number says of it; gathered before anything is applied. Cents, 0 = none. */
  readingNumber: number;
  pendingFloor: number;
  /** The one that readings name after it, as far as is known. */
  next: Member | undefined;
}

/** A watched target of many collectibles, or of one that is not there in its currency. */
export interface Group {
  readonly number: number;
  readonly target: Target;
  readonly currency: string;
  readonly members: Member[];
  thresholds: number;
  /** The last reading that touched one of its members. */
  readingNumber: number;
}

/** What the matcher knows by one number. */
export type TargetEntry = Member | Group;

/** Numbers are given out and taken back by the matcher. */
export interface TargetNumbers {
  openTarget(price: number): number;
  closeTarget(number: number): void;
}

/** Shared by all that count in no group. */
const none: readonly Group[] = [];

export class Targets {
  readonly members = new Map<string, Member>();
  readonly logs = new PriceLog();
  readonly #matcher: TargetNumbers;
  readonly #membersOfMatch = new Map<string, Member[]>();
  /** By what they watch. */
  readonly #groups = new Map<string, Group>();
  readonly #byNumber: (TargetEntry | undefined)[] = [];

  constructor(matcher: TargetNumbers) {
    this.#matcher = matcher;
  }

  addCollectible(item: CatalogueItem): void {
    if (this.members.has(item.id)) return;
    // Thresholds may have come before it: theirs was a target without members until now.
    const waiting = this.#groups.get(watchKey({ kind: 'collectible', id: item.id }, item.currency));
    if (waiting !== undefined) this.#groups.delete(watchKey(waiting.target, waiting.currency));
    const member: Member = {
      id: item.id,
      item,
      log: this.members.size,
      number: waiting?.number ?? this.#matcher.openTarget(0),
      groups: none,
      readingNumber: 0,
      pendingFloor: 0,
      next: undefined,
    };
    this.members.set(item.id, member);
    this.logs.open(member.log);
    this.#byNumber[member.number] = member;
    const ofMatch = this.#membersOfMatch.get(item.matchId);
    if (ofMatch === undefined) this.#membersOfMatch.set(item.matchId, [member]);
    else ofMatch.push(member);
    for (const category of [null, item.category]) {
      const target = { kind: 'match', id: item.matchId, category } as const;
      const group = this.#groups.get(watchKey(target, item.currency));
      if (group !== undefined) join(group, member);
    }
  }

  /** The number of a target that gains a threshold; a group is kept for as long as it has any. */
  watch(target: Target, currency: string): number {
    const found = this.membersOf(target, currency);
    const [first] = found;
    if (target.kind === 'collectible' && first !== undefined) return first.number;
    const key = watchKey(target, currency);
    let group = this.#groups.get(key);
    if (group === undefined) {
      const number = this.#matcher.openTarget(minFloorCents(this.logs, found));
      group = { number, target, currency, members: [], thresholds: 0, readingNumber: 0 };
      this.#groups.set(key, group);
      this.#byNumber[number] = group;
      for (const member of found) join(group, member);
    }
    group.thresholds += 1;
    return group.number;
  }

  /** A threshold of the target is gone. */
  unwatch(number: number): void {
    const group = this.#byNumber[number];
    if (group === undefined || !isGroup(group)) return;
    group.thresholds -= 1;
    if (group.thresholds > 0) return;
    this.#groups.delete(watchKey(group.target, group.currency));
    for (const member of group.members) {
      member.groups = member.groups.filter((watching) => watching !== group);
    }
    this.#byNumber[number] = undefined;
    this.#matcher.closeTarget(number);
  }

  /** What the target of this number names. */
  describeTarget(number: number): Pick<Group, 'target' | 'currency'> {
    const watched = this.#byNumber[number];
    if (watched === undefined) throw new RangeError(`no target ${number}`);
    if (isGroup(watched)) return { target: watched.target, currency: watched.currency };
    const { id, currency } = watched.item;
    return { target: { kind: 'collectible', id }, currency };
  }

  membersAt(number: number): readonly Member[] {
    const watched = this.#byNumber[number];
    if (watched === undefined) return [];
    return isGroup(watched) ? watched.members : [watched];
  }

  membersOf(target: Target, currency: string): readonly Member[] {
    if (target.kind === 'collectible') {
      const member = this.members.get(target.id);
      return member?.item.currency === currency ? [member] : [];
    }
    const { id, category } = target;
    const ofMatch = this.#membersOfMatch.get(id) ?? [];
    return ofMatch.filter(
      ({ item }) =>
        // In another currency it never counts (rule 6).
        item.currency === currency && (category === null || category === item.category),
    );
  }

  get groupCount(): number {
    return this.#groups.size;
  }
}

export const isGroup = (watched: TargetEntry): watched is Group => 'members' in watched;

function join(group: Group, member: Member): void {
  group.members.push(member);
  member.groups = [...member.groups, group];
}

const watchKey = (target: Target, currency: string): string =>
  JSON.stringify([
    target.kind,
    target.id,
    target.kind === 'match' ? target.category : null,
    currency,
  ]);
