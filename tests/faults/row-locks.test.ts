/**
 * Row-lock contention: concurrent writers of one user's thresholds or alerts wait, and use the data found after waiting; the
 * worker does not wait for a user, and leaves what is locked for the next gap.
 */
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMetrics } from '#server/base/metrics.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { lockThresholds, replaceCommands, updateThresholds } from '#server/db/users/thresholds.ts';
import { lockUser } from '#server/db/users/users.ts';
import {
  applyCommands as applyCommandsUntil,
  type CommandContext,
} from '#server/market-worker/apply-threshold-commands.ts';
import { OwnedShards } from '#server/market-worker/owned-shards.ts';
import { pauseThresholdsPastKickoff as pauseUntil } from '#server/market-worker/pause-past-kickoff.ts';
import { joinWorkers, type Membership } from '#server/market-worker/worker-membership.ts';
import { setPaidPlan } from '#server/plans/effective-plan.ts';
import { startTestApi, type TestApi } from '#tests/boundaries/api.harness.ts';
import { waitForBlocked } from '#tests/support/db-locks.ts';
import { postgresBus } from '#tests/support/event-bus.ts';
import { interceptPool } from './support/intercept-pool.ts';

const uid = 'ana';
let api: TestApi;
let membership: Membership;
let worker: CommandContext & { readonly shards: OwnedShards };
beforeEach(async () => {
  api = await startTestApi();
  await api.pool.query(
    `insert into shards (source, shard) select 'test', generate_series(0, shard_count() - 1)`,
  );
  membership = await joinWorkers(api.databaseUrl, 'test', { playing: false, speed: 1 });
  worker = await loadShards(membership);
  await api.call({ url: '/api/users/config', as: { uid } });
});
afterEach(async () => {
  await membership?.leave();
  await api?.close();
});

async function loadShards(member: Membership) {
  const loaded = Promise.withResolvers<void>();
  const shards = new OwnedShards({
    pool: api.pool,
    membership: member,
    onLoaded: loaded.resolve,
  });
  await shards.rebalance();
  await loaded.promise;
  await shards.addLoaded();
  return { shards, metrics: createMetrics(), bus: postgresBus(api.databaseUrl) };
}

const below = (collectible: string, value = 100) => ({
  target: { kind: 'collectible', id: collectible },
  condition: 'below',
  value,
  currency: 'EUR',
});
const put = (umbrales: object, frecuencia = 60, as = uid) =>
  api.call({
    method: 'PUT',
    url: '/api/users/config',
    as: { uid: as },
    payload: { partidos: [], umbrales, frecuencia },
  });
const row = async <Row>(sql: string) => (await api.pool.query(sql)).rows[0] as Row;
const threshold = () =>
  row<{ key: number; version: number; pause: string | null; active: boolean }>(
    'select key, version, pause_reason as pause, active_from is not null as active from thresholds',
  );

/** Runs `work` in a transaction that has locked the user's row. */
const whileUserLocked = <Begun>(work: (client: pg.PoolClient) => Promise<Begun>) =>
  inTransaction(api.pool, async (client) => {
    await lockUser(client, uid);
    return work(client);
  });

/** The pool, whose transactions do this work each time before or after they lock the owners they have found. */
const aroundLocking = (work: Partial<Record<'before' | 'after', () => Promise<unknown>>>) =>
  interceptPool(
    api.pool,
    async (text, run) => {
      if (!/^select uid from users .* skip locked$/.test(text)) return run();
      await work.before?.();
      const result = await run();
      await work.after?.();
      return result;
    },
    { transactionsOnly: true },
  );

/** A gap that ends when a test says so: on a busy machine a tenth of a second is over before a page is written. */
const applyCommands = (
  pool: pg.Pool,
  context: CommandContext,
  deadlineMs = Number.POSITIVE_INFINITY,
) => applyCommandsUntil(pool, context, deadlineMs);
const pauseThresholdsPastKickoff: typeof pauseUntil = (
  pool,
  context,
  deadlineMs = Number.POSITIVE_INFINITY,
) => pauseUntil(pool, context, deadlineMs);

describe('a save blocked by a plan change', () => {
  it('is checked against the new plan', async () => {
    await api.pool.query(
      `insert into plan_grants (uid, plan, granted_by) values ($1, 'elite', 'billing')`,
      [uid],
    );
    const twelve = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`t${n}`, below('c1')]));
    expect((await put(twelve, 5)).status).toBe(200);
    const { saving } = await inTransaction(api.pool, async (client) => {
      const user = await lockUser(client, uid);
      if (user === null) throw new Error('no such user');
      await setPaidPlan(client, user, 'basico');
      const saving = put(twelve, 5);
      await waitForBlocked(api.pool);
      return { saving };
    });
    expect((await saving).status).toBe(402);
    expect(
      await row(
        `select frecuencia, (select count(*)::integer from thresholds where pause_reason is null) as running
           from users`,
      ),
    ).toEqual({ frecuencia: 60, running: 5 });
  });
});

