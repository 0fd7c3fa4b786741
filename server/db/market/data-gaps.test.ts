/** Data gaps: one where readings were missed, none where the market was only slow, paused or played fast. */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { archiveDataGaps, listDataGaps } from './data-gaps.ts';
import { purgeReadings } from './readings.ts';

const { pool } = await openTestDatabase();
beforeAll(async () => {
  await pool.query(
    `insert into sources (name, fingerprint, currency, expected_every_ms)
     values ('test', 'f', 'EUR', 60000)`,
  );
});
beforeEach(async () => {
  await pool.query('delete from data_gaps');
  await pool.query('delete from readings');
  await pool.query('update sources set gaps_archived_until = null');
});

/** @param readings the minutes past noon of each, `observed/arrived` where these differ. @returns gaps as `from–to` */
async function read(readings: string) {
  const minutes = readings.split(' ').map((text) => text.split('/').map(Number));
  await pool.query(
    `insert into readings (source, observed_at, kind, ticks, arrived_at)
     select 'test', '2026-11-20T12:00:00Z'::timestamptz + make_interval(mins => o), 'changes', '[]',
            '2026-11-20T12:00:00Z'::timestamptz + make_interval(mins => a)
       from unnest($1::int[], $2::int[]) as r (o, a)`,
    [minutes.map(([observed]) => observed), minutes.map((both) => both.at(-1))],
  );
  const gaps = await listDataGaps(pool, new Date('2026-11-20T12:00:00Z'));
  const clock = (at: Date) => at.toISOString().slice(11, 16);
  return gaps.map(({ from, to }) => `${clock(from)}–${clock(to)}`).join(' ');
}

it.each([
  [
    'reaches from the last reading before an outage to the first after it',
    '0 1 31 32 90/91',
    '12:01–12:31 12:32–13:30',
  ],
  ['is none when a reading is late by less than three intervals', '0 3 6', ''],
  ['is none when a recorded market is played fast', '0 60/0 120/1', ''],
  ['is none when a paused market resumes without having missed anything', '0 1 2/600', ''],
])('%s', async (_rule, readings, gaps) => {
  expect(await read(readings)).toBe(gaps);
});

it('is clipped to the start of what is shown', async () => {
  await read('-30 30');
  const from = new Date('2026-11-20T12:10:00Z');
  expect(await listDataGaps(pool, from)).toEqual([{ from, to: new Date('2026-11-20T12:30:00Z') }]);
});

/** Every shard has applied them, a month ago. */
async function purgeAll() {
  await pool.query(`insert into shards (source, shard, last_reading_id) values ('test', 0, 1000000)
                    on conflict do nothing`);
  await pool.query(`update readings set arrived_at = arrived_at - interval '30 days'`);
  await archiveDataGaps(pool);
  await purgeReadings(pool, 'test');
}
it('is still known when the readings around it have been purged, and listed once while they exist', async () => {
  expect(await read('0 1 31')).toBe('12:01–12:31');
  await purgeAll();
  // The last one, where the next gap may begin.
  expect((await pool.query('select from readings')).rowCount).toBe(1);
  expect(await listDataGaps(pool, new Date(0))).toHaveLength(1);
  expect(await read('0 1 31')).toBe('12:01–12:31');
});
