/**
 * Lists come in their documented order although their rows lie in another one in the table, and no longer than their
 * limit.
 */
import { beforeAll, expect, it } from 'vitest';
import { listAlertIdsAfter, listAlerts, listAlertsByIds } from '#server/db/alerts/alerts.ts';
import { listAlertMailData, lockUnsentAlerts } from '#server/db/alerts/unsent-alerts.ts';
import { listInvoices, upsertInvoices } from '#server/db/billing/billing-invoices.ts';
import { listExpiredSubscriptions } from '#server/db/billing/billing-subscriptions.ts';
import { claimDeliveries } from '#server/db/deliveries/claim-deliveries.ts';
import { listCurrentFloors } from '#server/db/market/current-floors.ts';
import { appendReadings, listReadingsAfter } from '#server/db/market/readings.ts';
import {
  enqueueCurrencyMismatch,
  firstDue,
  listDueCommands,
  listOwnersOfDueCommands,
} from '#server/db/market/threshold-commands.ts';
import {
  listExpiredThresholds,
  listMatchesToPause,
  listThresholdsPastKickoff,
} from '#server/db/market/threshold-pauses.ts';
import { claimShards, findShardAllocation } from '#server/db/market/worker-leases.ts';
import { loadActiveThresholds } from '#server/db/market/worker-thresholds.ts';
import type { Database } from '#server/db/pool.ts';
import { listClosedBefore } from '#server/db/users/account-lifecycle.ts';
import { listThresholds } from '#server/db/users/thresholds.ts';
import { findAccountData } from '#server/db/users/user-export.ts';
import {
  iterateAlerts,
  iterateMails,
  iterateThresholds,
} from '#server/db/users/user-export-pages.ts';
import { listUidsByEmail } from '#server/db/users/users.ts';
import { collect } from '#tests/support/collect.ts';
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

const alertIds = [1, 2, 3].map((id) => ({ id: String(id), uid }));
const window = { limit: 2, beforeId: null, visibleDays: null };
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
/** One column of all pages. */
const pages = <Row extends object>(
  name: keyof Row,
  iterate: (db: Database) => AsyncIterable<readonly Row[]>,
) => column(name, async (db) => (await collect(iterate(db))).flat());
const claim = async (db: Database) => {
  const limits = { limit: 2, suspects: 0, leaseSeconds: 60 };
  const { deliveries } = await claimDeliveries(db, { kind: 'mail', accepting: true }, limits);
  return deliveries.flatMap((delivery) => (delivery.kind === 'mail' ? delivery : []));
};
const worker = async (db: Database) =>
  (await db.query<{ id: number }>('select id from workers')).rows[0]?.id ?? 0;

it.each<[string, List, readonly unknown[]]>([
  [
    'the alert history: newest first',
    column('id', (db) => listAlerts(db, uid, {}, window)),
    ['3', '2'],
  ],
  [
    'alerts of the stream: as they fired',
    async (db) => (await listAlertsByIds(db, alertIds)).map(({ item }) => item.id),
    ['1', '2', '3'],
  ],
  [
    'alerts a stream missed: as they fired',
    column('id', (db) => listAlertIdsAfter(db, [uid], 0)),
    ['1', '2', '3'],
  ],
  ['alerts of a mail: oldest first', column('id', (db) => lockUnsentAlerts(db, [uid])), [1, 2, 3]],
  [
    'figures of a mail: oldest first',
    column('id', (db) => listAlertMailData(db, [3, 1, 2], null)),
    [1, 2, 3],
  ],
  ['alerts of the export: oldest first', pages('id', (db) => iterateAlerts(db, uid)), [1, 2, 3]],
  ['mails of the export: by id', pages('subject', (db) => iterateMails(db, uid)), ['1', '2', '3']],
  [
    'thresholds of the export: oldest first',
    pages('key', (db) => iterateThresholds(db, uid)),
    [1, 2, 3],
  ],
  [
    'their commands: as they were enqueued',
    async (db) => {
      await db.query(`insert into threshold_commands (seq, threshold_key, action, version) overriding system value
          select n, 1, 'start', n from unnest('{9,8}'::integer[]) n`);
      const [first] = (await collect(iterateThresholds(db, uid))).flat();
      return first?.commands.map(({ version }) => version) ?? [];
    },
    [1, 8, 9],
  ],
  [
    'invoices and payment requests of the export: oldest first',
    async (db) => {
      await db.query(`
        update billing_invoices set issued_at = issued_at + interval '1 day' where id = 'in_3';
        update billing_invoices set cents = cents where id = 'in_1';
        insert into billing_idempotency_keys (key, uid, operation, created_at)
          select gen_random_uuid(), '${uid}', n, timestamptz '2026-01-01' + ascii(n) * interval '1 day'
            from unnest('{b,a}'::text[]) n`);
      const { invoices = [], requests = [] } = (await findAccountData(db, uid))?.payments ?? {};
      return [...invoices.map(({ id }) => id), ...requests.map(({ reason }) => reason)];
    },
    ['in_1', 'in_2', 'in_3', 'a', 'b'],
  ],
  ['claimed mails: the longest waiting first', column('subject', claim), ['1', '2']],
  [
    'claimed alert mails of one person: one after the other, though all are due at the same instant',
    async (db) => {
      await db.query(`update deliveries set cause = 'alert', next_attempt_at = now()`);
      return [...(await claim(db)), ...(await claim(db))].map(({ subject }) => subject);
    },
    ['1'],
  ],
  ['thresholds: oldest first', column('key', (db) => listThresholds(db, uid)), [1, 2, 3]],
  [
    'loaded thresholds: by key',
    pages('key', (db) => loadActiveThresholds(db, shardSet)),
    [1, 2, 3],
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
    'thresholds past kick-off: by owner and key',
    column('key', (db) =>
      listThresholdsPastKickoff(db, 'm1', { after: { uid, key: 1 }, limit: 1 }),
    ),
    [2],
  ],
  [
    'matches to pause: from the instant of their kick-off',
    async (db) => {
      await db.query(
        `update matches set kickoff_at = now() + (id <> 'm1')::integer * interval '1 second'`,
      );
      return listMatchesToPause(db, ['m1', 'm2']);
    },
    ['m1'],
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
    'pauses of another currency: by key',
    async (db) => {
      await enqueueCurrencyMismatch(db, ['c1']);
      const { rows } = await db.query(
        `select threshold_key from threshold_commands where action = 'currency_mismatch' order by seq`,
      );
      return rows.map((row) => row.threshold_key);
    },
    [1, 2, 3],
  ],
  ['closed accounts: the longest closed first', (db) => listClosedBefore(db, until, 2), [uid, 'b']],
  [
    'accounts of an address: by uid',
    (db) => listUidsByEmail(db, 'FAMILIA@correo.test'),
    [uid, 'b', 'c'],
  ],
  [
    'expired subscriptions: the first ones',
    column('uid', (db) => listExpiredSubscriptions(db, until, 2)),
    [uid, 'b'],
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
    'current floors: by collectible',
    column('collectibleId', (db) => listCurrentFloors(db, null)),
    ['c1', 'c2', 'c4'],
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
    'shards of a worker: by number',
    async (db) => {
      await db.query('update shards set worker_id = $1', [await worker(db)]);
      return (await findShardAllocation(db, 'test', await worker(db))).owned;
    },
    [0, 1, 2],
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
