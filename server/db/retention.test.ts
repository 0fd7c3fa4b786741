/** What is deleted after its retention, and what stays because something still refers to it. */
import { beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertAlert, insertSamples } from '#tests/support/samples.ts';
import { deleteExpiredRows } from '../workers/maintenance-worker.ts';

const { pool } = await openTestDatabase();
beforeAll(async () => {
  await insertSamples(pool, {
    matches: [{ id: 'm1' }],
    collectibles: [{ id: 'c1' }],
    users: [{ uid: 'ana' }],
    thresholds: [{ id: 'live' }],
  });
  await pool.query(`
    insert into channels (id, uid, kind, name, state, settings) values
      ('00000000-0000-4000-8000-000000000001', 'ana', 'ntfy', 'n', 'stopped', ''),
      ('00000000-0000-4000-8000-000000000002', 'ana', 'ntfy', 'n', 'active', '')`);
});

it.each<[string, insert: string, left: string, string[]]>([
  [
    'mails keep their record for ever and their body for thirty days, unsent ones always',
    `deliveries (id, uid, cause, to_address, subject, body_text, body_html, state, created_at)
     select gen_random_uuid(), 'ana', 'alert', 'a', state || ' ' || days, 'text', 'html', state,
            now() - make_interval(days => days)
       from unnest(array['pending', 'sending', 'sent', 'failed']) state, unnest(array[29, 31]) days`,
    `subject || ' ' || body_text || body_html from deliveries where kind = 'mail'`,
    [
      'failed 29 texthtml',
      'failed 31 ',
      'pending 29 texthtml',
      'pending 31 texthtml',
      'sending 29 texthtml',
      'sending 31 texthtml',
      'sent 29 texthtml',
      'sent 31 ',
    ],
  ],
  [
    'commands are deleted a day after they were applied, by any number',
    `threshold_commands (threshold_key, action, version, applied_at)
     select key, 'start', i, case when i > 2500 then null else now() - make_interval(hours => i % 50) end
       from thresholds, generate_series(1, 2600) i where id = 'live'`,
    `case when applied_at is null then 'waiting' else 'applied ' || (applied_at < now() - interval '1 day') end
       || ' ' || count(*) from threshold_commands group by applied_at is null, applied_at < now() - interval '1 day'`,
    ['applied false 1200', 'waiting 100'],
  ],
  [
    'sales are deleted after a week',
    `sales (collectible_id, sold_at, sale_id, price_cents)
     select 'c1', now() - make_interval(days => days), 's' || days, 100 from unnest(array[0, 6, 8, 40]) days`,
    'sale_id from sales',
    ['s0', 's6'],
  ],
  [
    'pushed readings are the same when they are sent again within a week, and wait as long as it takes',
    `source_keys (supplier, currency, prefix, hash) values ('tienda', 'EUR', 'p', '');
     insert into pushed_readings (supplier, key, hash, answer, arrived_at, taken_at)
     select 'tienda', 'k' || days, '', '{}', now() - interval '9 days',
            case when days > 0 then now() - make_interval(days => days) end from unnest(array[0, 6, 8]) days`,
    'key from pushed_readings',
    ['k0', 'k6'],
  ],
  [
    'confirmation mails count against their address for a day',
    `confirmation_mails (address_hash, sent_at)
     select hours::text::bytea, now() - make_interval(hours => hours) from unnest(array[0, 23, 25]) hours`,
    `encode(address_hash, 'escape') from confirmation_mails`,
    ['0', '23'],
  ],
  [
    'expired keys are listed for thirty days, and others stay',
    `api_keys (uid, name, scope, prefix, hash, expires_at)
     select 'ana', 'k' || coalesce(days::text, ''), 'read', coalesce(days, 0), ''::bytea, now() - make_interval(days => days)
       from unnest(array[-1, 29, 31, null]) days`,
    `name from api_keys`,
    ['k', 'k-1', 'k29'],
  ],
  [
    'a delivery waits a day, none for a channel that is not active, and is listed for thirty days',
    `deliveries (id, channel_id, uid, kind, alerts, state, created_at, ended_at)
     select gen_random_uuid(), ('00000000-0000-4000-8000-00000000000' || channel)::uuid, 'ana', age, '[]', state,
            now() - age::interval, case when state = 'sent' then now() - age::interval end
       from (values ('1 hour', 'pending', 1), ('23 hours', 'pending', 2), ('25 hours', 'pending', 2),
                    ('29 days', 'sent', 2), ('31 days', 'sent', 2)) d (age, state, channel)`,
    `kind || ' ' || state from deliveries where kind <> 'mail'`,
    ['1 hour failed', '23 hours pending', '25 hours failed', '29 days sent'],
  ],
  [
    'which weeks had a summary is kept for sixty days',
    `weekly_summaries (uid, monday, outcome, created_at)
     select 'ana', date '2026-01-05' + 7 * n, 'mailed', now() - make_interval(days => 58 + n)
       from generate_series(0, 3) n`,
    'monday::text from weekly_summaries',
    ['2026-01-05', '2026-01-12'],
  ],
])('%s', async (_rule, insert, left, expected) => {
  await pool.query(`insert into ${insert}`);
  expect(await rowsLeft(left)).toEqual(expected);
});

it('deleted thresholds go, except where an alert or a command to stop refers to them', async () => {
  const ids = ['gone', 'alerted', 'stopping', 'recent'];
  await insertSamples(pool, { thresholds: ids.map((id) => ({ id })) });
  await insertAlert(pool, { id: 'alerted' });
  await pool.query(`
    update thresholds set deleted_at = now() - interval '2 days' where id in ('gone', 'alerted', 'stopping');
    update thresholds set deleted_at = now() - interval '2 hours' where id = 'recent';
    insert into threshold_commands (threshold_key, action, version)
      select key, 'stop', 1 from thresholds where id = 'stopping'`);
  expect(await rowsLeft('id from thresholds')).toEqual(['alerted', 'live', 'recent', 'stopping']);
  expect(await rowsLeft('count(*)::text from alerts')).toEqual(['1']);
});

async function rowsLeft(select: string): Promise<string[]> {
  await deleteExpiredRows(pool, new AbortController().signal);
  const { rows } = await pool.query({ text: `select ${select}`, rowMode: 'array' });
  return rows.flat().toSorted();
}
