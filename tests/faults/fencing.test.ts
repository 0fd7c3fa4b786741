/**
 * Writes fenced by a version, an attempt number or a fencing token: a late worker, whose work another one has taken over,
 * changes nothing.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { billingJobs, renewIdempotencyKey } from '#server/db/billing/billing-jobs.ts';
import { renewLeases } from '#server/db/deliveries/claim-deliveries.ts';
import { recordFailures, releaseDeliveries } from '#server/db/deliveries/record-outcomes.ts';
import { type JobQueue, retryJob } from '#server/db/job-queue.ts';
import { updateThresholdStates } from '#server/db/market/reading-writes.ts';
import { updateSourceStatus } from '#server/db/market/sources.ts';
import { markStarted, markStopped } from '#server/db/market/threshold-commands.ts';
import { pauseThresholds } from '#server/db/market/threshold-pauses.ts';
import {
  advanceShards,
  claimSource,
  findShardAllocation,
  lockShards,
  lockSource,
  releaseShards,
  releaseSource,
} from '#server/db/market/worker-leases.ts';
import type { Database } from '#server/db/pool.ts';
import { erasureJobs } from '#server/db/users/erasure-jobs.ts';
import { projectionJobs } from '#server/db/users/projection-jobs.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { rollBackAfter } from '#tests/support/roll-back-after.ts';
import { ana, seedTwoUsers } from '#tests/support/two-users.ts';

const { pool } = await openTestDatabase();
beforeAll(async () => {
  await seedTwoUsers(pool);
  await pool.query(`
    insert into workers (source, name, lease_expires_at)
      overriding user value values ('test', 'w', now() + interval '1 hour'), ('test', 'v', now() + interval '1 hour');
    insert into shards (source, shard, worker_id, fencing_token, last_reading_id)
      select 'test', s, (select min(id) from workers), 7, 7 from generate_series(0, 1) s;
    update sources set worker_id = (select min(id) from workers), fencing_token = 7;
    insert into sources (name, fingerprint, currency) values ('other', 'g', 'EUR')`);
});

const rowsOf = async (db: Database, table: string) =>
  JSON.stringify((await db.query(`select * from ${table} t order by t::text`)).rows);

const [key] = ana.keys;
const later = new Date('2027-01-01T00:00:00Z');
const deliveryAt = (attempts: number) => ({
  id: ana.mailIds[1],
  channelId: null,
  attempts,
  reason: 'no',
  retryAfterSeconds: 60,
  counts: 'failure' as const,
});
const state = (version: number) => ({
  key,
  version,
  activeFrom: later,
  armed: false,
  base: 1,
  episode: 9,
});
const claim = new Date('2026-01-02T00:00:00Z');
const retry = { afterSeconds: 60, error: 'no' };
const lease = (fencingToken: number) => ({ source: 'test', fencingToken });
const status = {
  ended: true,
  expectedEveryMs: 5,
  isComplete: null,
} as const;
const shards = (fencingToken: number) => [
  { shard: 0, fencingToken: 7 },
  { shard: 1, fencingToken },
];
const reading = (id: number) => ({ id, observedAt: later, arrivedAt: later });

const billingJob = {
  kind: 'cancel_subscription' as const,
  target: ana.subscriptionId,
  idempotencyKey: '',
};
const jobAt = (dueAt: Date) => ({ ...billingJob, attempts: 0, dueAt });
const retried =
  <Job extends object>(queue: JobQueue<Job>, job: Job) =>
  (db: Database, dueAt: Date) =>
    retryJob(db, queue, { ...job, attempts: 1, dueAt }, { ...retry });

/** The table it writes, the write, and what tells a late worker from the present one. */
type Write = readonly [
  string,
  string,
  (db: Database, by: never) => Promise<unknown>,
  unknown,
  unknown,
];
const write = <By>(
  name: string,
  table: string,
  run: (db: Database, by: By) => Promise<unknown>,
  [late, present]: readonly [By, By],
): Write => [name, table, run, late, present];
const claims = [later, claim] as const;
const workers = ['v', 'w'] as const;
const ofDelivery = (name: string, run: (db: Database, at: Attempt) => Promise<unknown>) =>
  write(name, 'deliveries', (db, n: number) => run(db, deliveryAt(n)), [0, 1]);
