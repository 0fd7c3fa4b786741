/** Which of the watched matches a weekly summary is about. */
import { beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { listMatchesNotOver } from './weekly-prices.ts';

const since = new Date('2026-11-16T00:00:00Z');
const { pool } = await openTestDatabase();
beforeAll(async () => {
  const kickoffs = {
    before: '2026-11-15T23:59:59Z',
    at: '2026-11-16T00:00:00Z',
    unknown: null,
    later: '2026-12-01Z',
    same: '2026-12-01Z',
    others: '2026-12-01Z',
  };
  await insertSamples(pool, {
    matches: Object.entries(kickoffs).map(([id, kickoff_at]) => ({ id, kickoff_at })),
  });
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
