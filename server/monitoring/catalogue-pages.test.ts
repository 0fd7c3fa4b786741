/** Lists of matches and collectibles as a person filters, sorts and pages them. */
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { collectiblesQuery, matchesQuery } from '#contract/monitoring.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { countListings } from '../db/market/catalogue.ts';
import {
  type CatalogueScope,
  findMatch,
  listCollectibles,
  listMatches,
} from './catalogue-pages.ts';
import { MarketCache } from './market-cache.ts';

const now = new Date('2026-03-15T10:30:00Z');
const minuteMs = 60_000;
const { pool } = await openTestDatabase();
let cache: MarketCache;

/** The kick-off so many minutes before now. */
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * minuteMs);
const team = (name: string) => ({ name, colors: ['#000', '#111', '#222'], vertical: true });
/** Floors two days ago and now. */
const floors: Record<string, readonly [before: number | null, now: number | null]> = {
  ...{ f1: [1_000, 500], f2: [900, 900], f3: [null, null] },
  ...{ p1: [400, 800], u1: [null, 700], x1: [null, null] },
};
beforeAll(async () => {
  cache = new MarketCache(pool);
  const [bilbao, groups] = [{ city: 'Bilbao' }, { stage: 'Grupos' }];
  const [final, palco] = [{ match_id: 'finished' }, { name: 'Palco', category: 'A' }];
  await insertSamples(pool, {
    sources: [{ market_now: now }],
    matches: [
      {
        ...{ id: 'finished', number: 4, name: 'Partido 10', city: 'Málaga', stage: 'Final' },
        ...{ venue: 'Nuevo Arenal', home: team('España'), kickoff_at: minutesAgo(151) },
      },
      {
        ...{ id: 'playing', number: 3, name: 'Partido 9', ...bilbao, ...groups },
        ...{ home: team('Túnez'), kickoff_at: minutesAgo(149) },
      },
      {
        ...{ id: 'future', number: 2, name: 'Ávila', ...bilbao, ...groups },
        ...{ venue: 'Sierra Alta', kickoff_at: minutesAgo(-1) },
      },
      { id: 'unknown', number: 1, name: 'Zamora', ...groups },
    ],
    collectibles: [
      { id: 'f1', ...final, name: 'Categoría 1', category: 'A' },
      { id: 'f2', ...final, name: 'Categoría 10', category: 'B' },
      { id: 'f3', ...final, name: 'Categoría 2', category: 'B' },
      { id: 'p1', match_id: 'playing', ...palco },
      { id: 'u1', match_id: 'future', ...palco },
      { id: 'x1', match_id: 'unknown', ...palco },
      // Cheaper, in another currency than its match.
      { id: 'usd', match_id: 'future', name: 'Z', category: 'C', currency: 'USD', floor_cents: 1 },
    ],
    market_pages: [
      { collectible_id: 'f2', url: 'https://mercado.example/a?id=2' },
      { collectible_id: 'p1', url: 'https://mercado.example/b' },
    ],
    users: [{}],
    thresholds: [
      { match_id: 'playing', target_id: 'p1' },
      { target_kind: 'match', match_id: 'finished', target_id: 'finished', category: 'B' },
      { target_kind: 'match', match_id: 'unknown', target_id: 'unknown' },
    ],
  });
  const before = new Date(now.getTime() - 2 * 86_400_000);
  await pool.query('select ensure_price_partitions($1, $2)', [before, now]);
  await pool.query(`insert into shards (source, shard) values ('test', 0)`);
  for (const [id, [cents, floor]] of Object.entries(floors)) {
    await pool.query('update collectibles set floor_cents = $2, listings = $3 where id = $1', [
      ...[id, floor, floor === null ? 0 : 3],
    ]);
    const changes = [[before, cents] as const, [now, floor] as const].slice(cents === null ? 1 : 0);
    for (const change of changes)
      await pool.query('insert into price_changes values ($1, $2, $3, false)', [id, ...change]);
  }
});

const scopeOf = async (scope: Partial<CatalogueScope> = {}): Promise<CatalogueScope> => ({
  view: await cache.view(),
  watched: [],
  now: new Date(),
  ...scope,
});
const matchesOf = async (
  query: z.input<typeof matchesQuery> = {},
  scope: Partial<CatalogueScope> = {},
) => listMatches(pool, z.parse(matchesQuery, query), await scopeOf(scope));
const collectiblesOf = async (
  query: z.input<typeof collectiblesQuery> = {},
  scope: Partial<CatalogueScope> = {},
) => listCollectibles(pool, z.parse(collectiblesQuery, query), await scopeOf(scope));
const idsOf = ({ items }: { items: readonly { readonly id: string }[] }) =>
  items.map(({ id }) => id);

