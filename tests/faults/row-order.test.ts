/**
 * Lists come in their documented order although their rows lie in another one in the table, and no longer than their
 * limit.
 */
import { beforeAll, expect, it } from 'vitest';
import { lockUnsentAlerts } from '#server/db/alerts/unsent-alerts.ts';
import { listInvoices, upsertInvoices } from '#server/db/billing/billing-invoices.ts';
import { claimDeliveries } from '#server/db/deliveries/claim-deliveries.ts';
import { appendReadings, listReadingsAfter } from '#server/db/market/readings.ts';
import {
  firstDue,
  listDueCommands,
  listOwnersOfDueCommands,
} from '#server/db/market/threshold-commands.ts';
import { listExpiredThresholds } from '#server/db/market/threshold-pauses.ts';
import { claimShards } from '#server/db/market/worker-leases.ts';
import type { Database } from '#server/db/pool.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { rollBackAfter } from '#tests/support/roll-back-after.ts';
import { sequentialPlans } from '#tests/support/sequential-plans.ts';
import { seedMarket } from '../boundaries/api.harness.ts';

const uid = 'ana';
const allShards = Array.from({ length: 64 }, (_, shard) => shard);
const uuid = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const { pool } = await openTestDatabase();
beforeAll(async () => {
  await seedMarket(pool);
  // Sorted neither forwards, as a scan finds them, nor backwards, as a hash join returns rows of one key.
  await pool.query(`
    update matches set kickoff_at = '2026-01-01Z';
    update collectibles set name = name where id = 'c1';
    insert into users (uid, email, username, closed_at)
      select u, 'familia@correo.test', u, timestamptz '2026-01-01' + ascii(u) * interval '1 day' from unnest('{c,b,${uid}}'::text[]) u;
    insert into thresholds (key, uid, id, target_kind, target_id, match_id, condition, value, currency, rearm_band_bp, active_from)
      overriding system value
      select key, '${uid}', 't' || key, 'collectible', 'c1', 'm1', 'below', 1, 'EUR', 300, now() from unnest('{3,1,2}'::integer[]) key;
    insert into threshold_commands (seq, threshold_key, action, version, due_at)
      overriding system value select key, key, 'stop', 1, '2026-01-01Z' from unnest('{3,1,2}'::integer[]) key;
    select setval(pg_get_serial_sequence('threshold_commands', 'seq'), 100);
    insert into alerts (id, uid, threshold_key, version, episode, condition, rule_value, rearm_band_bp, target_kind,
                        target_id, collectible_id, match_id, value_cents, currency, observed_at, already)
      overriding system value
      select id, '${uid}', 1, 1, id, 'below', 1, 300, 'collectible', 'c1', 'c1', 'm1', 1, 'EUR', now(), false
        from unnest('{3,1,2}'::integer[]) id;
    insert into deliveries (id, uid, cause, to_address, subject, body_text, body_html, created_at, next_attempt_at)
      select ('${uuid(0).slice(0, -1)}' || n)::uuid, '${uid}', 'test', '', n::text, '', '',
             timestamptz '2026-01-01' + n * interval '1 day', '2026-01-01Z' from unnest('{3,1,2}'::integer[]) n;
    insert into billing_customers (uid, customer_id) select uid, uid from users;
    insert into billing_subscriptions (uid, subscription_id, state, stripe_state, display, sync_seq, expires_at)
      select uid, uid, 'ended', '{}', '{}', 1, closed_at from users order by closed_at desc;
    insert into billing_invoices (id, uid, number, issued_at, cents, tax_cents, status)
      select 'in_' || n, '${uid}', n::text, timestamptz '2026-01-01' + (n / 2) * interval '1 day', 1, 0, 'paid'
        from unnest('{1,2,3}'::integer[]) n;
    insert into shards (source, shard) select 'test', s from unnest('{2,1,0}'::integer[]) s;
    insert into workers (source, name, lease_expires_at) values ('test', 'w', now())`);
});

const shardSet = { source: 'test', shards: allShards };
const until = new Date('2027-01-01T00:00:00Z');
const invoice = (number: number) => ({
  id: `new_${number}`,
  number: String(number),
  issuedAt: new Date(number),
  cents: 1,
  taxCents: 0,
  chargedCents: 1,
  status: 'paid' as const,
  paidAt: null,
  url: null,
});
const reading = (hour: number) => ({
  observedAt: new Date(Date.UTC(2026, 0, 1, hour)),
  kind: 'complete' as const,
  ticks: [],
  arrivedAt: new Date(),
});

