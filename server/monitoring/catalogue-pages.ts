/** Pages of matches and collectibles: filtered, sorted and cut in memory; only the page's own rows come from the database. */
import type * as z from 'zod/mini';
import type {
  Collectible,
  CollectiblesPage,
  collectiblesQuery,
  Match,
  MatchesPage,
  matchesQuery,
} from '#contract/monitoring.ts';
import { foldCaseAndAccents } from '#domain/fold-case-and-accents.ts';
import { lowestPrice } from '#domain/lowest-price.ts';
import { pageOf } from '../base/page-of.ts';
import {
  type CatalogueCollectibleRow,
  type CatalogueMatchRow,
  changeBp,
  countListings,
  listCollectibleRows,
} from '../db/market/catalogue.ts';
import { listByMarketPage } from '../db/market/market-pages.ts';
import { findDayAgo } from '../db/market/price-history.ts';
import type { Database } from '../db/pool.ts';
import { listOwnTargets } from '../db/users/thresholds.ts';
import { compare, compareNames, type Floor, type MarketView, sortPlaces } from './market-cache.ts';

/** Time from kick-off until a match counts as finished, extra time included. */
const matchMs = 150 * 60_000;

export interface CatalogueScope {
  readonly view: MarketView;
  /** Matches the user watches. */
  readonly watched: readonly string[];
  /** By the database's clock, for kick-offs. */
  readonly now: Date;
  /** A collectible with a threshold of this user counts as watched even if its match is not; absent = no user. */
  readonly uid?: string;
}

export async function findMatch(
  db: Database,
  id: string,
  { view, watched, now }: CatalogueScope,
): Promise<Match | null> {
  const match = view.catalogue.matchById.get(id);
  if (match === undefined) return null;
  const priced = priceOf(match, view, await dayAgoColumn(db, view));
  const [found] = await toMatches(db, [priced], { view, now, watchedIds: new Set(watched) });
  return found ?? null;
}

export async function listMatches(
  db: Database,
  query: z.output<typeof matchesQuery>,
  { view, watched, now }: CatalogueScope,
): Promise<MatchesPage> {
  const watchedIds = new Set(watched);
  const addressed = await listAddressed(db, query.q);
  const found = (await orderedMatches(db, query.sort, view)).filter(
    ({ match }) =>
      (query.watched === undefined || watchedIds.has(match.id) === query.watched) &&
      (query.stage === undefined || match.stage === query.stage) &&
      contains(query.city, match.city) &&
      contains(query.team, match.home?.name, match.away?.name) &&
      (addressed === null
        ? contains(query.q, match.name, match.city, match.stage, match.venue)
        : addressed.some(({ matchId }) => matchId === match.id)),
  );
  const { items, nextCursor } = pageOf(found, ({ match }) => match.id, query);
  return { items: await toMatches(db, items, { view, now, watchedIds }), nextCursor };
}

const orders = {
  kickoff: (a: PricedMatch, b: PricedMatch) =>
    compare(a.match.kickoffAt?.getTime() ?? null, b.match.kickoffAt?.getTime() ?? null),
  name: (a: PricedMatch, b: PricedMatch) => compareNames(a.match.name, b.match.name),
  floor: (a: PricedMatch, b: PricedMatch) => compare(a.floorCents, b.floorCents),
  change: (a: PricedMatch, b: PricedMatch) => compare(a.change24hBp, b.change24hBp),
};

/** Every match, in the order of the list. The sort is stable, and they come by number. */
const orderedMatches = (
  db: Database,
  sort: keyof typeof orders,
  view: MarketView,
): Promise<readonly PricedMatch[]> =>
  view.once(`matches by ${sort}`, async () =>
    (await pricedMatches(db, view)).toSorted(orders[sort]),
  );

interface PricedMatch {
  readonly match: CatalogueMatchRow;
  readonly floorCents: Floor;
  readonly change24hBp: number | null;
  readonly collectibleCount: number;
}

