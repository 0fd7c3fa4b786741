/** The market worker on a real database: validation, commands, leases and recovery after failures. */
import { describe, expect, test } from 'vitest';
import { listThresholdsPastKickoff, pauseThresholds } from '#server/db/market/threshold-pauses.ts';
import { reopenThresholds } from '#server/workers/moved-kickoff-worker.ts';
import { grantPlanTo } from '#tests/support/grant-plan-to.ts';
import { generateMarket } from './support/generate-market.ts';
import { failingPool } from './support/intercept-pool.ts';
import {
  below,
  marketFiles,
  openMarket,
  owner,
  waitForMarketEnd,
  waitUntil,
} from './support/market-harness.ts';

const at = (hour: number) => `2026-01-01T${String(hour).padStart(2, '0')}:00:00Z`;
const open = (...prices: string[]) =>
  openMarket(marketFiles(prices, ['a1,13,Sevilla,1', 'a2,13,Sevilla,2']));

describe('readings', () => {
  test('late ticks are stored as late, repeated ones ignored, and neither changes the price in force', async () => {
    const { start, countRejectedTicks, pool, addThresholds, waitForCommandsApplied, alerts } =
      await open(
        `${at(1)},a1,1000`,
        `${at(4)},a1,1100`,
        // Late, and cheap enough to fire if it were evaluated.
        `${at(2)},a1,100`,
        // The same instants again, in later deliveries.
        `${at(4)},a1,100`,
        `${at(2)},a1,90`,
        `${at(1)},a1,80`,
        // Older than market now, but the first tick of its collectible.
        `${at(3)},a2,500`,
      );
    const market = await start({ paused: true });
    await addThresholds([below('on-a1', 200), below('on-a2', 600, 'a2')]);
    await waitForCommandsApplied();
    await market.control({ action: 'play' });
    await waitForMarketEnd(market);
    const { rows } = await pool.query(
      `select collectible_id, observed_at, floor_cents, late from price_changes order by 1, 2`,
    );
    expect(
      rows.map((row) => [
        row.collectible_id,
        row.observed_at.getUTCHours(),
        row.floor_cents,
        row.late,
      ]),
    ).toEqual([
      ['a1', 1, 1000, false],
      ['a1', 2, 100, true],
      ['a1', 4, 1100, false],
      ['a2', 3, 500, false],
    ]);
    expect(await countRejectedTicks()).toEqual({ duplicate: 3 });
    expect(await alerts()).toEqual([`on-a2,1,${Date.parse(at(3))},500,0`]);
    expect((await market.state()).observedAt).toBe('2026-01-01T04:00:00.000Z');
  });

  test('what was seen unchanged is not written again, and a restart judges late what the worker would have', async () => {
    const { start, countRejectedTicks, pool, addThresholds, waitForCommandsApplied, alerts } =
      await openMarket(
        marketFiles(
          [
            ...['a1', 'a2', 'a3'].map((id) => `${at(1)},${id},1000`),
            ...['a1', 'a2', 'a3'].map((id) => `${at(3)},${id},1000`),
            // All but one: it was last seen before.
            ...['a1', 'a2'].map((id) => `${at(5)},${id},1000`),
            // After a restart. Late, in spite of its price.
            `${at(4)},a1,100`,
            `${at(2)},a3,100`,
            // Older than market now, but newer than the collectible's newest.
            `${at(4)},a3,500`,
            `${at(5)},a2,100`,
          ],
          ['a1,13,Sevilla,1', 'a2,13,Sevilla,2', 'a3,13,Sevilla,3'],
        ),
      );
    const before = await start({ paused: true });
    await addThresholds(['a1', 'a2', 'a3'].map((id) => below(`on-${id}`, 600, id)));
    await waitForCommandsApplied();
    for (let reading = 0; reading < 3; reading += 1) await before.control({ action: 'step' });
    const { rows: logged } = await pool.query('select ticks, unseen from readings order by id');
    expect(logged.map(({ ticks, unseen }) => [ticks.length, unseen])).toEqual([
      [3, null],
      [0, []],
      [0, ['a3']],
    ]);
    const { rows: seen } = await pool.query(
      'select last_observed_at as at from collectibles order by id',
    );
    expect(seen.map((row) => row.at.getUTCHours())).toEqual([1, 1, 3]);
    await before.close();
    await waitForMarketEnd(await start());
    expect(await alerts()).toEqual([`on-a3,1,${Date.parse(at(4))},500,0`]);
    const { rows: late } = await pool.query(
      'select collectible_id as id, floor_cents as floor from price_changes where late order by observed_at desc',
    );
    expect(late).toEqual([
      { id: 'a1', floor: 100 },
      { id: 'a3', floor: 100 },
    ]);
    expect(await countRejectedTicks()).toEqual({ duplicate: 1 });
  });
});

