/** Which plan an account has, of what it paid for and what an operator granted. */
import type pg from 'pg';
import { beforeEach, expect, it } from 'vitest';
import type { PlanName } from '#domain/plans.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { inTransaction } from '../db/transaction.ts';
import { findUser, lockUser, type User } from '../db/users/users.ts';
import { grantPlan, setPaidPlan } from './effective-plan.ts';

const { pool } = await openTestDatabase();

beforeEach(() => pool.query('delete from users').then(() => insertSamples(pool, { users: [{}] })));

const change = <T>(apply: (client: pg.PoolClient, user: User) => Promise<T>): Promise<T> =>
  inTransaction(pool, async (client) => {
    const user = await lockUser(client, 'ana');
    if (user === null) throw new Error('no user');
    return apply(client, user);
  });
const pay = (plan: PlanName) => change((client, user) => setPaidPlan(client, user, plan));
const grant = (plan: PlanName) => change((client, user) => grantPlan(client, user, plan));
const planOf = async () => (await findUser(pool, 'ana'))?.plan;
const projections = async () => (await pool.query('select uid from projection_jobs')).rows;

it('a renewal of the same plan is no change: nothing is announced or written', async () => {
  expect(await pay('premium')).toMatchObject({ before: 'basico', after: 'premium' });
  await pool.query('delete from projection_jobs');
  expect(await pay('premium')).toBeNull();
  expect(await projections()).toEqual([]);
  expect(await planOf()).toBe('premium');
});

it('a payment does not take away what an operator granted', async () => {
  expect(await grant('elite')).toBe('elite');
  expect(await pay('premium')).toBeNull();
  expect(await planOf()).toBe('elite');
});

it('what a plan had paused goes on from the state it had: what has fired is not told again', async () => {
  await grant('elite');
  await insertSamples(pool, {
    matches: [{}],
    thresholds: [
      {
        ...{ condition: 'low', value: 7, active_from: new Date() },
        ...{ armed: false, base: 17_000, episode: 3 },
      },
    ],
  });
  await grant('basico');
  // The worker has stopped it.
  await pool.query('update thresholds set active_from = null');
  await grant('elite');
  const { rows } = await pool.query(
    `select pause_reason as pause, version, armed, base, episode, keeps_state as "keepsState" from thresholds`,
  );
  expect(rows).toEqual([
    { pause: null, version: 2, armed: false, base: 17_000, episode: 3, keepsState: true },
  ]);
});

it('a revoked grant of an account that pays nothing leaves the free plan', async () => {
  await grant('elite');
  expect(await grant('basico')).toBe('basico');
  expect(await planOf()).toBe('basico');
});