/** @param dayAgo null = there is no “24 h ago” */
function priceOf(
  match: CatalogueMatchRow,
  { catalogue, floors }: MarketView,
  dayAgo: readonly Floor[] | null,
): PricedMatch {
  const places = (catalogue.placesByMatch.get(match.id) ?? []).filter(
    (place) => catalogue.collectibles[place]?.currency === match.currency,
  );
  const lowestIn = (column: readonly Floor[]) =>
    lowestPrice(places.map((place) => column[place] ?? null));
  const floorCents = lowestIn(floors);
  return {
    match,
    floorCents,
    change24hBp: changeBp(floorCents, dayAgo === null ? null : lowestIn(dayAgo)),
    collectibleCount: places.length,
  };
}

/** By number. */
const pricedMatches = (db: Database, view: MarketView): Promise<readonly PricedMatch[]> =>
  view.once('priced matches', async () => {
    const dayAgo = await dayAgoColumn(db, view);
    return view.catalogue.matches.map((match) => priceOf(match, view, dayAgo));
  });

/** null when no snapshot of a day ago exists. */
export const dayAgoColumn = (db: Database, view: MarketView): Promise<readonly Floor[] | null> =>
  view.once('a day ago', async () => {
    const dayAgo = await findDayAgo(db, view.now);
    return dayAgo === null ? null : view.floorsAt(dayAgo);
  });

async function toMatches(
  db: Database,
  priced: readonly PricedMatch[],
  {
    view,
    now,
    watchedIds,
  }: Pick<CatalogueScope, 'view' | 'now'> & { readonly watchedIds: ReadonlySet<string> },
): Promise<Match[]> {
  // Of all matches: once a reading costs less than a query for each page.
  const listings = await view.once('listings', () => countListings(db));
  return priced.map(({ match, ...figures }) => ({
    ...match,
    ...figures,
    kickoffAt: match.kickoffAt?.toISOString() ?? null,
    status: statusOf(match.kickoffAt, now),
    listings: listings.get(match.id) ?? 0,
    watched: watchedIds.has(match.id),
  }));
}

/** A replayed market has no kick-offs. */
function statusOf(kickoffAt: Date | null, now: Date): Match['status'] {
  const sinceMs = kickoffAt === null ? -1 : now.getTime() - kickoffAt.getTime();
  if (sinceMs < 0) return 'scheduled';
  return sinceMs < matchMs ? 'started' : 'finished';
}

export async function listCollectibles(
  db: Database,
  query: z.output<typeof collectiblesQuery>,
  scope: CatalogueScope,
  { withMonth = false }: { readonly withMonth?: boolean } = {},
): Promise<CollectiblesPage> {
  const { view } = scope;
  const { collectibles, searchTexts, placesByMatch } = view.catalogue;
  const isWatched = query.watched === undefined ? null : await watchedBy(db, scope);
  const search = foldCaseAndAccents(query.q?.trim() ?? '');
  const addressed = await listAddressed(db, query.q);
  // In the order of the matches, a match's collectibles follow each other.
  const isOneMatch = query.match !== undefined && query.sort === 'match';
  const places = isOneMatch
    ? (placesByMatch.get(query.match ?? '') ?? [])
    : await orderedPlaces(db, query.sort, view);
  const found = places.filter((place) => {
    const item = collectibles[place];
    return (
      item !== undefined &&
      (query.match === undefined || item.matchId === query.match) &&
      (query.category === undefined || item.category === query.category) &&
      (isWatched === null || isWatched(item) === query.watched) &&
      (addressed === null
        ? search === '' || (searchTexts[place]?.includes(search) ?? false)
        : addressed.some(({ id }) => id === item.id))
    );
  });
  const { items, nextCursor } = pageOf(found, (place) => collectibles[place]?.id ?? '', query);
  const ids = items.map((place) => collectibles[place]?.id ?? '');
  const withSparks = query.spark !== undefined;
  return { items: await loadCollectibles(db, ids, { view, withSparks, withMonth }), nextCursor };
}

