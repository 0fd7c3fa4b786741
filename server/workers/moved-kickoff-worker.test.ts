/** A kick-off that had closed thresholds is moved into the future: they go on as they were. */
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { catalogueMatchSample } from '#tests/support/catalogue-samples.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { lockUserRow, waitForBlocked } from '#tests/support/db-locks.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { insertCatalogueEntries } from '../db/market/insert-catalogue.ts';
import { reopenMatchesOf } from '../db/market/moved-kickoffs.ts';
import { listThresholdsPastKickoff, pauseThresholds } from '../db/market/threshold-pauses.ts';
import { reopenThresholds, startMovedKickoffWorker } from './moved-kickoff-worker.ts';

const { pool } = await openTestDatabase();
beforeEach(async () => {
  await pool.query('delete from users; delete from collectibles; delete from matches');
  await insertSamples(pool, { sources: [{}], users: [{ uid: 'ana' }, { uid: 'eva' }] });
  await learn(hours(-1));
});

const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
const learn = (kickoffAt: Date) =>
  insertCatalogueEntries(pool, 'test', [
    { match: { ...catalogueMatchSample, kickoffAt }, collectibles: [] },
  ]);

/** Thresholds on the match, by id and by what pauses them. */
async function insertThresholds(uid: string, pauses: Readonly<Record<string, string | null>>) {
  await insertSamples(pool, {
    thresholds: Object.entries(pauses).map(([id, pause]) => ({
      uid,
      id,
      match_id: 'm',
      target_id: 'c',
      pause_reason: pause,
    })),
  });
}

async function kickOff(): Promise<void> {
  const page = { after: { uid: '', key: 0 }, limit: 1_000 };
  await pauseThresholds(pool, await listThresholdsPastKickoff(pool, 'm', page), 'kickoff');
}

const pausesOf = async (uid: string) => {
  const { rows } = await pool.query<{ id: string; pause: string | null }>(
    'select id, pause_reason as pause from thresholds where uid = $1 order by key',
    [uid],
  );
  return Object.fromEntries(rows.map(({ id, pause }) => [id, pause]));
};
const starts = async () => {
  const { rows } = await pool.query<{ id: string }>(
    `select t.id from threshold_commands c join thresholds t on t.key = c.threshold_key and t.version = c.version
      where c.action = 'start' and c.applied_at is null order by t.key`,
  );
  return rows.map(({ id }) => id);
};

it('gives each threshold the pause it had, and starts those that had none', async () => {
  const before = { running: null, paused: 'user', wrongCurrency: 'currency' };
  await insertThresholds('ana', before);
  await kickOff();
  expect(Object.values(await pausesOf('ana'))).toEqual(['kickoff', 'kickoff', 'kickoff']);
  expect(await reopenThresholds(pool)).toBe(0);
  await learn(hours(48));
  expect(await reopenThresholds(pool)).toBe(1);
  expect(await pausesOf('ana')).toEqual(before);
  expect(await starts()).toEqual(['running']);
  const { rows } = await pool.query(
    'select settings_version > 1 as changed from users join projection_jobs using (uid)',
  );
  expect(rows).toEqual([{ changed: true }]);
});

it('goes on once a price comes in its own currency again, from the state it had', async () => {
  await insertSamples(pool, {
    collectibles: [
      { id: 'a', match_id: 'm', currency: 'EUR' },
      { id: 'b', match_id: 'm', currency: 'USD' },
    ],
    thresholds: ['a', 'b'].map((id) => ({
      ...{ uid: 'ana', id, match_id: 'm', target_id: id, currency: 'EUR' },
      ...{ active_from: hours(-2), armed: false, episode: 3 },
    })),
  });
  await learn(hours(48));
  const { rows } = await pool.query<{ key: number; version: number }>(
    'select key, version from thresholds',
  );
  await pauseThresholds(pool, rows, 'currency');
  await reopenMatchesOf(pool, ['a']);
  await reopenThresholds(pool);
  // The market’s own currency is another than b’s.
  expect(await pausesOf('ana')).toEqual({ a: null, b: 'currency' });
  expect(await starts()).toEqual(['a']);
  const states = await pool.query(`select armed, episode from thresholds where id = 'a'`);
  expect(states.rows).toEqual([{ armed: false, episode: 3 }]);
});

it('leaves those of a suspended account to the end of the suspension', async () => {
  await insertThresholds('ana', { t: null });
  await kickOff();
  await pool.query(`update users set estado = 'suspendido' where uid = 'ana'`);
  await learn(hours(48));
  await reopenThresholds(pool);
  expect([await pausesOf('ana'), await starts()]).toEqual([{ t: 'plan' }, []]);
});

it('is done once by two processes that found the same thresholds', async () => {
  await insertThresholds('ana', { t: null });
  await kickOff();
  await learn(hours(48));
  const held = await lockUserRow(pool, 'ana');
  const both = Promise.all([reopenThresholds(pool), reopenThresholds(pool)]);
  await waitForBlocked(pool, 2);
  await held.release();
  expect((await both).toSorted()).toEqual([0, 1]);
  expect(await starts()).toEqual(['t']);
});

describe('a pause that was being written when the kick-off was moved', () => {
  it('is found, too: the match is looked at for another minute', async () => {
    await insertThresholds('ana', { t: null });
    await insertThresholds('eva', { t: null });
    await kickOff();
    await learn(hours(48));
    const held = await lockUserRow(pool, 'eva');
    const worker = startMovedKickoffWorker({ pool, log: pino({ level: 'silent' }) });
    try {
      await waitFor(async () => expect(await pausesOf('ana')).toEqual({ t: null }));
      expect(await pausesOf('eva')).toEqual({ t: 'kickoff' });
      await held.release();
      await waitFor(async () => expect(await pausesOf('eva')).toEqual({ t: null }));
    } finally {
      await worker.close();
    }
    await reopenThresholds(pool);
    const isLookedAt = async () =>
      (await pool.query('select from matches where reopens_since is not null')).rowCount === 1;
    expect(await isLookedAt()).toBe(true);
    await pool.query(`update matches set reopens_since = now() - interval '61 seconds'`);
    await reopenThresholds(pool);
    expect(await isLookedAt()).toBe(false);
  });
});
