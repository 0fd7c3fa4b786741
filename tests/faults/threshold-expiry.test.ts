/** Expiry of thresholds: readings that arrived before it are evaluated, those that arrived at or after it are not. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { appendReadings, type StoredTick } from '#server/db/market/readings.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { lockUserRow } from '#tests/support/db-locks.ts';
import {
  below,
  type MarketHarness,
  marketFiles,
  openMarket,
  owner,
  type TestThreshold,
  waitForMarketEnd,
  waitUntil,
} from './support/market-harness.ts';

const source = 'replay';
const observed = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));

let harness: MarketHarness;
beforeEach(async () => {
  harness = await openMarket(
    marketFiles([`${observed(1).toISOString()},a1,1000`], ['a1,13,Sevilla,1']),
  );
});
afterEach(() => void vi.useRealTimers());

/** Adds a threshold that has started, and stops the worker. */
async function startThreshold(...thresholds: TestThreshold[]): Promise<number[]> {
  const market = await harness.start();
  await waitForMarketEnd(market);
  const keys = await harness.addThresholds(thresholds);
  await harness.waitForCommandsApplied();
  await market.close();
  return keys;
}

/** A moment that is just past by every clock, and its neighbours. */
async function expireNow(): Promise<{ before: Date; at: Date }> {
  const { rows } = await harness.pool.query<{ at: Date }>(
    `update thresholds set expires_at = date_trunc('milliseconds', now()) - interval '1 second'
     returning expires_at as at`,
  );
  const at = rows[0]?.at ?? new Date(0);
  return { at, before: new Date(at.getTime() - 1) };
}

const store = (...readings: { hour: number; floorCents: number; arrivedAt: Date }[]) =>
  inTransaction(harness.pool, async (client) => {
    const { rows } = await client.query<{ taken: number }>(
      'select readings_taken as taken from sources where name = $1',
      [source],
    );
    const stored = readings.map(({ hour, floorCents, arrivedAt }) => {
      const tick: StoredTick = ['a1', floorCents, null, null];
      return {
        observedAt: observed(hour),
        kind: 'changes' as const,
        ticks: [tick],
        arrivedAt,
      };
    });
    await appendReadings(client, source, stored, rows[0]?.taken ?? 0);
  });

const waitForApplied = () =>
  waitUntil(async () => {
    const { rows } = await harness.pool.query<{ applied: boolean }>(
      `select min(s.last_reading_id) >= (select max(id) from readings) as applied
         from shards s where s.source = $1`,
      [source],
    );
    return rows[0]?.applied === true;
  });

const stored = async () => {
  const { rows } = await harness.pool.query<{ id: string; pause: string | null; active: boolean }>(
    `select id, pause_reason as pause, active_from is not null as active from thresholds order by id`,
  );
  return rows;
};
const waitForExpiry = () =>
  waitUntil(async () => (await stored()).every(({ pause }) => pause === 'expired'));

describe('the instant of the expiry', () => {
  test('is by the arrival of a reading, however late it is applied, and also after a restart', async () => {
    await startThreshold(below('before', 900), below('after', 500));
    const expiry = await expireNow();
    await store(
      { hour: 2, floorCents: 900, arrivedAt: expiry.before },
      { hour: 3, floorCents: 400, arrivedAt: expiry.at },
    );
    await harness.start();
    await waitForApplied();
    expect(await harness.alerts()).toEqual([`before,1,${observed(2).getTime()},900,0`]);
    await waitForExpiry();
    const { rows } = await harness.pool.query(
      'select settings_version from users join projection_jobs using (uid)',
    );
    expect(rows).toHaveLength(1);
    expect(await stored()).toEqual([
      { id: 'after', pause: 'expired', active: false },
      { id: 'before', pause: 'expired', active: false },
    ]);
  });

  test.each([
    ['ahead', 3_600_000],
    ['behind', -3_600_000],
  ])('is by the database’s clock, where the worker’s own is an hour %s', async (_, aheadMs) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + aheadMs });
    const market = await harness.start({ paused: true });
    await harness.addThresholds([below('open', 1_000), below('over', 1_000)]);
    await harness.waitForCommandsApplied();
    await harness.pool.query(
      `update thresholds set expires_at = now() +
         case id when 'open' then interval '30 minutes' else interval '-1 second' end`,
    );
    await market.control({ action: 'step' });
    await waitForApplied();
    expect(await harness.alerts()).toEqual([`open,1,${observed(1).getTime()},1000,0`]);
    await waitUntil(async () => (await stored())[1]?.pause === 'expired');
    expect(await stored()).toMatchObject([{ pause: null }, { pause: 'expired' }]);
  });

  test('comes in a silent market, too, once no reading from before it can still be stored', async () => {
    await startThreshold(below('t', 10));
    await harness.pool.query(`update thresholds set expires_at = now() - interval '61 seconds'`);
    await harness.start();
    await waitForExpiry();
  });
});

describe('another expiry, saved while the one before passes', () => {
  test('lets the threshold go on as it was: nothing fires in between, nor twice', async () => {
    const [key] = await startThreshold(below('t', 900));
    await expireNow();
    const lock = await lockUserRow(harness.pool, owner);
    await store({ hour: 2, floorCents: 850, arrivedAt: new Date() });
    const market = await harness.start();
    await waitForApplied();
    expect(await harness.alerts()).toEqual([]);
    expect(await stored()).toEqual([{ id: 't', pause: null, active: true }]);
    await lock.release(async (client) => {
      await client.query(`update thresholds set expires_at = now() + interval '1 hour'`);
      await client.query(
        `insert into threshold_commands (threshold_key, action, version) values ($1, 'start', 1)`,
        [key],
      );
    });
    await harness.waitForCommandsApplied();
    await store({ hour: 3, floorCents: 840, arrivedAt: new Date() });
    await waitForApplied();
    expect(await harness.alerts()).toEqual([`t,1,${observed(3).getTime()},840,0`]);
    // Repeated, it changes nothing of one that is running.
    await harness.pool.query(
      `insert into threshold_commands (threshold_key, action, version) values ($1, 'start', 1)`,
      [key],
    );
    await harness.waitForCommandsApplied();
    await store({ hour: 4, floorCents: 830, arrivedAt: new Date() });
    await waitForApplied();
    expect(await harness.alerts()).toHaveLength(1);
    await market.close();
  });
});
