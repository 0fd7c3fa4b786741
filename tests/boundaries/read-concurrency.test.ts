/** One user's burst of reads: most wait, the rest are told to come back, and nobody else notices. */
import { beforeAll, describe, expect, it } from 'vitest';
import { limitStatements } from '#server/db/transaction.ts';
import { toAppError } from '#server/errors.ts';
import { waitForBlocked } from '#tests/support/db-locks.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { openTestApi, seedMarket } from './api.harness.ts';

const api = await openTestApi();
beforeAll(async () => {
  await seedMarket(api.pool);
});

describe('a burst of reads', () => {
  it('of one user runs four at a time, queues twenty, and rejects the rest with Retry-After', async () => {
    const read = (uid: string) => api.call({ url: '/api/monitoring/stats', as: { uid } });
    await Promise.all([read('rafaga'), read('vecina')]);
    const lock = await api.pool.connect();
    try {
      // Reads wait here, so that the burst is really concurrent.
      await lock.query('begin; lock table shards in access exclusive mode');
      let refused = 0;
      const burst = Array.from({ length: 40 }, async () => {
        const answer = await read('rafaga');
        if (answer.status === 429) refused += 1;
        return answer;
      });
      await waitForBlocked(api.pool, 4);
      // The others are queued: each of the forty has been counted.
      await waitFor(() => expect(refused).toBe(16));
      const other = read('vecina');
      await waitForBlocked(api.pool, 5);
      await lock.query('commit');
      expect((await other).status).toBe(200);
      const answers = await Promise.all(burst);
      const rejected = answers.filter(({ status }) => status === 429);
      expect([answers.filter(({ status }) => status === 200).length, rejected.length]).toEqual([
        24, 16,
      ]);
      for (const { headers, body } of rejected) {
        expect(Number(headers['retry-after'])).toBeGreaterThan(0);
        expect(body).toMatchObject({ code: 'too_many_requests' });
      }
    } finally {
      lock.release();
    }
    // A HEAD request takes one slot, as GET does.
    const authorization = `Bearer ${await api.token({ uid: 'rafaga' })}`;
    const head = () =>
      api.app.inject({
        method: 'HEAD',
        url: '/api/monitoring/stats',
        headers: { authorization },
      });
    const heads = await Promise.all(Array.from({ length: 12 }, head));
    expect(heads.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(200));
    // Nothing stays counted.
    expect((await read('rafaga')).status).toBe(200);
  });
});

it('a read that takes too long is cancelled by PostgreSQL and answers “unavailable”', async () => {
  const history = limitStatements(api.pool);
  expect((await history.query('show statement_timeout')).rows).toEqual([
    { statement_timeout: '5s' },
  ]);
  const error = await history.query('select pg_sleep(60)').catch((thrown: unknown) => thrown);
  expect(toAppError(error).code).toBe('unavailable');
  // It stays with none of the pool's connections.
  expect((await api.pool.query('show statement_timeout')).rows).toEqual([
    { statement_timeout: '0' },
  ]);
});
