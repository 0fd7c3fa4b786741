/** Builds, filters and sorts the watch list rows from collectibles and thresholds. Pure. */
import { foldCaseAndAccents } from '#domain/fold-case-and-accents.ts';
import { collator } from '#domain/intl-formats.ts';
import { distanceBp, isCrossedAt, isNearAt } from '#domain/threshold-distance.ts';
import { collectiblesOf, targetKey } from '#domain/threshold-target.ts';
import { sharedCategories } from '#src/features/matches/shared-categories.ts';
import { isWatching, silentUntil } from '#src/features/thresholds/silent-until.ts';
import type { Collectible, Settings, Threshold, ThresholdItem } from '#store/api/api-types.ts';
import { cheapestOf } from './cheapest-collectible.ts';

export interface WatchRow {
  readonly key: string;
  /** The collectible shown; of several, the cheapest. */
  readonly item: Collectible;
  /** One collectible, or those whose cheapest a threshold watches. */
  readonly collectibles: readonly Collectible[];
  /** Set when the row is the cheapest of a match or (`category`) of one category; null for one collectible. */
  readonly matchTarget: { readonly category: string | null } | null;
  /** Other collectibles of the match have its category: that alone does not name it. */
  readonly isCategoryShared: boolean;
  /** Every threshold on this target. */
  readonly thresholds: readonly Entry[];
  /** What a change among them is measured from. */
  readonly bases: Bases;
  /** The active threshold that the price is nearest to, and how far, as `distanceBp` of the domain has it; null without one. */
  readonly nearest: (Entry & { readonly distance: number }) | null;
  /** Without `nearest`: an active threshold without a distance (low, or nothing on sale). */
  readonly unmeasured: Entry | null;
  /** Where none is active: when the first of its snoozes ends; null without one. */
  readonly silentUntil: string | null;
  /** Why all thresholds of the row are paused; `plan` first. null when one is not, or there are none. */
  readonly pausedBy: Threshold['pause'];
}

type Entry = Pick<ThresholdItem, 'id' | 'threshold'>;

/** Of the settings: the state of each threshold, its base in it. */
type Bases = Settings['states'];

/** The threshold a row's alert button edits: the nearest, else an active one, else a paused one; null creates one. */
export function thresholdToEdit({ nearest, unmeasured, thresholds }: WatchRow): Entry | null {
  const quiet = thresholds.find(({ threshold }) => silentUntil(threshold) !== null);
  return nearest ?? unmeasured ?? quiet ?? thresholds[0] ?? null;
}

export type WatchFilter = 'all' | 'near' | 'crossed' | 'silent' | 'paused';
export type WatchOrder = 'near' | 'change' | 'name';

/** One row per collectible, and one per match or category whose cheapest has a threshold. */
export function buildWatchRows(items: readonly Collectible[], settings: Settings): WatchRow[] {
  const byTarget = new Map<string, Entry[]>();
  for (const [id, threshold] of Object.entries(settings.configuracion.umbrales)) {
    const key = targetKey(threshold.target);
    byTarget.set(key, [...(byTarget.get(key) ?? []), { id, threshold }]);
  }
  const bases = settings.states;
  const matches = new Map<string, Collectible[]>();
  for (const item of items) {
    const others = matches.get(item.matchId);
    if (others === undefined) matches.set(item.matchId, [item]);
    else others.push(item);
  }
  const matchRows = [...byTarget].flatMap(([key, thresholds]) => {
    const target = thresholds[0]?.threshold.target;
    if (target?.kind !== 'match') return [];
    const collectibles = collectiblesOf(matches.get(target.id) ?? [], target);
    if (collectibles.length === 0) return [];
    const matchTarget = { category: target.category };
    return [
      buildRow({ key, collectibles, thresholds, bases, matchTarget, isCategoryShared: false }),
    ];
  });
  const shared = new Map(
    [...matches].map(([id, collectibles]) => [id, sharedCategories(collectibles)]),
  );
  const collectibleRows = items.map((item) => {
    const key = targetKey({ kind: 'collectible', id: item.id });
    return buildRow({
      key,
      collectibles: [item],
      thresholds: byTarget.get(key) ?? noThresholds,
      bases,
      matchTarget: null,
      isCategoryShared: shared.get(item.matchId)?.has(item.category) ?? false,
    });
  });
  return [...matchRows, ...collectibleRows];
}

