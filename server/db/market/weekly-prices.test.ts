/** Which of the watched matches a weekly summary is about. */
import { beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { listMatchesNotOver } from './weekly-prices.ts';

const since = new Date('2026-11-16T00:00:00Z');
const { pool } = await openTestDatabase();
beforeAll(async () => {
  await pool.query(`
    insert into sources (name, fingerprint, currency) values ('test', 'f', 'EUR');
    insert into matches (id, source, number, event, name, city, currency, kickoff_at) values
      ('before', 'test', 1, 'E', 'Antes', 'C', 'EUR', '2026-11-15T23:59:59Z'),
      ('at', 'test', 2, 'E', 'Justo', 'C', 'EUR', '2026-11-16T00:00:00Z'),
      ('unknown', 'test', 3, 'E', 'Sin hora', 'C', 'EUR', null),
      ('later', 'test', 4, 'E', 'Después', 'C', 'EUR', '2026-12-01T00:00:00Z'),
      ('same', 'test', 5, 'E', 'A la vez', 'C', 'EUR', '2026-12-01T00:00:00Z'),
      ('others', 'test', 6, 'E', 'De otro', 'C', 'EUR', '2026-12-01T00:00:00Z')`);
});

const ids = ['same', 'later', 'unknown', 'at', 'before', 'none'];
const find = async (limit: number) => {
  const { matches, count } = await listMatchesNotOver(pool, ids, { since, limit });
  return [matches.map(({ id }) => id), count];
};

it('those that had not kicked off when the week began, the next one first, those without an hour last', async () => {
  expect(await find(10)).toEqual([['at', 'later', 'same', 'unknown'], 4]);
});

it('more than are listed are counted', async () => {
  expect(await find(2)).toEqual([['at', 'later'], 4]);
});