const ofThreshold = (name: string, run: (db: Database, at: State) => Promise<unknown>) =>
  write(name, 'thresholds', (db, n: number) => run(db, state(n)), [0, 1]);
const ofJob = (name: string, table: string, run: (db: Database, at: Date) => Promise<unknown>) =>
  write(name, table, run, claims);
type Attempt = ReturnType<typeof deliveryAt>;
type State = ReturnType<typeof state>;

const writes: readonly Write[] = [
  ofDelivery('extending a delivery’s lease', (db, one) => renewLeases(db, [one], 99)),
  ofDelivery('postponing a delivery', (db, one) => recordFailures(db, [one])),
  ofDelivery('giving a delivery up', (db, one) =>
    recordFailures(db, [{ ...one, retryAfterSeconds: null, counts: 'nothing' }]),
  ),
  ofDelivery('giving a delivery back', (db, one) => releaseDeliveries(db, [one], 'no')),
  ofJob('postponing a projection', 'projection_jobs', retried(projectionJobs, { uid: ana.uid })),
  ofJob('postponing an erasure', 'erasure_jobs', retried(erasureJobs, { uid: ana.uid })),
  ofJob('postponing a billing job', 'billing_jobs', retried(billingJobs, billingJob)),
  ofJob('another idempotency key', 'billing_jobs', (db, at) => renewIdempotencyKey(db, jobAt(at))),
  ofThreshold('a threshold’s state', (db, one) => updateThresholdStates(db, [one])),
  ofThreshold('a threshold’s start', (db, one) => markStarted(db, [one])),
  ofThreshold('a threshold’s stop', (db, one) => markStopped(db, [one])),
  ofThreshold('a threshold’s pause', (db, one) => pauseThresholds(db, [one], 'kickoff')),
  write(
    'the source’s status',
    'sources',
    (db, n) => updateSourceStatus(db, lease(n), status),
    [6, 7],
  ),
  write(
    'a release of the source',
    'sources',
    async (db, name) => releaseSource(db, 'test', await worker(db, name)),
    workers,
  ),
  write(
    'a release of shards',
    'shards',
    async (db, name) => releaseShards(db, await worker(db, name), [0]),
    workers,
  ),
];
const worker = async (db: Database, name: string) =>
  (await db.query<{ id: number }>('select id from workers where name = $1', [name])).rows[0]?.id ??
  0;

describe('a late worker changes nothing', () => {
  it.each(writes)('%s', async (_name, table, run, late, present) => {
    await rollBackAfter(pool, async (db) => {
      const before = await rowsOf(db, table);
      await run(db, late as never);
      expect(await rowsOf(db, table)).toBe(before);
      await run(db, present as never);
      expect(await rowsOf(db, table)).not.toBe(before);
    });
  });
});

describe('a worker that lost a shard or the source', () => {
  it.each([
    ['with its tokens', 7, true],
    ['with one that was claimed since', 6, false],
  ])('%s', async (_name, token, isOwner) => {
    await rollBackAfter(pool, async (db) => {
      expect(await lockShards(db, 'test', shards(token))).toBe(isOwner);
      expect(await lockSource(db, 'test', token)).toBe(isOwner);
      expect(await advanceShards(db, 'test', shards(token), reading(8))).toBe(isOwner);
      expect(await lockShards(db, 'other', shards(token))).toBe(false);
    });
  });

  it('does not apply a reading twice', async () => {
    await rollBackAfter(pool, async (db) => {
      expect(await advanceShards(db, 'test', shards(7), reading(7))).toBe(false);
    });
  });

  it('the source of a live worker is not claimed, that of a dead one is', async () => {
    await rollBackAfter(pool, async (db) => {
      const [alive, other] = [await worker(db, 'w'), await worker(db, 'v')];
      await db.query('select pg_advisory_xact_lock(715044, $1)', [alive]);
      const isFree = async () => (await findShardAllocation(db, 'test', other)).sourceFree;
      expect([await claimSource(db, 'test', other), await isFree()]).toEqual([null, false]);
      await db.query(`update workers set lease_expires_at = now() - interval '1 second'`);
      expect(await isFree()).toBe(true);
      expect(await claimSource(db, 'test', other)).toEqual({ fencingToken: 8, position: 0 });
    });
  });
});