const noThresholds: readonly Entry[] = [];

function buildRow({
  key,
  collectibles,
  thresholds,
  bases,
  matchTarget,
  isCategoryShared,
}: Pick<
  WatchRow,
  'key' | 'collectibles' | 'thresholds' | 'bases' | 'matchTarget' | 'isCategoryShared'
>): WatchRow {
  const item = cheapestOf(collectibles);
  const active = thresholds.filter(({ threshold }) => isWatching(threshold));
  const snoozes = thresholds.flatMap(({ threshold }) => silentUntil(threshold) ?? []).sort();
  const distances = active
    .flatMap(({ id, threshold }) => {
      const distance = distanceBp(threshold, item.floorCents, bases[id]?.base ?? null);
      return distance === null ? [] : { id, threshold, distance };
    })
    .sort((a, b) => a.distance - b.distance);
  const reasons = thresholds.map(({ threshold: { pause } }) => pause);
  const reason = reasons.find((pause) => pause === 'plan') ?? reasons[0] ?? null;
  return {
    key,
    item,
    collectibles,
    matchTarget,
    isCategoryShared,
    thresholds,
    bases,
    nearest: distances[0] ?? null,
    unmeasured: distances.length === 0 ? (active[0] ?? null) : null,
    silentUntil: active.length === 0 ? (snoozes[0] ?? null) : null,
    pausedBy: active.length + snoozes.length === 0 ? reason : null,
  };
}

/** Recomputes a row with newer prices. @returns the same object when no price changed, for memo */
export function updateRowPrices(
  row: WatchRow,
  priceOf: (item: Collectible) => Collectible,
): WatchRow {
  const collectibles = row.collectibles.map(priceOf);
  return collectibles.every((item, index) => item === row.collectibles[index])
    ? row
    : buildRow({ ...row, collectibles });
}

export const isCrossed = ({ nearest }: WatchRow): boolean => isCrossedAt(nearest?.distance ?? null);
export const isNear = ({ nearest }: WatchRow): boolean => isNearAt(nearest?.distance ?? null);

export function filterAndSortRows(
  rows: readonly WatchRow[],
  { q, filter, order }: { q: string; filter: WatchFilter; order: WatchOrder },
): WatchRow[] {
  const foldedQuery = foldCaseAndAccents(q.trim());
  const predicates: Record<WatchFilter, (row: WatchRow) => boolean> = {
    all: () => true,
    near: isNear,
    crossed: isCrossed,
    silent: (row) => row.silentUntil !== null,
    paused: (row) => row.pausedBy !== null,
  };
  const comparators: Record<WatchOrder, () => (a: WatchRow, b: WatchRow) => number> = {
    near: () => (a, b) => (a.nearest?.distance ?? unknown) - (b.nearest?.distance ?? unknown),
    change: () => (a, b) => Math.abs(b.item.change24hBp ?? 0) - Math.abs(a.item.change24hBp ?? 0),
    name: () => {
      const { compare } = collator({ numeric: true });
      return (a, b) => compare(a.item.matchName, b.item.matchName);
    },
  };
  // Stable sort: equals keep the order of the server (match, then name).
  return rows
    .filter(predicates[filter])
    .filter(
      ({ item }) =>
        foldedQuery === '' ||
        foldCaseAndAccents(`${item.matchName} ${item.name} ${item.category}`).includes(foldedQuery),
    )
    .sort(comparators[order]());
}

/** Sorts after every distance. */
const unknown = Number.MAX_SAFE_INTEGER;

/** Of the thresholds on one collectible, the one to show and edit. */
export const thresholdToShow = (
  item: Collectible,
  thresholds: readonly Entry[],
  bases: Bases,
): Entry | null =>
  thresholdToEdit(
    buildRow({
      key: item.id,
      collectibles: [item],
      thresholds,
      bases,
      matchTarget: null,
      isCategoryShared: false,
    }),
  );
