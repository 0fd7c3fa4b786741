/** One user's burst of reads: what is beyond those that may wait is told to come back, and nobody else notices. */
import { expect, it } from 'vitest';
import { waitForBlocked } from '#tests/support/db-locks.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { openTestApi } from './api.harness.ts';

const api = await openTestApi();

// How many run and wait: server/monitoring/limit-concurrency.test.ts.
it('of one user runs and waits up to a bound, and rejects the rest with Retry-After', async () => {
  const read = (uid: string) => api.call({ url: '/api/monitoring/stats', as: { uid } });
  await Promise.all([read('rafaga'), read('vecina')]);
  const lock = await api.pool.connect();
  try {
    // Reads wait here, so that the burst is really concurrent.
    await lock.query('begin; lock table shards in access exclusive mode');
    const refused: Awaited<ReturnType<typeof read>>[] = [];
    const burst = Array.from({ length: 25 }, async () => {
      const answer = await read('rafaga');
      if (answer.status !== 200) refused.push(answer);
    });
    await waitForBlocked(api.pool, 4);
    await waitFor(() => expect(refused).toHaveLength(1));
    const other = read('vecina');
    await waitForBlocked(api.pool, 5);
    await lock.query('commit');
    expect((await other).status).toBe(200);
    await Promise.all(burst);
    expect(refused).toMatchObject([{ status: 429, body: { code: 'too_many_requests' } }]);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  } finally {
    lock.release();
  }
});
