/** Collectibles, and which watched targets each counts in. A target without thresholds is not kept. */
import type { Target } from '#domain/threshold.ts';
import type { CatalogueItem } from './engine.ts';
import { PriceLog } from './price-log.ts';
import { lowestFloor } from './target-value.ts';

export interface Member {
  readonly item: CatalogueItem;
  log: PriceLog;
  readonly watchers: WatchedTarget[];
  /** What the reading of this number says of it; gathered before anything is applied. Cents, 0 = none. */
  readingNumber: number;
  saidFloor: number;
}

export interface WatchedTarget {
  /** Its number in the matcher. */
  readonly number: number;
  readonly target: Target;
  readonly currency: string;
  readonly members: Member[];
  thresholds: number;
  /** The last reading that touched one of its members. */
  readingNumber: number;
}

/** Numbers are given out and taken back by the matcher. */
export interface TargetNumbers {
  openTarget(price: number): number;
  closeTarget(number: number): void;
}

export function createTargets(numbers: TargetNumbers) {
  const members = new Map<string, Member>();
  const membersOfMatch = new Map<string, Member[]>();
  const watched = new Map<string, WatchedTarget>();
  /** By what they name: a collectible that appears later joins those that named it or its match before. */
  const namedBy = new Map<string, Set<WatchedTarget>>();
  const byNumber: (WatchedTarget | undefined)[] = [];

  const membersOf = (target: Target, currency: string): Member[] => {
    if (target.kind === 'match') {
      const candidates = membersOfMatch.get(target.id) ?? [];
      return candidates.filter(({ item }) => counts(item, target, currency));
    }
    const member = members.get(target.id);
    return member !== undefined && counts(member.item, target, currency) ? [member] : [];
  };

  return {
    members,
    membersOf,
    byNumber,

    addCollectible(item: CatalogueItem): void {
      if (members.has(item.id)) return;
      const watchers = [
        ...(namedBy.get(nameKey({ kind: 'collectible', id: item.id })) ?? []),
        ...(namedBy.get(nameKey({ kind: 'match', id: item.matchId })) ?? []),
      ].filter(({ target, currency }) => counts(item, target, currency));
      const log = new PriceLog();
      const member: Member = { item, log, watchers, readingNumber: 0, saidFloor: 0 };
      members.set(item.id, member);
      const ofMatch = membersOfMatch.get(item.matchId);
      if (ofMatch === undefined) membersOfMatch.set(item.matchId, [member]);
      else ofMatch.push(member);
      for (const target of watchers) target.members.push(member);
    },

    /** The target, kept from now on for as long as it has thresholds; the caller counts them. */
    watch(target: Target, currency: string): WatchedTarget {
      const key = watchKey(target, currency);
      const known = watched.get(key);
      if (known !== undefined) return known;
      const found = membersOf(target, currency);
      const number = numbers.openTarget(lowestFloor(found));
      const fresh: WatchedTarget = {
        number,
        target,
        currency,
        members: found,
        thresholds: 0,
        readingNumber: 0,
      };
      watched.set(key, fresh);
      byNumber[number] = fresh;
      const named = namedBy.get(nameKey(target));
      if (named === undefined) namedBy.set(nameKey(target), new Set([fresh]));
      else named.add(fresh);
      for (const member of found) member.watchers.push(fresh);
      return fresh;
    },

    unwatch(gone: WatchedTarget): void {
      watched.delete(watchKey(gone.target, gone.currency));
      const named = namedBy.get(nameKey(gone.target));
      named?.delete(gone);
      if (named?.size === 0) namedBy.delete(nameKey(gone.target));
      for (const { watchers } of gone.members) watchers.splice(watchers.indexOf(gone), 1);
      byNumber[gone.number] = undefined;
      numbers.closeTarget(gone.number);
    },

    watchedCount: () => watched.size,
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

const nameKey = ({ kind, id }: Pick<Target, 'kind' | 'id'>): string => `${kind} ${id}`;

const watchKey = (target: Target, currency: string): string =>
  JSON.stringify([
    target.kind,
    target.id,
    target.kind === 'match' ? target.category : null,
    currency,
  ]);