describe('control', () => {
  test('a step commits one reading, and applies pending threshold commands first', async () => {
    const { start, addThresholds, alerts } = await open(
      `${at(1)},a1,1000`,
      `${at(2)},a1,900`,
      `${at(3)},a1,700`,
    );
    const market = await start({ paused: true });
    expect(await market.state()).toMatchObject({ state: 'paused', readings: 0, observedAt: null });
    expect(await market.control({ action: 'step' })).toMatchObject({ readings: 1 });
    expect(await market.control({ action: 'step' })).toMatchObject({ readings: 2 });
    await addThresholds([below('t', 800)]);
    // Not waiting for the worker: the step must apply the command itself.
    expect(await market.control({ action: 'step' })).toMatchObject({
      readings: 3,
      pending: { alerts: 1, mails: 0 },
    });
    expect(await alerts()).toEqual([`t,1,${Date.parse(at(3))},700,0`]);
    await waitForMarketEnd(market);
    expect(await market.control({ action: 'step' })).toMatchObject({ state: 'ended', readings: 3 });
  });
});

describe('pausing thresholds', () => {
  test('a stopped threshold is not evaluated, and a new version starts with fresh state', async () => {
    const { start, addThresholds, waitForCommandsApplied, alerts, pool } = await open(
      `${at(1)},a1,1000`,
      `${at(2)},a1,500`,
      `${at(3)},a1,400`,
    );
    const market = await start({ paused: true });
    const [key] = await addThresholds([below('t', 800)]);
    await waitForCommandsApplied();
    await market.control({ action: 'step' });
    await pool.query(`update thresholds set pause_reason = 'user'`);
    await pool.query(
      `insert into threshold_commands (threshold_key, action, version) values ($1, 'stop', 1)`,
      [key],
    );
    await market.control({ action: 'step' });
    expect(await alerts()).toEqual([]);
    await pool.query(`update thresholds set pause_reason = null, version = 2, active_from = null`);
    await pool.query(
      `insert into threshold_commands (threshold_key, action, version) values ($1, 'start', 2)`,
      [key],
    );
    await market.control({ action: 'step' });
    expect(await alerts()).toEqual([`t/2,1,${Date.parse(at(2))},500,1`]);
  });

  test('a snoozed threshold starts by itself when its snooze ends', async () => {
    const { start, alerts, pool } = await open(`${at(1)},a1,1000`);
    const market = await start();
    await waitForMarketEnd(market);
    await pool.query(
      `with t as (insert into thresholds (uid, id, target_kind, target_id, match_id, condition, value, currency,
                                          rearm_band_bp, snoozed_until)
                  values ('vigilante', 't', 'collectible', 'a1', '13', 'below', 2000, 'USD', 300,
                          now() + interval '600 milliseconds') returning key, snoozed_until)
       insert into threshold_commands (threshold_key, action, version, due_at)
       select key, 'start', 1, snoozed_until from t`,
    );
    await waitUntil(async () => (await alerts()).length === 1);
    const { rows } = await pool.query(
      `select a.created_at >= t.snoozed_until as "notBefore"
         from alerts a join thresholds t on t.key = a.threshold_key`,
    );
    expect(rows).toEqual([{ notBefore: true }]);
  });

  test('kick-off pauses thresholds, with a new settings version and a projection job', async () => {
    const { start, addThresholds, waitForCommandsApplied, pool } = await open(`${at(1)},a1,1000`);
    await (await start({ paused: true })).close();
    await pool.query(`update matches set kickoff_at = now() + interval '1 second'`);
    await start({ paused: true });
    await addThresholds([below('t', 10)]);
    await waitForCommandsApplied();
    await waitUntil(
      async () =>
        (
          await pool.query(
            `select 1 from thresholds where pause_reason = 'kickoff' and active_from is null`,
          )
        ).rowCount === 1,
    );
    const { rows } = await pool.query(
      'select settings_version from users join projection_jobs using (uid)',
    );
    expect(rows).toEqual([{ settings_version: 2 }]);
    await addThresholds([{ ...below('late', 10) }]);
    await waitUntil(
      async () =>
        (await pool.query(`select 1 from thresholds where pause_reason = 'kickoff'`)).rowCount ===
        2,
    );
  });

  test('a kick-off that moves across now again and again fires nothing at a constant price, and keeps a base', async () => {
    const { start, addThresholds, waitForCommandsApplied, alerts, pool } = await open(
      `${at(1)},a1,1000`,
      `${at(2)},a1,1045`,
      `${at(3)},a1,1080`,
    );
    const market = await start({ paused: true });
    await grantPlanTo(pool, owner, 'elite');
    await market.control({ action: 'step' });
    const change = { ...below('change', 500), condition: 'change' } as const;
    await addThresholds([below('fired', 2_000), below('armed', 10), change]);
    await waitForCommandsApplied();
    await market.control({ action: 'step' });
    const once = [`fired,1,${Date.parse(at(1))},1000,1`];
    expect(await alerts()).toEqual(once);
    const page = { after: { uid: '', key: 0 }, limit: 10 };
    for (let flap = 0; flap < 12; flap += 1) {
      await pool.query(`update matches set kickoff_at = now() - interval '1 hour'`);
      const closing = await listThresholdsPastKickoff(pool, '13', page);
      await pauseThresholds(pool, closing, 'kickoff');
      // By this or by the worker itself, whichever comes first.
      expect(
        (await pool.query(`select from thresholds where pause_reason = 'kickoff'`)).rowCount,
      ).toBe(3);
      await pool.query(
        `update matches set kickoff_at = now() + interval '1 day', reopens_since = now()`,
      );
      await reopenThresholds(pool);
      // Closed before its start every third time.
      if (flap % 3 !== 0) await waitForCommandsApplied();
    }
    await waitForCommandsApplied();
    expect(await alerts()).toEqual(once);
    await market.control({ action: 'step' });
    expect((await alerts()).filter((line) => !line.startsWith('fired'))).toEqual([
      `change/13,1,${Date.parse(at(3))},1080,0`,
    ]);
    const { rows } = await pool.query(
      'select distinct armed, keeps_state as "keepsState" from thresholds order by armed',
    );
    expect(rows).toEqual([
      { armed: false, keepsState: false },
      { armed: true, keepsState: false },
    ]);
  });

  test('a threshold in another currency than its target is paused with the reason', async () => {
    const { start, addThresholds, waitForCommandsApplied, pool } = await open(`${at(1)},a1,1000`);
    await start();
    await addThresholds([{ ...below('t', 2_000), currency: 'EUR' }]);
    await waitForCommandsApplied();
    expect((await pool.query('select pause_reason as pause from thresholds')).rows).toEqual([
      { pause: 'currency' },
    ]);
  });
});