describe('the worker, of an account that another transaction has locked,', () => {
  const others = 'eva';
  beforeEach(() => api.call({ url: '/api/users/config', as: { uid: others } }));
  const activeOwners = async () =>
    (await api.pool.query('select uid from thresholds where active_from is not null')).rows.map(
      (row) => row.uid,
    );

  it('leaves the commands for the next gap, and applies the others', async () => {
    await put({ t: below('c1') });
    await put({ t: below('c1') }, 60, others);
    await whileUserLocked(async () => {
      expect(await applyCommands(api.pool, worker)).toBe('locked');
      expect(await activeOwners()).toEqual([others]);
    });
    expect(await applyCommands(api.pool, worker)).toBeNull();
    expect((await activeOwners()).sort()).toEqual([uid, others]);
    expect(worker.shards.thresholdCount).toBe(2);
  });

  it('evaluates no threshold of a match that has kicked off, and pauses those left later', async () => {
    await put({ t: below('c1') });
    await put({ t: below('c1') }, 60, others);
    await applyCommands(api.pool, worker);
    await api.pool.query(`update matches set kickoff_at = now() where id = 'm1'`);
    await worker.shards.addNewCollectibles(api.pool);
    await whileUserLocked(async () => {
      expect(await pauseThresholdsPastKickoff(api.pool, worker)).toBe('locked');
      expect(worker.shards.thresholdCount).toBe(0);
      expect(await activeOwners()).toEqual([uid]);
    });
    expect(worker.shards.hasPassedKickoff()).toBe(true);
    expect(await pauseThresholdsPastKickoff(api.pool, worker)).toBeNull();
    expect(await activeOwners()).toEqual([]);
    expect(worker.shards.hasPassedKickoff()).toBe(false);
  });
});

describe('the worker, with more than one page', () => {
  const thresholds = 1_250;
  const insertThresholds = () =>
    api.pool.query(
      `with made as (
         insert into thresholds (uid, id, target_kind, target_id, match_id, condition, value, currency, rearm_band_bp)
         select $1, 't' || n, 'collectible', 'c1', 'm1', 'below', 1 + n % 100, 'EUR', 300
           from generate_series(1, $2) n returning key)
       insert into threshold_commands (threshold_key, action, version) select key, 'start', 1 from made`,
      [uid, thresholds],
    );
  const remaining = async (sql: string) =>
    (await row<{ count: number }>(`select count(*)::integer as count from ${sql}`)).count;

  it('lets readings in between: a page of commands or pauses when the gap is over', async () => {
    await insertThresholds();
    const due = 'threshold_commands where applied_at is null';
    for (const left of [750, 250]) {
      expect(await applyCommands(api.pool, worker, 0)).toBe('more');
      expect(await remaining(due)).toBe(left);
    }
    expect(await applyCommands(api.pool, worker, 0)).toBeNull();
    expect(worker.shards.thresholdCount).toBe(thresholds);

    await api.pool.query(`update matches set kickoff_at = now() where id = 'm1'`);
    await worker.shards.addNewCollectibles(api.pool);
    const unpaused = 'thresholds where pause_reason is null';
    for (const left of [750, 250]) {
      expect(await pauseThresholdsPastKickoff(api.pool, worker, 0)).toBe('more');
      expect([await remaining(unpaused), worker.shards.thresholdCount]).toEqual([left, 0]);
    }
    await pauseThresholdsPastKickoff(api.pool, worker);
    expect(await remaining(unpaused)).toBe(0);
    expect(worker.shards.hasPassedKickoff()).toBe(false);
  });
});

describe('the worker', () => {
  it('does not start a threshold that a save pauses when its snooze ends', async () => {
    await createEndedSnooze(below('c1', 50_000));
    const { key } = await threshold();
    const saving = () =>
      whileUserLocked(async (client) => {
        // As a save does with a snoozed threshold: there is nothing to stop.
        const rows = (await lockThresholds(client, uid)).map((stored) => ({
          key,
          threshold: { ...stored, pause: 'user' as const, snoozedUntil: null },
          restarts: false,
        }));
        await updateThresholds(client, rows, { keepsState: false });
        await replaceCommands(client, { cancelStartsOf: [key], commands: [] });
      });
    await applyCommands(aroundLocking({ before: saving }), worker);
    expect(await threshold()).toMatchObject({ pause: 'user', active: false });
    expect(worker.shards.thresholdCount).toBe(0);
    expect(await row('select count(*)::integer as alerts from alerts')).toEqual({ alerts: 0 });
  });

  /** Creates a snoozed threshold whose start is due and not applied. */
  async function createEndedSnooze(threshold: object): Promise<void> {
    const snoozedUntil = new Date(Date.now() + 3_600_000).toISOString();
    expect((await put({ t: { ...threshold, snoozedUntil } })).status).toBe(200);
    await api.pool.query('update thresholds set snoozed_until = now()');
    await api.pool.query('update threshold_commands set due_at = now()');
  }
});
