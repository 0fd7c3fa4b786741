/** Lists of matches and collectibles as a person filters, sorts and pages them. */
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { collectiblesQuery, matchesQuery } from '#contract/monitoring.ts';
import { openTestDatabase } from '#tests/support/database.ts';
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

/** Minutes from the kick-off until now; null = no kick-off. */
const kickoffs: Record<string, number | null> = {
  finished: 151,
  playing: 149,
  future: -1,
  unknown: null,
};
beforeAll(async () => {
  cache = new MarketCache(pool);
  await pool.query(`
    insert into sources (name, fingerprint, currency, market_now) values ('test', 'f', 'EUR', '${now.toISOString()}');
    insert into shards (source, shard) values ('test', 0);
    insert into users (uid, email, username) values ('ana', 'ana@correo.test', 'ana')`);
  const matches: [string, number, string, string, string, string | null, string | null][] = [
    ['finished', 4, 'Partido 10', 'Málaga', 'Final', 'Nuevo Arenal', 'España'],
    ['playing', 3, 'Partido 9', 'Bilbao', 'Grupos', null, 'Túnez'],
    ['future', 2, 'Ávila', 'Bilbao', 'Grupos', 'Sierra Alta', null],
    ['unknown', 1, 'Zamora', 'Sevilla', 'Grupos', null, null],
  ];
  for (const [id, number, name, city, stage, venue, team] of matches) {
    const minutes = kickoffs[id] ?? null;
    await pool.query(
      `insert into matches (id, source, number, event, name, city, stage, venue, currency, kickoff_at, home, away)
         values ($1, 'test', $2, 'E', $3, $4, $5, $6, 'EUR', $7, $8, null)`,
      [
        ...[id, number, name, city, stage, venue],
        minutes === null ? null : new Date(Date.now() - minutes * minuteMs),
        team === null ? null : { name: team, colors: ['#000', '#111', '#222'], vertical: true },
      ],
    );
  }
  await pool.query('select ensure_price_partitions($1, $2)', [
    new Date(now.getTime() - 3 * 86_400_000),
    now,
  ]);
  /** Floors two days ago and now. */
  const collectibles: [string, string, string, string, number | null, number | null][] = [
    ['f1', 'finished', 'Categoría 1', 'A', 1_000, 500],
    ['f2', 'finished', 'Categoría 10', 'B', 900, 900],
    ['f3', 'finished', 'Categoría 2', 'B', null, null],
    ['p1', 'playing', 'Palco', 'A', 400, 800],
    ['u1', 'future', 'Palco', 'A', null, 700],
    ['x1', 'unknown', 'Palco', 'A', null, null],
  ];
  for (const [id, match, name, category, before, floor] of collectibles) {
    await pool.query(
      `insert into collectibles (id, match_id, name, category, currency, floor_cents, listings)
         values ($1, $2, $3, $4, 'EUR', $5, case when $5::integer is null then 0 else 3 end)`,
      [id, match, name, category, floor],
    );
    if (before !== null)
      await pool.query('insert into price_changes values ($1, $2, $3, false)', [
        id,
        new Date(now.getTime() - 2 * 86_400_000),
        before,
      ]);
    await pool.query('insert into price_changes values ($1, $2, $3, false)', [id, now, floor]);
  }
  // Cheaper, in another currency than its match.
  await pool.query(
    `insert into collectibles (id, match_id, name, category, currency, floor_cents) values ('usd', 'future', 'Z', 'C', 'USD', 1)`,
  );
  for (const [id, kind, target, category] of [
    ['uno', 'collectible', 'p1', null],
    ['dos', 'match', 'finished', 'B'],
    ['tres', 'match', 'unknown', null],
  ])
    await pool.query(
      `insert into thresholds (uid, id, target_kind, target_id, match_id, category, condition, value, currency, rearm_band_bp)
         values ('ana', $1, $2, $3, $4, $5, 'below', 100, 'EUR', 300)`,
      [id, kind, target, kind === 'match' ? target : 'playing', category],
    );
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
    [{ q: ' AVILA ' }, ['future']],
    [{ q: 'sierra' }, ['future']],
    [{ q: 'grupos' }, ['playing', 'future', 'unknown']],
    [{ q: ' ' }, ['finished', 'playing', 'future', 'unknown']],
    [{ q: 'España' }, []],
    [{ team: 'tunez' }, ['playing']],
    [{ city: 'bilbao' }, ['playing', 'future']],
    [{ city: 'bilbao', q: 'avila' }, ['future']],
    [{ stage: 'Final' }, ['finished']],
    [{ stage: 'fin' }, []],
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
    [{ match: 'none' }, []],
    [{ category: 'B' }, ['f3', 'f2']],
    [{ match: 'finished', category: 'A' }, ['f1']],
    [{ q: 'categoria 1' }, ['f1', 'f2']],
    [{ q: 'zamora' }, ['x1']],
    [{ q: ' P1 ' }, ['p1']],
    [{ q: 'nothing' }, []],
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
