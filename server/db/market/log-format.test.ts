/** Workers of the release before, which do not know readings that leave out what stayed, and workers of this one. */
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { catalogueMatchSample, collectibleSample } from '#tests/support/catalogue-samples.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertCatalogueEntries } from './insert-catalogue.ts';
import { isOtherRelease, registerWorker } from './worker-leases.ts';

const { pool } = await openTestDatabase();
const seen = new Date('2026-05-01T10:00:00Z');
const seenLater = new Date('2026-05-01T10:07:00Z');

const registerOwn = (session: pg.PoolClient) =>
  registerWorker(session, { source: 'test', name: 'own', seconds: 60 });

/** As the release before does. */
const registerFormer = (session: pg.PoolClient) =>
  session.query(
    `with joined as (insert into workers (source, name, lease_expires_at)
                     values ('test', 'former', now() + interval '1 minute') returning id)
     select pg_advisory_lock(715044, id) from joined`,
  );

/** Another process: its locks end with it. */
async function openSession(): Promise<pg.PoolClient> {
  const session = await pool.connect();
  onTestFinished(() => session.release(true));
  return session;
}

beforeAll(async () => {
  await pool.query(`insert into sources (name, fingerprint, currency) values ('test', 'f', 'EUR')`);
  await insertCatalogueEntries(pool, 'test', [
    {
      match: catalogueMatchSample,
      collectibles: [collectibleSample, { ...collectibleSample, id: 'away' }],
    },
  ]);
  await pool.query('insert into shards (source, shard) select source, shard from matches');
});
beforeEach(async () => {
  await pool.query('delete from workers');
  await pool.query('update collectibles set last_observed_at = $1', [seen]);
});

describe.each([
  ['one of the release before', registerFormer, registerOwn],
  ['one of this release', registerOwn, registerFormer],
])('%s', (_name, first, second) => {
  it('owns alone: another release’s waits until it has stopped, even when it did not say so', async () => {
    const [worker, waiting] = [await pool.connect(), await openSession()];
    await first(worker);
    const refused = await second(waiting).catch((error: unknown) => error);
    expect(isOtherRelease(refused)).toBe(true);
    worker.release(true);
    await expect.poll(() => second(waiting).then(() => 'joined', isOtherRelease)).toBe('joined');
    const { rows } = await pool.query('select count(*)::integer as workers from workers');
    expect(rows).toEqual([{ workers: 1 }]);
  });
});

it('the release before learns when each price was seen last, so that one that comes late stays late', async () => {
  await pool.query(`update shards set all_seen_at = $1, unseen = '["away"]'`, [seenLater]);
  await registerFormer(await openSession());
  const { rows } = await pool.query(
    'select id, last_observed_at as at from collectibles order by id',
  );
  expect(rows).toEqual([
    { id: 'away', at: seen },
    { id: collectibleSample.id, at: seenLater },
  ]);
});
