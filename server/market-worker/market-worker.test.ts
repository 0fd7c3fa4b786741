import type pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createMarketHarness,
  type MarketHarness,
  waitForMarketEnd,
} from '#tests/faults/support/market-harness.ts';
import { waitFor } from '#tests/support/wait-for.ts';

let harness: MarketHarness;
beforeEach(async () => {
  harness = await createMarketHarness({
    prices: 'observed_at,collectible,floor_cents\n2026-01-01T01:00:00Z,a1,1000\n',
    collectibles: 'collectible,match_number,city,category,rarity\na1,13,Sevilla,1,\n',
  });
});
afterEach(() => harness.close());

/** @returns the pool, when it was asked for due commands, once in each round of a worker, and what it was asked to archive */
function recordRounds(pool: pg.Pool): { pool: pg.Pool; roundsAtMs: number[]; purges: string[] } {
  const roundsAtMs: number[] = [];
  const purges: string[] = [];
  const query = (text: unknown, ...values: unknown[]) => {
    const sql = typeof text === 'string' ? text : (text as pg.QueryConfig).text;
    if (sql.includes('threshold_commands')) roundsAtMs.push(performance.now());
    if (sql.includes('data_gaps')) purges.push(sql);
    return Reflect.apply(pool.query, pool, [text, ...values]);
  };
  return { pool: Object.assign(Object.create(pool), { query }), roundsAtMs, purges };
}

it('an idle worker asks the database once a second: hundreds of them must not keep it busy with nothing', async () => {
  const { pool, roundsAtMs, purges } = recordRounds(harness.pool);
  await waitForMarketEnd(await harness.start({}, pool));
  // What a start, shards and the end of the source wake it for is over.
  const purgedBefore = purges.length;
  const first = roundsAtMs.length + 3;
  await waitFor(() => expect(roundsAtMs.length).toBeGreaterThan(first + 3));
  const [from = 0, until = 0] = [roundsAtMs[first], roundsAtMs[first + 3]];
  expect(until - from).toBeGreaterThan(2_000);
  // Old readings are deleted once an hour.
  expect(purges.length - purgedBefore).toBeLessThanOrEqual(1);
  expect(purges).not.toEqual([]);
});
