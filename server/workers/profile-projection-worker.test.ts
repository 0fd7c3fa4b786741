/** Two workers project the same document: the slow one's older write must not win. */
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createMetrics } from '../base/metrics.ts';
import { claimJobs } from '../db/job-queue.ts';
import {
  type ClaimedProjection,
  enqueueProjection,
  enqueueReconciliationPage,
  finishProjection,
  projectionJobs,
} from '../db/users/projection-jobs.ts';
import type { ProfileDocuments, Projection } from '../profile/profile-documents.ts';
import { startProjectionWorker } from './profile-projection-worker.ts';

const { pool } = await openTestDatabase();
let uid: string;
let count = 0;
beforeEach(async () => {
  count += 1;
  uid = `persona${count}`;
  await insertSamples(pool, { users: [{ uid }] });
});

const running: ReturnType<typeof startProjectionWorker>[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()));
  await pool.query('delete from projection_jobs');
});

async function saveFrequency(frecuencia: number): Promise<void> {
  await pool.query('update users set frecuencia = $2 where uid = $1', [uid, frecuencia]);
  await enqueueProjection(pool, uid);
  await dueNow();
}
const jobs = async () => (await pool.query('select 1 from projection_jobs')).rowCount;
const dueNow = () => pool.query('update projection_jobs set due_at = now()');

/** A worker whose writes reach the document when `write` resolves. */
function startProcess(write: (projection: Projection) => Promise<void>) {
  const project: ProfileDocuments['project'] = async (_uid, projection) => {
    await write(projection);
    return 'written';
  };
  const metrics = createMetrics();
  const options = {
    pool,
    documents: { project } as ProfileDocuments,
    metrics,
    log: pino({ level: 'silent' }),
  };
  running.push(startProjectionWorker(options));
  return metrics;
}

it.each([
  ['is late', async () => {}],
  // Without an answer the write may have arrived; here it did.
  ['is late and not answered', () => Promise.reject(new Error('no answer in time'))],
])('ends with the newest settings when an older write %s', async (_, answer) => {
  const written: number[] = [];
  const reached = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  let isFirst = true;
  startProcess(async ({ configuracion }) => {
    const wasFirst = isFirst;
    isFirst = false;
    reached.resolve();
    if (wasFirst) await late.promise;
    written.push(configuracion.frecuencia);
    if (wasFirst) await answer();
  });
  await saveFrequency(100);
  await reached.promise;
  startProcess(async ({ configuracion }) => {
    written.push(configuracion.frecuencia);
  });
  await saveFrequency(200);
  await waitFor(async () => expect([written, await jobs()]).toEqual([[200], 0]));
  late.resolve();
  await waitFor(async () => expect([written, await jobs()]).toEqual([[200, 100, 200], 0]));
});

async function claim(): Promise<ClaimedProjection> {
  const [job] = await claimJobs(pool, projectionJobs, { limit: 1, leaseSeconds: 30 });
  if (job === undefined) throw new Error('nothing is due');
  return job;
}

it('is not deleted by the worker in time when another was late, however long the retry delay', async () => {
  await saveFrequency(100);
  const late = await claim();
  await saveFrequency(200);
  const inTime = await claim();
  await finishProjection(pool, late, 300);
  await finishProjection(pool, inTime, 1);
  expect(await jobs()).toBe(1);
  await dueNow();
  await finishProjection(pool, await claim(), 1);
  expect(await jobs()).toBe(0);
});

describe('the reconciliation', () => {
  const reconcileNow = () =>
    pool.query('update projection_reconciliation set due_at = now() where due_at > now()');
  beforeEach(async () => {
    await pool.query('delete from users');
    const users = Array.from({ length: 120 }, (_, index) => ({
      uid: `u${String(index).padStart(3, '0')}`,
      estado: index === 6 ? 'eliminado' : 'activo',
    }));
    await insertSamples(pool, { users });
  });

  it('takes every account once, a page at a time, and ends for six hours', async () => {
    const pages: number[] = [];
    for (let page = 0; page < 3; page += 1) {
      await reconcileNow();
      // Two processes at once: one page.
      const taken = await Promise.all([
        enqueueReconciliationPage(pool),
        enqueueReconciliationPage(pool),
      ]);
      pages.push(taken[0] + taken[1]);
    }
    expect(pages).toEqual([50, 50, 20]);
    expect(await jobs()).toBe(119);
    const { rows } = await pool.query(
      `select after_uid, due_at > now() + interval '5 hours' as rests from projection_reconciliation`,
    );
    expect(rows).toEqual([{ after_uid: '', rests: true }]);
  });
});
