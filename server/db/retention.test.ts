/** What is deleted after its retention, and what stays because something still refers to it. */
import { beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { rollBackAfter } from '#tests/support/roll-back-after.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { sequentialPlans } from '#tests/support/sequential-plans.ts';
import { deleteExpiredRows } from '../users/account/erasure-worker.ts';
import { deleteExpiredPage, type RetainedRows } from './retention.ts';

const { pool } = await openTestDatabase();
beforeAll(async () => {
  await insertSamples(pool, {
    matches: [{ id: 'm' }],
    collectibles: [{ id: 'c', match_id: 'm' }],
    users: [{ uid: 'u' }],
    thresholds: [{ uid: 'u', id: 'live', match_id: 'm', target_id: 'c' }],
  });
  await pool.query(`
    insert into channels (id, uid, kind, name, state, settings)
      values ('00000000-0000-4000-8000-000000000001', 'u', 'ntfy', 'n', 'detenido', '')`);
});
const column = async (sql: string) =>
  (await pool.query<{ value: string }>(sql)).rows.map(({ value }) => value);
const run = () => deleteExpiredRows(pool, new AbortController().signal);

it('mails keep their record for ever and their body for thirty days, unsent ones always', async () => {
  await pool.query(`
    insert into outbox (id, uid, kind, to_address, subject, body_text, body_html, state, created_at)
      select gen_random_uuid(), 'u', 'alert', 'a', state || ' ' || days, 'text', 'html', state,
             now() - make_interval(days => days)
        from unnest(array['pending', 'sending', 'sent', 'failed']) state, unnest(array[29, 31]) days`);
  await run();
  expect(
    await column(
      `select subject as value from outbox where body_text = '' and body_html = '' order by 1`,
    ),
  ).toEqual(['failed 31', 'sent 31']);
  expect(await column('select count(*)::text as value from outbox')).toEqual(['8']);
});

it('commands are deleted a day after they were applied, by any number', async () => {
  await pool.query(`
    insert into threshold_commands (threshold_key, action, version, applied_at)
      select key, 'start', i, case when i > 2500 then null else now() - make_interval(hours => i % 50) end
        from thresholds, generate_series(1, 2600) i`);
  await run();
  expect(
    await column(
      `select count(*)::text as value from threshold_commands where applied_at < now() - interval '1 day'`,
    ),
  ).toEqual(['0']);
  expect(
    await column('select count(*)::text as value from threshold_commands where applied_at is null'),
  ).toEqual(['100']);
});

it('sales are deleted after a week', async () => {
  await pool.query(`
    insert into sales (collectible_id, sold_at, sale_id, price_cents)
      select 'c', now() - make_interval(days => days), 's' || days, 100
        from unnest(array[0, 6, 8, 40]) days`);
  await run();
  expect(await column('select sale_id as value from sales order by 1')).toEqual(['s0', 's6']);
});

it('confirmation mails count against their address for a day', async () => {
  await pool.query(`
    insert into confirmation_mails (address_hash, sent_at)
      select ''::bytea, now() - make_interval(hours => hours) from unnest(array[0, 23, 25]) hours`);
  await run();
  expect(await column('select count(*)::text as value from confirmation_mails')).toEqual(['2']);
});

it('expired keys are listed for thirty days, and others stay', async () => {
  await pool.query(`
    insert into api_keys (uid, name, scope, prefix, hash, expires_at)
      select 'u', 'k' || days, 'lectura', 'p' || days, ''::bytea, now() - make_interval(days => days)
        from unnest(array[-1, 29, 31]) days
      union all select 'u', 'forever', 'lectura', 'p', ''::bytea, null`);
  await run();
  expect(await column('select name as value from api_keys order by name collate "C"')).toEqual([
    'forever',
    'k-1',
    'k29',
  ]);
});

it('a delivery waits a day, none for a channel that is not active, and is listed for thirty days', async () => {
  await pool.query(`
    insert into channels (id, uid, kind, name, state, settings)
      values ('00000000-0000-4000-8000-000000000002', 'u', 'ntfy', 'n', 'activo', '');
    insert into channel_deliveries (id, channel_id, uid, kind, alerts, state, created_at, ended_at)
      select gen_random_uuid(), ('00000000-0000-4000-8000-00000000000' || channel)::uuid, 'u', age, '[]', state,
             now() - age::interval, case when state = 'sent' then now() - age::interval end
        from (values ('1 hour', 'pending', 1), ('23 hours', 'pending', 2), ('25 hours', 'pending', 2), ('29 days', 'sent', 2),
                     ('31 days', 'sent', 2)) d (age, state, channel)`);
  await run();
  expect(
    await column(
      `select kind || ' ' || state as value from channel_deliveries order by created_at desc`,
    ),
  ).toEqual(['1 hour failed', '23 hours pending', '25 hours failed', '29 days sent']);
  await pool.query(`delete from channels where state = 'activo'`);
});

it('deleted thresholds go, except where an alert or a command to stop refers to them', async () => {
  await pool.query(`
    insert into thresholds (uid, id, target_kind, target_id, match_id, condition, value, currency, rearm_band_bp, deleted_at)
      select 'u', id, 'collectible', 'c', 'm', 'below', 1, 'EUR', 300, now() - case id when 'recent' then interval '1 hour' else interval '2 days' end
        from unnest(array['gone', 'recent', 'alerted', 'stopping']) id;
    insert into threshold_commands (threshold_key, action, version) select key, 'stop', 1 from thresholds where id = 'stopping';
    insert into alerts (uid, threshold_key, version, episode, condition, rule_value, rearm_band_bp, target_kind, target_id,
                        collectible_id, match_id, value_cents, currency, observed_at, already)
      select 'u', key, 1, 1, 'below', 1, 300, 'collectible', 'c', 'c', 'm', 1, 'EUR', now(), false from thresholds where id = 'alerted'`);
  await run();
  expect(await column(`select id as value from thresholds order by 1`)).toEqual([
    'alerted',
    'live',
    'recent',
    'stopping',
  ]);
  expect(await column('select count(*)::text as value from alerts')).toEqual(['1']);
});

it('which weeks had a summary is kept for sixty days', async () => {
  await pool.query(`
    insert into weekly_summaries (uid, monday, outcome, created_at)
      select 'u', date '2026-01-05' + 7 * n, 'mailed', now() - make_interval(days => 58 + n) from generate_series(0, 3) n`);
  await run();
  expect(await column('select monday::text as value from weekly_summaries order by 1')).toEqual([
    '2026-01-05',
    '2026-01-12',
  ]);
});

/** `n`, and an age that grows with it: one row more than a page. */
const rowsOfAge = `from (select n, make_interval(days => 100 + n) as age from generate_series(0, 1000) n) a`;
const delivery = `select gen_random_uuid(), c.id, 'u', 'ntfy', '[]'`;
/** Stores the newest first, and finds it. */
const pages: readonly [RetainedRows, insert: string, newest: string][] = [
  [
    'mailBodies',
    `outbox (id, uid, kind, to_address, subject, body_text, body_html, state, created_at)
     select gen_random_uuid(), 'u', 'alert', '', '', 'text', '', 'sent', now() - age ${rowsOfAge}`,
    `outbox where body_text <> '' and created_at`,
  ],
  [
    'commands',
    `threshold_commands (threshold_key, action, version, applied_at)
     select t.key, 'start', n, now() - age ${rowsOfAge}, thresholds t where t.id = 'live'`,
    'threshold_commands where applied_at',
  ],
  [
    'thresholds',
    `thresholds (uid, id, target_kind, target_id, match_id, condition, value, currency, rearm_band_bp, deleted_at)
     select 'u', n, 'collectible', 'c', 'm', 'below', 1, 'EUR', 300, now() - age ${rowsOfAge}`,
    'thresholds where deleted_at',
  ],
  [
    'weeklySummaries',
    `weekly_summaries (uid, monday, outcome, created_at)
     select 'u', date '2020-01-06' - 7 * n, 'mailed', now() - age ${rowsOfAge}`,
    'weekly_summaries where created_at',
  ],
  [
    'confirmationMails',
    `confirmation_mails (address_hash, sent_at) select '', now() - age ${rowsOfAge}`,
    'confirmation_mails where sent_at',
  ],
  [
    'apiKeys',
    `api_keys (uid, name, scope, prefix, hash, expires_at)
     select 'u', n, 'lectura', n, '', now() - age ${rowsOfAge}`,
    'api_keys where expires_at',
  ],
  [
    'waitingDeliveries',
    `channel_deliveries (id, channel_id, uid, kind, alerts, created_at)
     ${delivery}, now() - age ${rowsOfAge}, channels c`,
    `channel_deliveries where state = 'pending' and created_at`,
  ],
  [
    'sales',
    `sales (collectible_id, sold_at, sale_id, price_cents) select 'c', now() - age, n, 1 ${rowsOfAge}`,
    'sales where sold_at',
  ],
  [
    'deliveries',
    `channel_deliveries (id, channel_id, uid, kind, alerts, state, ended_at)
     ${delivery}, 'sent', now() - age ${rowsOfAge}, channels c`,
    'channel_deliveries where ended_at',
  ],
];

it.each(pages)('of more than a page, the oldest go first: %s', async (rows, insert, newest) => {
  const isThere = await rollBackAfter(pool, async (db) => {
    await db.query(`${sequentialPlans}; insert into ${insert}`);
    expect(await deleteExpiredPage(db, rows)).toBe(true);
    return (await db.query(`select from ${newest} = now() - interval '100 days'`)).rowCount;
  });
  expect(isThere).toBe(1);
});