describe('one writer', () => {
  test('another market on the same data is rejected with one sentence', async () => {
    const { start } = await open(`${at(1)},a1,1000`);
    await start();
    await expect(start({ currency: 'EUR' })).rejects.toThrow(/guardan otro mercado/);
    await expect(start({ adapter: 'demo' })).rejects.toThrow(/guardan otro mercado/);
    await expect(start({ file: '/no/hay' })).rejects.toThrow(
      'No se puede leer el archivo de mercado /no/hay.',
    );
  });
});

describe('random failures', () => {
  test.each([
    ['statements', 'before', 97],
    // Committed, but the client got an error: the worst case.
    ['commits', 'after', 13],
  ] as const)(
    'when %s fail at random, the alerts still equal the pure engine’s',
    async (what, when, everyNth) => {
      const market = generateMarket(`failing ${what}`, 150);
      const { start, addThresholds, alerts, pool, waitForCommandsApplied } =
        await openMarket(market);
      let counted = 0;
      const isDue = (text: string) => {
        if (text === 'rollback' || (what === 'commits' && text !== 'commit')) return false;
        counted += 1;
        return counted <= 12 * everyNth && counted % everyNth === 0;
      };
      const failing = failingPool(pool, when, isDue, { transactionsOnly: true });
      const worker = await start({ paused: true }, failing);
      await addThresholds(market.thresholds);
      await waitForCommandsApplied();
      await worker.control({ action: 'play' });
      await waitForMarketEnd(worker);
      expect(counted).toBeGreaterThanOrEqual(12 * everyNth);
      expect(await alerts()).toEqual(market.expected());
      const { rows } = await pool.query(
        `select count(*)::integer as doubled from (
           select 1 from readings group by observed_at, ticks having count(*) > 1 and min(id) <> max(id)) d`,
      );
      expect(rows[0].doubled).toBeLessThanOrEqual(1);
    },
  );
});
