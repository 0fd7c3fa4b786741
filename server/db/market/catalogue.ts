/** List queries of matches and collectibles: floors, changes, counts; filtered, sorted and paged. */

import type * as z from 'zod/mini';
import type {
  Collectible,
  CollectiblesPage,
  collectiblesQuery,
  Match,
  MatchesPage,
  matchesQuery,
} from '#contract/monitoring.ts';
import type { ResumedCollectible } from '../../market-model/marketplace.ts';
import type { Database } from '../pool.ts';
import {
  findDayAgo,
  loadRecentPrices,
  loadSparklines,
  type RecentPrices,
} from './price-history.ts';

/** Time from kick-off until a match counts as finished, extra time included. */
const matchMs = 150 * 60_000;

export interface CatalogueScope {
  /** Market now; null before the first reading. */
  readonly now: Date | null;
  /** Matches the user watches. */
  readonly watched: readonly string[];
  /** A collectible with a threshold of this user counts as watched even if its match is not; absent = no user. */
  readonly uid?: string;
}

type MatchRow = Omit<Match, 'kickoffAt' | 'status' | 'change24hBp' | 'watched'> & {
  kickoffAt: Date | null;
  dayAgoCents: number | null;
};

/** `$1`: the instant “24 h” compares with. */
const matchSql = `
  select m.id, m.number, m.event, m.stage, m.home, m.away, m.name, m.venue, m.city,
         m.time_zone as "timeZone", m.kickoff_at as "kickoffAt", m.currency,
         f.floor as "floorCents", f.listings, f.collectibles as "collectibleCount",
         f.day_ago as "dayAgoCents"
    from matches m
    join lateral (
         select min(c.floor_cents) as floor, coalesce(sum(c.listings), 0)::integer as listings,
                count(*)::integer as collectibles, min(day.floor_cents) as day_ago
           from collectibles c
           left join lateral (
                select floor_cents from price_changes h
                 where h.collectible_id = c.id and not h.late
                   and h.observed_at <= $1::timestamptz
                 order by h.observed_at desc limit 1) day on true
          where c.match_id = m.id and c.currency = m.currency) f on true`;

export async function findMatch(
  db: Database,
  id: string,
  scope: CatalogueScope,
): Promise<Match | null> {
  const { rows } = await db.query<MatchRow>(`${matchSql} where m.id = $2`, [
    await findDayAgo(db, scope.now),
    id,
  ]);
  const [row] = rows;
  return row === undefined ? null : matchOf(row, scope);
}

export async function listMatches(
  db: Database,
  query: z.output<typeof matchesQuery>,
  scope: CatalogueScope,
): Promise<MatchesPage> {
  const { rows } = await db.query<MatchRow>(matchSql, [await findDayAgo(db, scope.now)]);
  const found = rows
    .map((row) => matchOf(row, scope))
    .filter(
      (match) =>
        (query.watched === undefined || match.watched === query.watched) &&
        (query.stage === undefined || match.stage === query.stage) &&
        contains(query.city, match.city) &&
        contains(query.team, match.home?.name, match.away?.name) &&
        contains(query.q, match.name, match.city, match.stage, match.venue),
    );
  const byNumber = (a: Match, b: Match) => a.number - b.number;
  const orders = {
    kickoff: (a: Match, b: Match) => compare(a.kickoffAt, b.kickoffAt),
    name: (a: Match, b: Match) => a.name.localeCompare(b.name, 'es', { numeric: true }),
    floor: (a: Match, b: Match) => compare(a.floorCents, b.floorCents),
    change: (a: Match, b: Match) => compare(a.change24hBp, b.change24hBp),
  };
  found.sort((a, b) => orders[query.sort](a, b) || byNumber(a, b));
  return pageOf(found, query.limit, query.cursor);
}

type CollectibleRow = Omit<
  Collectible,
  'change24hBp' | 'low30dCents' | 'high30dCents' | 'observedAt' | 'spark'
> & { matchNumber: number; observedAt: Date | null };

export async function listCollectibles(
  db: Database,
  query: z.output<typeof collectiblesQuery>,
  scope: CatalogueScope,
): Promise<CollectiblesPage> {
  const { rows } = await db.query<CollectibleRow>(
    `with own as materialized (
       select target_kind, target_id, category from thresholds
        where uid = $5 and deleted_at is null)
     select c.id, c.match_id as "matchId", m.name as "matchName", m.number as "matchNumber",
            c.name, c.category, c.rarity, c.currency, c.floor_cents as "floorCents", c.listings,
            c.last_sale_cents as "lastSaleCents", c.floor_changed_at as "observedAt"
       from collectibles c join matches m on m.id = c.match_id
      where ($1::text is null or c.match_id = $1) and ($2::text is null or c.category = $2)
        and ($3::boolean is null or $3 = (
             c.match_id = any($4)
             or c.id in (select target_id from own where target_kind = 'collectible')
             or exists (select from own where target_kind = 'match' and target_id = c.match_id
                                          and coalesce(category, c.category) = c.category)))`,
    [
      query.match ?? null,
      query.category ?? null,
      query.watched ?? null,
      scope.watched,
      scope.uid ?? null,
    ],
  );
  const found = rows.filter((row) =>
    contains(query.q, row.name, row.matchName, row.category, row.id),
  );
  const byMatch = (a: CollectibleRow, b: CollectibleRow) =>
    a.matchNumber - b.matchNumber || a.name.localeCompare(b.name, 'es', { numeric: true });
  const recentPrices =
    query.sort === 'change'
      ? await recentPricesOf(db, found, scope)
      : new Map<string, RecentPrices>();
  const changeOf = (row: CollectibleRow) =>
    changeBp(row.floorCents, recentPrices.get(row.id)?.dayAgoCents ?? null);
  const orders = {
    match: () => 0,
    name: (a: CollectibleRow, b: CollectibleRow) =>
      a.name.localeCompare(b.name, 'es', { numeric: true }),
    floor: (a: CollectibleRow, b: CollectibleRow) => compare(a.floorCents, b.floorCents),
    change: (a: CollectibleRow, b: CollectibleRow) => compare(changeOf(a), changeOf(b)),
  };
  found.sort((a, b) => orders[query.sort](a, b) || byMatch(a, b) || compare(a.id, b.id));
  const { items, nextCursor } = pageOf(found, query.limit, query.cursor);
  return { items: await addHistory(db, items, query.spark !== undefined, scope), nextCursor };
}

