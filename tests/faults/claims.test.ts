/**
 * Claims of queues meet: two workers claim at the same time, in the order in which rows are due. The second gets the
 * next row, without waiting for the first to commit.
 */
import type pg from 'pg';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { claimDueChecks } from '#server/db/alerts/pending-checks.ts';
import { billingJobs } from '#server/db/billing/billing-jobs.ts';
import { claimDeliveries, type Lane } from '#server/db/deliveries/claim-deliveries.ts';
import { claimJobs, type JobQueue } from '#server/db/job-queue.ts';
import { claimShards } from '#server/db/market/worker-leases.ts';
import type { Database } from '#server/db/pool.ts';
import { erasureJobs } from '#server/db/users/erasure-jobs.ts';
import { projectionJobs } from '#server/db/users/projection-jobs.ts';
import { lockUsersSkipLocked } from '#server/db/users/users.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { sequentialPlans } from '#tests/support/sequential-plans.ts';

const { pool } = await openTestDatabase();
beforeAll(async () => {
  // From the last due to the first: a scan of the table finds the wrong one first.
  await pool.query(`
    insert into users (uid, email, username) select u, u || '@correo.test', u from unnest('{c,b,a}'::text[]) u;
    insert into sources (name, fingerprint, currency) values ('test', 'f', 'EUR');
    insert into channels (id, uid, kind, name, state, settings)
      select gen_random_uuid(), uid, 'ntfy', uid, 'active', '' from users`);
});

/** `a` is due first, then `b`, then `c`. */
const uids = ['c', 'b', 'a'];
const dueAt = `timestamptz '2026-01-01' + (ascii(u) * interval '1 second')`;
const insertForEach = (sql: string) => (db: Database) =>
  db.query(`insert into ${sql} from unnest($1::text[]) u`, [uids]);
const one = { limit: 1, leaseSeconds: 60 };
const mails = (state: string, expiredClaims: number) =>
  insertForEach(`deliveries (id, uid, cause, to_address, subject, body_text, body_html, state, expired_claims, next_attempt_at)
    select gen_random_uuid(), u, 'test', '', u, '', '', '${state}', ${expiredClaims}, ${dueAt}`);

const deliveries = (state: string, expiredClaims: number) =>
  insertForEach(`deliveries (id, channel_id, uid, kind, alerts, state, expired_claims, next_attempt_at)
    select gen_random_uuid(), (select id from channels where uid = u), u, 'ntfy', '[]', '${state}', ${expiredClaims}, ${dueAt}`);
const ntfy = { kind: 'ntfy', accepting: false } as const;
const mail = { kind: 'mail', accepting: true } as const;

type Seed = (db: Database) => Promise<unknown>;
/** Its table, its rows, and a claim of at most one of them, which says which. */
type Queue = readonly [string, string, Seed, (db: Database) => Promise<readonly string[]>];
const claim = async (db: Database, lane: Lane, limits: { limit: number; suspects: number }) =>
  (await claimDeliveries(db, lane, { ...one, ...limits })).deliveries.map(({ uid }) => uid);
const claimJob =
  <Job extends object>(queue: JobQueue<Job>, name: keyof Job) =>
  async (db: Database) =>
    (await claimJobs(db, queue, one)).map((job) => String(job[name]));
const fresh = { limit: 1, suspects: 0 };
const suspect = { limit: 0, suspects: 1 };

const queues: readonly Queue[] = [
  [
    'due checks',
    'pending_checks',
    insertForEach(`pending_checks (uid, due_at) select u, ${dueAt}`),
    (db) => claimDueChecks(db, new Date(), 1),
  ],
  ['pending mails', 'deliveries', mails('pending', 0), (db) => claim(db, mail, fresh)],
  ['mails of a dead worker', 'deliveries', mails('sending', 0), (db) => claim(db, mail, fresh)],
  ['mails that two died with', 'deliveries', mails('sending', 1), (db) => claim(db, mail, suspect)],
  ['deliveries', 'deliveries', deliveries('pending', 0), (db) => claim(db, ntfy, fresh)],
  [
    'deliveries that two workers have died with',
    'deliveries',
    deliveries('sending', 1),
    (db) => claim(db, ntfy, suspect),
  ],
  [
    'profile projections',
    'projection_jobs',
    insertForEach(`projection_jobs (uid, due_at) select u, ${dueAt}`),
    claimJob(projectionJobs, 'uid'),
  ],
  [
    'erasures',
    'erasure_jobs',
    insertForEach(`erasure_jobs (uid_digest, uid, due_at) select u, u, ${dueAt}`),
    claimJob(erasureJobs, 'uid'),
  ],
  [
    'billing jobs',
    'billing_jobs',
    insertForEach(`billing_jobs (kind, target, due_at) select 'delete_customer', u, ${dueAt}`),
    claimJob(billingJobs, 'target'),
  ],
  [
    'free shards',
    'shards',
    insertForEach(`shards (source, shard) select 'test', ascii(u) - ascii('a')`),
    async (db) =>
      (await claimShards(db, 'test', await registerWorker(db), 1)).map(({ shard }) =>
        String.fromCharCode('a'.charCodeAt(0) + shard),
      ),
  ],
];

/** Without its advisory lock: it owns what it claims, and counts as dead for the others. */
async function registerWorker(db: Database): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `insert into workers (source, name, lease_expires_at) values ('test', 'w', now()) returning id`,
  );
  return rows[0]?.id ?? 0;
}

/** A transaction that fails as soon as it would wait for a lock. */
async function begin(): Promise<pg.PoolClient> {
  const client = await pool.connect();
  await client.query(`begin; set local lock_timeout = '1ms'; ${sequentialPlans}`);
  return client;
}

describe.each(queues)('%s', (_name, table, seed, claimOne) => {
  afterEach(() => pool.query(`delete from ${table}`));

  it('are claimed one by one by workers that meet, the first due first', async () => {
    await seed(pool);
    const workers = [await begin(), await begin(), await begin(), await begin()];
    try {
      const claimed: string[][] = [];
      for (const worker of workers) claimed.push([...(await claimOne(worker))]);
      expect(claimed).toEqual([['a'], ['b'], ['c'], []]);
    } finally {
      for (const worker of workers) {
        await worker.query('rollback');
        worker.release();
      }
    }
  });
});

it('users whose row another transaction is changing are left out of a check, the others are held', async () => {
  const [saving, check, closing] = [await begin(), await begin(), await begin()];
  try {
    await saving.query(`update users set frecuencia = 90 where uid = 'a'`);
    expect([...(await lockUsersSkipLocked(check, uids)).keys()].sort()).toEqual(['b', 'c']);
    // Held until the mails of the check are committed.
    await expect(closing.query(`update users set frecuencia = 90 where uid = 'b'`)).rejects.toThrow(
      'lock timeout',
    );
  } finally {
    for (const client of [saving, check, closing]) {
      await client.query('rollback');
      client.release();
    }
  }
});
