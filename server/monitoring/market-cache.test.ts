/** The market cache: never older than the request, loaded once for many requests, and by a few queries. */
import { beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertSamples } from '#tests/support/samples.ts';
import type { Database } from '../db/pool.ts';
import { listCollectibles } from './catalogue-pages.ts';
import { compareNames, MarketCache } from './market-cache.ts';

const now = new Date('2026-03-15T10:00:00Z');
const { pool } = await openTestDatabase();
const queries: string[] = [];
/** Records the queries of the cache. */
const recorded = {
  query: (query: string | { text: string }, values?: unknown[]) => {
    queries.push(typeof query === 'string' ? query : query.text);
    return pool.query(query as string, values);
  },
} as Database;

beforeAll(async () => {
  const numbers = Array.from({ length: 12 }, (_, index) => index + 1);
  await insertSamples(pool, {
    sources: [{ market_now: now }],
    matches: [{ number: 2 }, { number: 1 }],
    collectibles: numbers.map((i) => ({
      match_id: `m${1 + (i % 2)}`,
      name: `Pieza ${i}`,
      floor_cents: 100 * i,
      listings: i,
    })),
  });
  await pool.query(`insert into shards (source, shard) values ('test', 0)`);
});

const cache = new MarketCache(recorded);
const applyReading = () => pool.query('update shards set last_reading_id = last_reading_id + 1');
const page = async (sort: 'match' | 'name' | 'floor', cursor?: string, limit = 5) => {
  const { items, nextCursor } = await listCollectibles(
    pool,
    { sort, limit, cursor },
    { view: await cache.view(), watched: [], now: new Date() },
  );
  return { ids: items.map(({ id }) => id), nextCursor: nextCursor ?? undefined };
};

describe('the market cache', () => {
  it('shows a price as soon as its reading is applied, and a new collectible at once', async () => {
    expect((await page('floor')).ids[0]).toBe('c1');
    await pool.query(`update collectibles set floor_cents = 1 where id = 'c12'`);
    await applyReading();
    expect((await page('floor')).ids[0]).toBe('c12');
    await pool.query(`
      insert into collectibles (id, match_id, name, category, currency)
        values ('new', 'm2', 'Anterior', 'cat', 'EUR')`);
    expect((await page('match')).ids[0]).toBe('new');
    await pool.query(`delete from collectibles where id = 'new'`);
    expect((await page('match')).ids).not.toContain('new');
  });

  it('reads the prices of a month once an hour of market time, also of what never had one', async () => {
    const setNow = (minutes: number) =>
      pool.query('update sources set market_now = $1', [
        new Date(now.getTime() + minutes * 60_000),
      ]);
    const reads = async (...ids: readonly string[]) => {
      queries.length = 0;
      const months = await (await cache.view()).monthFloors(ids);
      expect([...months]).toEqual(ids.map((id) => [id, []]));
      return queries.filter((query) => query.includes('price_changes')).length;
    };
    expect(await reads('c1', 'c2')).toBe(1);
    await setNow(60);
    expect(await reads('c1')).toBe(0);
    expect(await reads('c1', 'c3')).toBe(1);
    await setNow(61);
    expect(await reads('c2')).toBe(1);
    await setNow(0);
  });

  it('asks again for what could not be loaded', async () => {
    const view = await cache.view();
    let attempts = 0;
    const compute = async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('away');
      return attempts;
    };
    await expect(view.once('figures', compute)).rejects.toThrow('away');
    expect(await view.once('figures', compute)).toBe(2);
    expect(await view.once('figures', compute)).toBe(2);
  });
});

it('an order of names counts numbers in them, and knows Spanish letters', () => {
  const sorted = ['Nube', 'ñu', 'Óscar', 'palco 9', 'Palco 10'];
  expect(sorted.toReversed().sort(compareNames)).toEqual(sorted);
});