/** Adds the figures that need history, for one page only. */
async function addHistory(
  db: Database,
  rows: readonly CollectibleRow[],
  withSparks: boolean,
  scope: CatalogueScope,
): Promise<Collectible[]> {
  const recentPrices = await recentPricesOf(db, rows, scope);
  const ids = rows.map((row) => row.id);
  const sparks =
    withSparks && scope.now !== null ? await loadSparklines(db, ids, scope.now) : new Map();
  return rows.map(({ matchNumber: _, observedAt, ...row }) => ({
    ...row,
    change24hBp: changeBp(row.floorCents, recentPrices.get(row.id)?.dayAgoCents ?? null),
    low30dCents: recentPrices.get(row.id)?.lowCents ?? null,
    high30dCents: recentPrices.get(row.id)?.highCents ?? null,
    observedAt: observedAt?.toISOString() ?? null,
    ...(withSparks ? { spark: sparks.get(row.id) ?? [] } : {}),
  }));
}

async function recentPricesOf(
  db: Database,
  rows: readonly { id: string }[],
  scope: CatalogueScope,
) {
  if (scope.now === null || rows.length === 0) return new Map<string, RecentPrices>();
  return loadRecentPrices(
    db,
    rows.map((row) => row.id),
    scope.now,
  );
}

function matchOf({ dayAgoCents, kickoffAt, ...row }: MatchRow, scope: CatalogueScope): Match {
  return {
    ...row,
    kickoffAt: kickoffAt?.toISOString() ?? null,
    status: statusOf(kickoffAt),
    change24hBp: changeBp(row.floorCents, dayAgoCents),
    watched: scope.watched.includes(row.id),
  };
}

/** By wall time, as kick-offs are; a replayed market has none. */
function statusOf(kickoffAt: Date | null): Match['status'] {
  const sinceMs = kickoffAt === null ? -1 : Date.now() - kickoffAt.getTime();
  if (sinceMs < 0) return 'scheduled';
  return sinceMs < matchMs ? 'started' : 'finished';
}

/** Basis points from one price to another; null without both. */
export function changeBp(nowCents: number | null, thenCents: number | null): number | null {
  if (nowCents === null || thenCents === null) return null;
  return Math.round(((nowCents - thenCents) * 10_000) / thenCents);
}

/** Ascending; null comes last. */
function compare<Value extends string | number>(a: Value | null, b: Value | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}

/** Removes accents and case, for searching. */
const normalize = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

function contains(query: string | undefined, ...texts: (string | null | undefined)[]): boolean {
  if (query === undefined || query.trim() === '') return true;
  return texts.some((text) => normalize(text ?? '').includes(normalize(query.trim())));
}

/** A cursor is the id of the last item sent; the page starts after it in the current order. */
function pageOf<Item extends { id: string }>(
  items: readonly Item[],
  limit: number,
  cursor: string | undefined,
): { items: Item[]; nextCursor: string | null } {
  const lastId = cursor === undefined ? null : Buffer.from(cursor, 'base64url').toString();
  const start = lastId === null ? 0 : items.findIndex((item) => item.id === lastId) + 1;
  // An unknown cursor ends the list rather than starting it again.
  if (lastId !== null && start === 0) return { items: [], nextCursor: null };
  const page = items.slice(start, start + limit);
  const last = page.at(-1);
  const more = last !== undefined && start + limit < items.length;
  return { items: page, nextCursor: more ? Buffer.from(last.id).toString('base64url') : null };
}

/** The market as last stored, for a source that makes its own prices. */
export async function listStoredCollectibles(db: Database): Promise<ResumedCollectible[]> {
  const { rows } = await db.query<ResumedCollectible>(
    `select c.id, c.floor_cents as "floorCents", c.listings, c.last_sale_cents as "lastSaleCents",
            m.kickoff_at as "kickoffAt"
       from collectibles c join matches m on m.id = c.match_id`,
  );
  return rows;
}

/** Every kick-off of these shards' matches, in epoch milliseconds. */
export async function listKickoffs(
  db: Database,
  source: string,
  shards: readonly number[],
): Promise<number[]> {
  const { rows } = await db.query<{ at: Date }>(
    `select kickoff_at as at from matches
      where source = $1 and shard = any($2) and kickoff_at is not null`,
    [source, shards],
  );
  return rows.map((row) => row.at.getTime());
}
