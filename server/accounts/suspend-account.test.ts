/** Suspending pauses every running threshold with its own reason; lifting it starts them anew, within the plan. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { inTransaction } from '../db/transaction.ts';
import { lockUser, type User } from '../db/users/users.ts';
import { suspendAccount, unsuspendAccount } from './suspend-account.ts';

const { pool } = await openTestDatabase();
const uid = 'ana';

beforeAll(async () => {
  await insertSamples(pool, { matches: [{ id: 'm1' }], collectibles: [{ id: 'c1' }] });
});
beforeEach(async () => {
  await pool.query('truncate users cascade');
  await insertSamples(pool, { users: [{ uid }] });
});

const insertThreshold = (
  id: string,
  { pauseReason = null, snoozedUntil = null }: Partial<Record<string, string | null>> = {},
) => {
  const activeFrom = pauseReason === null ? new Date() : null;
  const state = { pause_reason: pauseReason, snoozed_until: snoozedUntil, active_from: activeFrom };
  return insertSamples(pool, { thresholds: [{ uid, id, ...state }] });
};

const change = (
  work: (client: Parameters<typeof suspendAccount>[0], user: User) => Promise<void>,
) =>
  inTransaction(pool, async (client) => {
    const user = await lockUser(client, uid);
    if (user !== null) await work(client, user);
  });

const thresholds = async () => {
  const { rows } = await pool.query(
    `select t.id, t.pause_reason as "pauseReason", t.version, t.snoozed_until is not null as snoozed,
            (select string_agg(c.action || ' ' || c.version, ', ' order by c.seq) from threshold_commands c
              where c.threshold_key = t.key) as commands
       from thresholds t order by t.id`,
  );
  return rows;
};
const settingsVersion = async () => {
  const { rows } = await pool.query<{ version: number }>(
    'select settings_version as version from users',
  );
  return rows[0]?.version ?? 0;
};

describe('a suspension', () => {
  it('pauses what runs, stops it in the worker, and leaves other pauses as they are', async () => {
    await insertThreshold('runs');
    await insertThreshold('snoozed', { snoozedUntil: '2999-01-01Z' });
    await insertThreshold('paused', { pauseReason: 'user' });
    const before = await settingsVersion();
    await change(suspendAccount);
    expect(await thresholds()).toMatchObject([
      { id: 'paused', pauseReason: 'user', commands: null },
      { id: 'runs', pauseReason: 'suspension', commands: 'stop 1' },
      { id: 'snoozed', pauseReason: 'suspension', snoozed: true, commands: 'stop 1' },
    ]);
    expect(await settingsVersion()).toBeGreaterThan(before);
  });

  it.each([
    ['its start', suspendAccount],
    ['its end', unsuspendAccount],
  ])('is shown to the user from %s on, in the profile document', async (_, work) => {
    await change(work);
    expect((await pool.query('select uid from projection_jobs')).rows).toEqual([{ uid }]);
  });

  it('once lifted, starts new versions as the end of a snooze would', async () => {
    await insertThreshold('runs');
    await insertThreshold('snoozed', { snoozedUntil: '2999-01-01Z' });
    await insertThreshold('paused', { pauseReason: 'user' });
    await change(suspendAccount);
    await change(unsuspendAccount);
    expect(await thresholds()).toMatchObject([
      { id: 'paused', pauseReason: 'user', version: 1, commands: null },
      { id: 'runs', pauseReason: null, version: 2, commands: 'stop 1, start 2' },
      { id: 'snoozed', pauseReason: null, version: 2, snoozed: true, commands: 'stop 1, start 2' },
    ]);
  });

  it('once lifted, resumes no more than the plan allows', async () => {
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await insertThreshold(id);
    await change(suspendAccount);
    await change(unsuspendAccount);
    const reasons = (await thresholds()).map(({ pauseReason }) => pauseReason);
    expect(reasons).toEqual([null, null, null, null, null, 'plan', 'plan']);
  });
});