describe('matches', () => {
  it('are scheduled, started or finished by the clock, and scheduled without a kick-off', async () => {
    const { items } = await matchesOf();
    expect(items.map(({ id, status }) => [id, status])).toEqual([
      ['finished', 'finished'],
      ['playing', 'started'],
      ['future', 'scheduled'],
      ['unknown', 'scheduled'],
    ]);
  });

  it('may have more on sale than an integer holds', async () => {
    await pool.query(`update collectibles set listings = listings + 1000000000`);
    const listings = await countListings(pool);
    await pool.query(`update collectibles set listings = listings - 1000000000`);
    expect(listings.get('finished')).toBe(3_000_000_006);
  });

  it('have the floor in their own currency, its change in a day, and what is on sale', async () => {
    const { items } = await matchesOf({ sort: 'name' });
    const brief = items.map(({ id, floorCents, change24hBp, collectibleCount, listings }) => [
      ...[id, floorCents, change24hBp, collectibleCount, listings],
    ]);
    expect(brief).toEqual([
      ['future', 700, null, 1, 3],
      ['playing', 800, 10_000, 1, 3],
      ['finished', 500, -4_444, 3, 6],
      ['unknown', null, null, 1, 0],
    ]);
  });

  it.each([
    ['kickoff', ['finished', 'playing', 'future', 'unknown']],
    ['name', ['future', 'playing', 'finished', 'unknown']],
    ['floor', ['finished', 'future', 'playing', 'unknown']],
    ['change', ['finished', 'playing', 'unknown', 'future']],
  ] as const)('sorted by %s: unknown values last', async (sort, ids) => {
    expect(idsOf(await matchesOf({ sort }))).toEqual(ids);
  });

  it.each([
    [{ q: 'malaga' }, ['finished']],
    [{ q: 'sierra' }, ['future']],
    [{ q: 'grupos' }, ['playing', 'future', 'unknown']],
    [{ q: 'España' }, []],
    [{ team: 'tunez' }, ['playing']],
    [{ city: 'bilbao' }, ['playing', 'future']],
    [{ city: 'bilbao', q: 'avila' }, ['future']],
    [{ stage: 'Final' }, ['finished']],
    [{ q: ' https://mercado.example/a?id=2 ' }, ['finished']],
    [{ q: 'https://mercado.example/b?utm_source=correo#precio' }, ['playing']],
    [{ q: 'https://mercado.example/' }, []],
    [{ q: 'mercado.example' }, []],
  ] as const)('found by %j', async (query, ids) => {
    expect(idsOf(await matchesOf(query))).toEqual(ids);
  });

  it('are watched or not', async () => {
    const scope = { watched: ['playing', 'unknown'] };
    expect(idsOf(await matchesOf({ watched: 'true' }, scope))).toEqual(['playing', 'unknown']);
    expect(idsOf(await matchesOf({ watched: 'false' }, scope))).toEqual(['finished', 'future']);
    const { items } = await matchesOf({}, scope);
    expect(items.map(({ watched }) => watched)).toEqual([false, true, false, true]);
    expect(await findMatch(pool, 'playing', await scopeOf(scope))).toMatchObject({
      id: 'playing',
      watched: true,
      change24hBp: 10_000,
    });
    expect(await findMatch(pool, 'none', await scopeOf(scope))).toBeNull();
  });

  it('come in pages that begin after the last one seen; an unknown place ends the list', async () => {
    const first = await matchesOf({ limit: '3' });
    expect(idsOf(first)).toEqual(['finished', 'playing', 'future']);
    const rest = await matchesOf({ limit: '3', cursor: first.nextCursor ?? '' });
    expect([idsOf(rest), rest.nextCursor]).toEqual([['unknown'], null]);
    expect((await matchesOf({ limit: '4' })).nextCursor).toBeNull();
    const cursor = Buffer.from('gone').toString('base64url');
    expect(await matchesOf({ cursor })).toEqual({ items: [], nextCursor: null });
    const last = Buffer.from('unknown').toString('base64url');
    expect(await matchesOf({ cursor: last })).toEqual({ items: [], nextCursor: null });
  });
});

describe('collectibles', () => {
  it.each([
    ['match', ['x1', 'u1', 'usd', 'p1', 'f1', 'f3', 'f2']],
    ['name', ['f1', 'f3', 'f2', 'x1', 'u1', 'p1', 'usd']],
    ['floor', ['usd', 'f1', 'u1', 'p1', 'f2', 'x1', 'f3']],
    ['change', ['f1', 'f2', 'p1', 'x1', 'u1', 'usd', 'f3']],
  ] as const)('sorted by %s: unknown values last', async (sort, ids) => {
    expect(idsOf(await collectiblesOf({ sort }))).toEqual(ids);
  });

  it.each([
    [{ match: 'finished' }, ['f1', 'f3', 'f2']],
    [{ match: 'finished', sort: 'floor' }, ['f1', 'f2', 'f3']],
    [{ category: 'B' }, ['f3', 'f2']],
    [{ q: 'categoria 1' }, ['f1', 'f2']],
    [{ q: 'zamora' }, ['x1']],
    [{ q: ' P1 ' }, ['p1']],
    [{ q: 'HTTPS://mercado.example/a?id=2' }, ['f2']],
    [{ q: 'https://mercado.example/c' }, []],
  ] as const)('found by %j', async (query, ids) => {
    expect(idsOf(await collectiblesOf(query))).toEqual(ids);
  });

  it('are watched with their match, or by a threshold of theirs, their category or their match', async () => {
    const watched = async (value: 'true' | 'false', scope: Partial<CatalogueScope>) =>
      idsOf(await collectiblesOf({ watched: value }, scope));
    expect(await watched('true', { watched: ['future'] })).toEqual(['u1', 'usd']);
    expect(await watched('true', { uid: 'ana' })).toEqual(['x1', 'p1', 'f3', 'f2']);
    expect(await watched('false', { uid: 'ana', watched: ['future'] })).toEqual(['f1']);
    expect(await watched('true', { uid: 'eva' })).toEqual([]);
  });

  it('have their change in a day and the lowest and highest of a month, now included', async () => {
    const { items } = await collectiblesOf({ match: 'finished' });
    expect(items[0]).toMatchObject({
      ...{ id: 'f1', matchName: 'Partido 10', floorCents: 500, change24hBp: -5_000 },
      ...{ low30dCents: 500, high30dCents: 1_000 },
    });
    expect(items[1]).toMatchObject({ floorCents: null, change24hBp: null, low30dCents: null });
    expect(items[0]).not.toHaveProperty('spark');
    expect(items[0]).not.toHaveProperty('url');
    const [withSpark] = (await collectiblesOf({ match: 'finished', spark: '7d' })).items;
    expect(withSpark?.spark).toEqual(expect.any(Array));
  });
});
