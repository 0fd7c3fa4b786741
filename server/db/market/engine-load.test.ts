/** What a restarted engine loads: the floors within its windows, and the one in force where they begin. */
import { beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { loadChangeLogs, loadEngineCollectibles } from './engine-load.ts';

const { pool } = await openTestDatabase();
const marketNow = new Date('2026-11-20T12:00:00Z');
const daysAgo = (days: number) => new Date(marketNow.getTime() - days * 24 * 3_600_000);

beforeAll(async () => {
  await insertSamples(pool, {
    sources: [{}, { name: 'other' }],
    matches: [
      { id: 'm2', number: 2 },
      { id: 'm1', number: 1 },
      { id: 'm3', number: 3, source: 'other' },
    ],
    collectibles: [
      { id: 'b', match_id: 'm2', category: '1' },
      { id: 'c', category: '1' },
      { id: 'a', category: '1', first_priced_at: new Date() },
      { id: 'd', match_id: 'm3', category: '1' },
    ],
  });
  await pool.query(`select ensure_price_partitions('2025-10-01', '2026-11-30')`);
});

it('a window begins with the floor then in force, however old', async () => {
  // Inserted from the newest to the oldest.
  for (const [days, cents] of [
    [3, 900],
    [10, 800],
    [366, 700],
    [367, 600],
    [380, 500],
  ] as const)
    await pool.query(`insert into price_changes values ('a', $1, $2, $3)`, [
      daysAgo(days),
      cents,
      false,
    ]);
  await pool.query(`insert into price_changes values ('a', $1, 1, true), ('c', $2, 400, false)`, [
    daysAgo(5),
    daysAgo(390),
  ]);
  const logs = new Map<string, (number | null)[]>();
  for await (const [id, log] of loadChangeLogs(pool, ['a', 'b', 'c'], marketNow))
    logs.set(
      id,
      log.map(({ floorCents }) => floorCents),
    );
  expect([...logs]).toEqual([
    ['a', [700, 800, 900]],
    ['b', []],
    ['c', [400]],
  ]);
  const all: number[] = [];
  for await (const [, log] of loadChangeLogs(pool, ['a'], null)) all.push(log.length);
  expect(all).toEqual([5]);
});

it('the catalogue comes by match and id, of its own source and shards', async () => {
  const ids = async (...args: Parameters<typeof loadEngineCollectibles>) =>
    (await loadEngineCollectibles(...args)).map(({ id }) => id);
  expect(await ids(pool, 'test', null)).toEqual(['a', 'c', 'b']);
  expect(await ids(pool, 'test', null, { unpriced: true })).toEqual(['c', 'b']);
  expect(await ids(pool, 'test', [])).toEqual([]);
});
