/** The market worker on a real database: what it refuses, what it survives, and who may write. */
import type pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { generateMarket } from './support/generate-market.ts';
import {
  createMarketHarness,
  ended,
  type MarketHarness,
  type RigThreshold,
  waitUntil,
} from './support/market-harness.ts';

const header = 'observed_at,collectible,floor_cents';
const collectibles =
  'collectible,match_number,city,category,rarity\na1,13,Sevilla,1,Iconic\na2,13,Sevilla,2,Iconic\n';
const at = (hour: number) => `2026-01-01T${String(hour).padStart(2, '0')}:00:00Z`;
const csv = (...rows: string[]) => [header, ...rows, ''].join('\n');
const below = (id: string, value: number, target = 'a1'): RigThreshold => ({
  id,
  target: { kind: 'collectible', id: target },
  condition: 'below',
  value,
  bandBp: 300,
});

let rig: MarketHarness | null = null;
afterEach(async () => {
  await rig?.close();
  rig = null;
});
const open = async (...args: Parameters<typeof createMarketHarness>): Promise<MarketHarness> => {
  rig = await createMarketHarness(...args);
  return rig;
};

describe('readings', () => {
  test('bad rows are counted by reason and disturb nothing else', async () => {
    const { start, rejected, pool } = await open({
      prices: csv(
        `${at(1)},a1,1000`,
        `${at(1)},a2,0`,
        `${at(1)},a2,-1`,
        `${at(1)},a2,1.5`,
        `${at(1)},a2,1e999`,
        `${at(1)},zz,5`,
        `${at(1)},a2`,
        'nunca,a2,5',
        '2999-01-01T00:00:00Z,a1,5',
        `${at(2)},a1,900`,
      ),
      collectibles,
    });
    const market = await start();
    await ended(market);
    expect(await rejected()).toEqual({
      price: 4,
      unknown_collectible: 1,
      row: 1,
      time: 1,
      future: 1,
    });
    const { rows } = await pool.query(
      'select collectible_id, floor_cents from price_changes order by observed_at',
    );
    expect(rows.map(Object.values)).toEqual([
      ['a1', 1000],
      ['a1', 900],
    ]);
    expect(await market.state()).toMatchObject({
      readings: 2,
      observedAt: '2026-01-01T02:00:00.000Z',
    });
  });

  test('late ticks are kept aside, repeated ones ignored, and neither moves the price in force', async () => {
    const { start, rejected, pool, add, taken, alerts } = await open({
      prices: csv(
        `${at(1)},a1,1000`,
        `${at(4)},a1,1100`,
        // Late, and cheap enough to fire if anybody evaluated it.
        `${at(2)},a1,100`,
        // The same instants again, in later deliveries.
        `${at(4)},a1,100`,
        `${at(2)},a1,90`,
        `${at(1)},a1,80`,
        // Older than market now, yet news of its own collectible.
        `${at(3)},a2,500`,
      ),
      collectibles,
    });
    const market = await start({ paused: true });
    await add([below('on-a1', 200), below('on-a2', 600, 'a2')]);
    await taken();
    await market.control({ action: 'play' });
    await ended(market);
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
    expect(await rejected()).toEqual({ duplicate: 3 });
    expect(await alerts()).toEqual([`on-a2,1,${Date.parse(at(3))},500,0`]);
    expect(market.marketNow()?.toISOString()).toBe('2026-01-01T04:00:00.000Z');
  });
});

describe('control', () => {
  test('a step is one reading, committed with what was told before it', async () => {
    const { start, add, alerts } = await open({
      prices: csv(`${at(1)},a1,1000`, `${at(2)},a1,900`, `${at(3)},a1,700`),
      collectibles,
    });
    const market = await start({ paused: true });
    expect(await market.state()).toMatchObject({ state: 'paused', readings: 0, observedAt: null });
    expect(await market.control({ action: 'step' })).toMatchObject({ readings: 1 });
    expect(await market.control({ action: 'step' })).toMatchObject({ readings: 2 });
    await add([below('t', 800)]);
    // Nobody waited for the worker: the step itself must take the threshold in first.
    expect(await market.control({ action: 'step' })).toMatchObject({
      readings: 3,
      pending: { alerts: 1, mails: 0 },
    });
    expect(await alerts()).toEqual([`t,1,${Date.parse(at(3))},700,0`]);
    await ended(market);
    expect(await market.control({ action: 'step' })).toMatchObject({ state: 'ended', readings: 3 });
  });

  test('a threshold that is already true when created says so at market now', async () => {
    const { start, add, taken, alerts, pool } = await open({
      prices: csv(`${at(1)},a1,1000`, `${at(2)},a1,990`),
      collectibles,
    });
    const market = await start({ paused: true });
    await market.control({ action: 'step' });
    await add([below('t', 2_000)]);
    await taken();
    expect(await alerts()).toEqual([`t,1,${Date.parse(at(1))},1000,1`]);
    const { rows } = await pool.query('select active_from, armed, episode from thresholds');
    expect(rows).toEqual([{ active_from: new Date(at(1)), armed: false, episode: 1 }]);
  });
});