/** Every collectible's place, in the order of the list. */
async function orderedPlaces(
  db: Database,
  sort: z.output<typeof collectiblesQuery>['sort'],
  view: MarketView,
): Promise<readonly number[]> {
  const { catalogue, floors } = view;
  if (sort === 'match') return catalogue.places;
  if (sort === 'name') return catalogue.placesByName;
  if (sort === 'floor') return view.once('places by floor', async () => sortPlaces(floors));
  return view.once('places by change', async () => {
    const dayAgo = await dayAgoColumn(db, view);
    return sortPlaces(floors.map((floor, place) => changeBp(floor, dayAgo?.[place] ?? null)));
  });
}

async function watchedBy(
  db: Database,
  { watched, uid }: CatalogueScope,
): Promise<(item: CatalogueCollectibleRow) => boolean> {
  const matches = new Set(watched);
  const own = uid === undefined ? [] : await listOwnTargets(db, uid);
  const collectibles = new Set<string>();
  /** null = every category. */
  const categories = new Map<string, Set<string | null>>();
  for (const target of own) {
    if (target.kind === 'collectible') collectibles.add(target.id);
    else categories.set(target.id, (categories.get(target.id) ?? new Set()).add(target.category));
  }
  return ({ id, matchId, category }) => {
    const known = categories.get(matchId);
    return (
      matches.has(matchId) ||
      collectibles.has(id) ||
      (known !== undefined && (known.has(null) || known.has(category)))
    );
  };
}

/** Collectibles as they are now, in this order, with the figures that need history. */
export async function loadCollectibles(
  db: Database,
  ids: readonly string[],
  {
    view,
    withSparks,
    withMonth = false,
  }: { readonly view: MarketView; readonly withSparks: boolean; readonly withMonth?: boolean },
): Promise<Collectible[]> {
  if (ids.length === 0) return [];
  const { catalogue } = view;
  const rows = new Map((await listCollectibleRows(db, ids)).map((row) => [row.id, row]));
  const dayAgo = await dayAgoColumn(db, view);
  const recentPrices = await view.recentPrices(ids, { withSparks });
  const months = withMonth ? await view.monthFloors(ids) : null;
  return ids.flatMap((id) => {
    const found = rows.get(id);
    if (found === undefined) return [];
    const { url, ...row } = found;
    const recent = recentPrices.get(id);
    const dayAgoCents = dayAgo?.[catalogue.placeById.get(id) ?? -1] ?? null;
    return [
      {
        ...row,
        matchName: catalogue.matchById.get(row.matchId)?.name ?? '',
        change24hBp: changeBp(row.floorCents, dayAgoCents),
        low30dCents: extreme(Math.min, row.floorCents, recent?.lowCents ?? null),
        high30dCents: extreme(Math.max, row.floorCents, recent?.highCents ?? null),
        observedAt: row.observedAt?.toISOString() ?? null,
        ...(withSparks ? { spark: recent?.spark ?? [] } : {}),
        ...(months === null ? {} : { month: [...(months.get(id) ?? [])] }),
        ...(url === null ? {} : { url }),
      },
    ];
  });
}

/** What was cached may be older than the current floor. */
function extreme(pick: (a: number, b: number) => number, one: Floor, other: Floor): Floor {
  if (one === null || other === null) return one ?? other;
  return pick(one, other);
}

/**
 * What has the market page that a search gives the address of, with or without what follows its path. @returns null for words
 */
async function listAddressed(db: Database, q: string | undefined) {
  const url = q === undefined ? null : URL.parse(q.trim());
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  return listByMarketPage(db, [url.href, `${url.origin}${url.pathname}`]);
}

function contains(query: string | undefined, ...texts: (string | null | undefined)[]): boolean {
  if (query === undefined || query.trim() === '') return true;
  const search = foldCaseAndAccents(query.trim());
  return texts.some((text) => foldCaseAndAccents(text ?? '').includes(search));
}