type List = (db: Database) => Promise<readonly unknown[]>;
/** One column of a list. */
const column =
  <Row extends object>(name: keyof Row, list: (db: Database) => Promise<readonly Row[]>): List =>
  async (db) =>
    (await list(db)).map((row) => row[name]);
const claim = async (db: Database) => {
  const limits = { limit: 2, suspects: 0, leaseSeconds: 60 };
  const { deliveries } = await claimDeliveries(db, { kind: 'mail', accepting: true }, limits);
  return deliveries.flatMap((delivery) => (delivery.kind === 'mail' ? delivery : []));
};
const worker = async (db: Database) =>
  (await db.query<{ id: number }>('select id from workers')).rows[0]?.id ?? 0;

it.each<[string, List, readonly unknown[]]>([
  ['alerts of a mail: oldest first', column('id', (db) => lockUnsentAlerts(db, [uid])), [1, 2, 3]],
  ['claimed mails: the longest waiting first', column('subject', claim), ['1', '2']],
  [
    'claimed alert mails of one person: one after the other, though all are due at the same instant',
    async (db) => {
      await db.query(`update deliveries set cause = 'alert', next_attempt_at = now()`);
      return [...(await claim(db)), ...(await claim(db))].map(({ subject }) => subject);
    },
    ['1'],
  ],
  [
    'commands: as they were enqueued',
    column('seq', (db) => listDueCommands(db, shardSet, { owners: [uid], limit: 2 })),
    [1, 2],
  ],
  [
    'owners of due commands: the longest due first',
    async (db) => {
      await db.query(`update threshold_commands set due_at = due_at - seq * interval '1 hour'`);
      const page = await listOwnersOfDueCommands(db, shardSet, { after: firstDue, limit: 2 });
      const rest = await listOwnersOfDueCommands(db, shardSet, {
        after: page.next ?? firstDue,
        limit: 2,
      });
      return [page.next?.seq, page.uids.length, rest.next, rest.uids.length];
    },
    [2, 1, null, 1],
  ],
  [
    'expired thresholds: by key, none in two pages',
    async (db) => {
      await db.query('update thresholds set expires_at = $1', [until]);
      const page = { until, limit: 2 };
      const first = await listExpiredThresholds(db, shardSet, { ...page, afterKey: 0 });
      const rest = await listExpiredThresholds(db, shardSet, { ...page, afterKey: 2 });
      return [...first, ...rest].map(({ key }) => key);
    },
    [1, 2, 3],
  ],
  [
    'invoices: newest first, of one day by number',
    column('number', (db) => listInvoices(db, uid)),
    ['3', '2', '1'],
  ],
  [
    'invoices paid since: oldest first',
    column('number', (db) => upsertInvoices(db, uid, [invoice(2), invoice(1)])),
    ['1', '2'],
  ],
  [
    'readings: as they were taken',
    async (db) => {
      const stored = await appendReadings(db, 'test', [3, 1, 2].map(reading), 3);
      // An updated row moves to the end of the table.
      await db.query('update readings set kind = kind where id = $1', [stored[0]?.id]);
      const next = await listReadingsAfter(db, 'test', { id: 0, limit: 2, maxBytes: 1_000_000 });
      return next.map(({ observedAt }) => observedAt.getUTCHours());
    },
    [3, 1],
  ],
  [
    'readings: no more than the bytes allow, and one in any case',
    async (db) => {
      const stored = await appendReadings(db, 'test', [1, 2, 3].map(reading), 3);
      const sizes = await db.query(
        'select pg_column_size(ticks) as bytes from readings where id = $1',
        [stored[0]?.id],
      );
      const counts: number[] = [];
      for (const maxBytes of [1, sizes.rows[0].bytes + 1, 1_000_000])
        counts.push((await listReadingsAfter(db, 'test', { id: 0, limit: 10, maxBytes })).length);
      return counts;
    },
    [1, 2, 3],
  ],
  [
    'claimed shards: no more than a fair share, the first ones',
    column('shard', async (db) => claimShards(db, 'test', await worker(db), 2)),
    [0, 1],
  ],
])('%s', async (_name, list, expected) => {
  const found = await rollBackAfter(pool, async (client) => {
    await client.query(sequentialPlans);
    return list(client);
  });
  expect(found).toEqual(expected);
});