describe('holding thresholds back', () => {
  test('a stopped threshold is evaluated no more, and a new version starts clean', async () => {
    const { start, add, taken, alerts, pool } = await open({
      prices: csv(`${at(1)},a1,1000`, `${at(2)},a1,500`, `${at(3)},a1,400`),
      collectibles,
    });
    const market = await start({ paused: true });
    const [key] = await add([below('t', 800)]);
    await taken();
    await market.control({ action: 'step' });
    await pool.query(`update thresholds set pausa = 'usuario'`);
    await pool.query(
      `insert into threshold_commands (threshold_key, action, version) values ($1, 'stop', 1)`,
      [key],
    );
    await market.control({ action: 'step' });
    expect(await alerts()).toEqual([]);
    await pool.query(`update thresholds set pausa = null, version = 2, active_from = null`);
    await pool.query(
      `insert into threshold_commands (threshold_key, action, version) values ($1, 'start', 2)`,
      [key],
    );
    await market.control({ action: 'step' });
    expect(await alerts()).toEqual([`t,1,${Date.parse(at(2))},500,1`]);
  });

  test('a snoozed threshold starts when its snooze ends, without anybody asking', async () => {
    const { start, alerts, pool } = await open({
      prices: csv(`${at(1)},a1,1000`),
      collectibles,
    });
    const market = await start();
    await ended(market);
    await pool.query(
      `with t as (insert into thresholds (uid, id, target_kind, target_id, match_id, condition, value, currency,
                                          band_bp, silenciado_hasta)
                  values ('vigilante', 't', 'collectible', 'a1', '13', 'below', 2000, 'USD', 300,
                          now() + interval '600 milliseconds') returning key, silenciado_hasta)
       insert into threshold_commands (threshold_key, action, version, due_at)
       select key, 'start', 1, silenciado_hasta from t`,
    );
    await waitUntil(async () => (await alerts()).length === 1);
    const { rows } = await pool.query(
      `select a.created_at >= t.silenciado_hasta as "notBefore"
         from alerts a join thresholds t on t.key = a.threshold_key`,
    );
    expect(rows).toEqual([{ notBefore: true }]);
  });

  test('kick-off closes thresholds, says so in the settings and in the document', async () => {
    const { start, add, taken, pool } = await open({
      prices: csv(`${at(1)},a1,1000`),
      collectibles,
    });
    await (await start({ paused: true })).close();
    await pool.query(`update matches set kickoff_at = now() + interval '1 second'`);
    await start({ paused: true });
    await add([below('t', 10)]);
    await taken();
    await waitUntil(
      async () =>
        (
          await pool.query(
            `select 1 from thresholds where pausa = 'inicio' and active_from is null`,
          )
        ).rowCount === 1,
    );
    const { rows } = await pool.query(
      'select settings_version from users join projection_jobs using (uid)',
    );
    expect(rows).toEqual([{ settings_version: 2 }]);
    await add([{ ...below('late', 10) }]);
    await waitUntil(
      async () =>
        (await pool.query(`select 1 from thresholds where pausa = 'inicio'`)).rowCount === 2,
    );
  });

  test('a threshold in another currency than its target is held with the reason', async () => {
    const { start, add, taken, pool } = await open({
      prices: csv(`${at(1)},a1,1000`),
      collectibles,
    });
    await start();
    await add([{ ...below('t', 2_000), currency: 'EUR' }]);
    await taken();
    expect((await pool.query('select pausa from thresholds')).rows).toEqual([{ pausa: 'moneda' }]);
  });
});

