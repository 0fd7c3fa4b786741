/**
 * Collectibles, and the targets each counts in: its own, which always exists, and those of its match that have
 * thresholds. Match targets are reference-counted by their thresholds.
 */
import type { Target } from '#domain/threshold.ts';
import type { CatalogueItem } from '../market-model/catalogue-item.ts';
import { PriceLog } from './price-log.ts';
import { minFloorCents } from './target-value.ts';

export interface Member {
  readonly id: string;
  readonly item: CatalogueItem;
  /** Its number in the price log. */
  readonly log: number;
  /** The matcher's number for the target that is this collectible alone. */
  readonly number: number;
  groups: readonly Group[];
  /** The last reading that covered it, and its floor there (cents, 0 = none), collected before any is applied. */
  readingNumber: number;
  pendingFloor: number;
  /** The collectible that followed it in the last reading; a hint (see collapse-ticks.ts). */
  next: Member | undefined;
}

/** A target with thresholds and many collectibles, or with one that is unknown or in another currency. */
export interface Group {
  readonly number: number;
  readonly target: Target;
  readonly currency: string;
  readonly members: Member[];
  thresholds: number;
  /** The last reading that touched one of its members. */
  readingNumber: number;
}

/** A target with a number in the matcher. */
export type TargetEntry = Member | Group;

/** Allocates and frees target numbers (the matcher). */
export interface TargetNumbers {
  openTarget(price: number): number;
  closeTarget(number: number): void;
}

/** Shared by all collectibles without a group. */
const none: readonly Group[] = [];

export class Targets {
  readonly members = new Map<string, Member>();
  readonly logs = new PriceLog();
  readonly #matcher: TargetNumbers;
  readonly #membersOfMatch = new Map<string, Member[]>();
  /** By target and currency. */
  readonly #groups = new Map<string, Group>();
  readonly #byNumber: (TargetEntry | undefined)[] = [];

  constructor(matcher: TargetNumbers) {
    this.#matcher = matcher;
  }

  addCollectible(item: CatalogueItem): void {
    if (this.members.has(item.id)) return;
    // Thresholds may have come before it, on a target without members.
    const early = this.#groups.get(targetKey({ kind: 'collectible', id: item.id }, item.currency));
    if (early !== undefined) this.#groups.delete(targetKey(early.target, early.currency));
    const member: Member = {
      id: item.id,
      item,
      log: this.members.size,
      number: early?.number ?? this.#matcher.openTarget(0),
      groups: none,
      readingNumber: 0,
      pendingFloor: 0,
      next: undefined,
    };
    this.members.set(item.id, member);
    this.logs.reset(member.log);
    this.#byNumber[member.number] = member;
    const ofMatch = this.#membersOfMatch.get(item.matchId);
    if (ofMatch === undefined) this.#membersOfMatch.set(item.matchId, [member]);
    else ofMatch.push(member);
    for (const category of [null, item.category]) {
      const target = { kind: 'match', id: item.matchId, category } as const;
      const group = this.#groups.get(targetKey(target, item.currency));
      if (group !== undefined) join(group, member);
    }
  }

  /** Counts one more threshold on a target. @returns the target's number */
  acquire(target: Target, currency: string): number {
    const found = this.membersOf(target, currency);
    const [first] = found;
    if (target.kind === 'collectible' && first !== undefined) return first.number;
    const key = targetKey(target, currency);
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

  /** Counts one threshold less; closes a group without any. */
  release(number: number): void {
    const group = this.#byNumber[number];
    if (group === undefined || !isGroup(group)) return;
    group.thresholds -= 1;
    if (group.thresholds > 0) return;
    this.#groups.delete(targetKey(group.target, group.currency));
    for (const member of group.members) {
      member.groups = member.groups.filter((other) => other !== group);
    }
    this.#byNumber[number] = undefined;
    this.#matcher.closeTarget(number);
  }

  /** @throws RangeError for an unknown number */
  describeTarget(number: number): Pick<Group, 'target' | 'currency'> {
    const entry = this.#byNumber[number];
    if (entry === undefined) throw new RangeError(`no target ${number}`);
    if (isGroup(entry)) return { target: entry.target, currency: entry.currency };
    const { id, currency } = entry.item;
    return { target: { kind: 'collectible', id }, currency };
  }

  membersAt(number: number): readonly Member[] {
    const entry = this.#byNumber[number];
    if (entry === undefined) return [];
    return isGroup(entry) ? entry.members : [entry];
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
        // Collectibles in another currency never count (docs/alerts.md, rule 6).
        item.currency === currency && (category === null || category === item.category),
    );
  }

  /** Numbers of the targets that are these matches, their categories or their collectibles. */
  numbersOfMatches(matchIds: ReadonlySet<string>): ReadonlySet<number> {
    const numbers = new Set<number>();
    for (const matchId of matchIds) {
      for (const { number } of this.#membersOfMatch.get(matchId) ?? []) numbers.add(number);
    }
    for (const { number, target } of this.#groups.values()) {
      if (target.kind === 'match' && matchIds.has(target.id)) numbers.add(number);
    }
    return numbers;
  }

  get groupCount(): number {
    return this.#groups.size;
  }
}

export const isGroup = (entry: TargetEntry): entry is Group => 'members' in entry;

function join(group: Group, member: Member): void {
  group.members.push(member);
  member.groups = [...member.groups, group];
}

const targetKey = (target: Target, currency: string): string =>
  JSON.stringify([
    target.kind,
    target.id,
    target.kind === 'match' ? target.category : null,
    currency,
  ]);