describe('one writer', () => {
  test('a second process waits while the first lives, and goes on exactly where it stopped', async () => {
    const market = generateMarket('two-processes', 120);
    const { start, add, alerts, pool } = await open(market);
    const first = await start({ paused: true });
    // Whoever carries out an order reads the source.
    await first.control({ action: 'pause' });
    await add(market.thresholds);
    const second = await start();
    for (let step = 0; step < 40; step += 1) await first.control({ action: 'step' });
    expect(await first.state()).toMatchObject({ readings: 40 });
    const fencing = async () =>
      (await pool.query<{ fencing: number }>('select fencing from sources')).rows[0]?.fencing ?? 0;
    const before = await fencing();
    await first.close();
    expect(await second.control({ action: 'play' })).toMatchObject({ state: 'playing' });
    await ended(second);
    expect(await fencing()).toBe(before + 1);
    expect(await alerts()).toEqual(market.expected());
  }, 120_000);

  test('a process among others goes by their pace, one that is alone by its own', async () => {
    const { start, pool } = await open({
      prices: csv(...Array.from({ length: 5 }, (_, hour) => `${at(hour)},a1,${1_000 + hour}`)),
      collectibles,
    });
    const pace = async () => (await pool.query('select playing, speed from sources')).rows[0];
    // The one that starts second may well be the first to look for something to read.
    const first = await start({ paused: true, speed: 7 });
    const others = await Promise.all([start(), start({ speed: 3 })]);
    expect(await pace()).toEqual({ playing: false, speed: 7 });
    for (const market of [first, ...others]) {
      expect(await market.state()).toMatchObject({ state: 'paused', speed: 7, readings: 0 });
    }
    await first.close();
    await Promise.all(others.map((market) => market.close()));
    const alone = await start();
    expect(await pace()).toEqual({ playing: true, speed: null });
    await ended(alone);
  }, 120_000);

  test('a holder that was taken over writes nothing more', async () => {
    const { start, pool } = await open({
      prices: csv(...Array.from({ length: 20 }, (_, hour) => `${at(hour)},a1,${1_000 + hour}`)),
      collectibles,
    });
    const market = await start({ paused: true });
    await market.control({ action: 'step' });
    // What another process does when it takes over.
    await pool.query(`update sources set fencing = fencing + 1`);
    const { rows: before } = await pool.query(
      'select fencing, (select min(readings_applied) from shards) as readings_applied from sources',
    );
    await market.control({ action: 'play' });
    // It loses the lease, says so, and must win it again before its next write.
    await ended(market);
    const { rows: after } = await pool.query(
      'select fencing, (select min(readings_applied) from shards) as readings_applied from sources',
    );
    expect(after[0].fencing).toBeGreaterThan(before[0].fencing);
    expect(after[0].readings_applied).toBe(20);
    const { rows } = await pool.query(
      'select count(*)::integer as n, count(distinct observed_at)::integer as d from readings',
    );
    expect(rows).toEqual([{ n: 20, d: 20 }]);
  }, 120_000);

  test('another file on the same data is refused in one sentence', async () => {
    const { start } = await open({ prices: csv(`${at(1)},a1,1000`), collectibles });
    await start();
    await expect(start({ currency: 'EUR' })).rejects.toThrow(/guardan otro mercado/);
    await expect(start({ adapter: 'demo' })).rejects.toThrow(/guardan otro mercado/);
    await expect(start({ file: '/no/hay' })).rejects.toThrow(
      'No se puede leer el archivo de mercado /no/hay.',
    );
  });
});

describe('failures between any two steps', () => {
  test.each(['statements', 'commits'] as const)(
    'when %s fail at random, the alerts are those of the pure engine all the same',
    async (what) => {
      const market = generateMarket(`failing ${what}`, 150);
      const { start, add, alerts, pool, taken } = await open(market);
      const failing = failingPool(pool, what, {
        everyNth: what === 'commits' ? 13 : 97,
        times: 12,
      });
      const worker = await start({ paused: true }, failing);
      await add(market.thresholds);
      await taken();
      await worker.control({ action: 'play' });
      await ended(worker);
      expect(failing.failed()).toBe(12);
      expect(await alerts()).toEqual(market.expected());
      const { rows } = await pool.query(
        `select count(*)::integer as doubled from (
           select 1 from readings group by observed_at, ticks having count(*) > 1 and min(id) <> max(id)) d`,
      );
      expect(rows[0].doubled).toBeLessThanOrEqual(1);
    },
    120_000,
  );

  test('closing and starting again at every few readings changes nothing', async () => {
    const market = generateMarket('restarts', 90);
    const { start, add, alerts } = await open(market);
    let worker = await start({ paused: true });
    await add(market.thresholds);
    for (let round = 0; round < 9; round += 1) {
      for (let step = 0; step < 7; step += 1) await worker.control({ action: 'step' });
      await worker.close();
      worker = await start({ paused: true });
    }
    await worker.control({ action: 'play' });
    await ended(worker);
    expect(await alerts()).toEqual(market.expected());
  }, 60_000);
});

/** The same pool, whose transactions break now and then: before a statement, or after the commit went through. */
function failingPool(
  pool: pg.Pool,
  what: 'statements' | 'commits',
  { everyNth, times }: { everyNth: number; times: number },
): pg.Pool & { failed(): number } {
  let count = 0;
  let failed = 0;
  const due = () => {
    count += 1;
    if (failed >= times || count % everyNth !== 0) return false;
    failed += 1;
    return true;
  };
  const connect = async () => {
    const client = await pool.connect();
    const query = async (text: string, values?: unknown[]) => {
      const commit = text === 'commit';
      if (what === 'statements' && text !== 'rollback' && due()) throw new Error('planted fault');
      const result = await client.query(text, values);
      // Committed, but we never heard: the worst moment.
      if (what === 'commits' && commit && due()) throw new Error('planted fault');
      return result;
    };
    return { query, release: (error?: Error) => client.release(error) };
  };
  // `query` of the pool itself goes through `connect` with a callback: it stays whole.
  const query = pool.query.bind(pool);
  return Object.assign(Object.create(pool), { connect, query, failed: () => failed });
}
