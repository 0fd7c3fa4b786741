/**
 * Write transactions that wake somebody, or send prices to the live stream, 16 writers at a commit latency of 3 ms (a cloud
 * disk or a synchronous standby): notified after the commit, compared with NOTIFY inside.
 *
 *     npm run bench -- scale-commits
 */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { createPool } from '#server/db/pool.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { enqueueProjection } from '#server/db/users/projection-jobs.ts';
import { sendMessages, wakeUp } from '#server/db/wake-ups.ts';
import { report } from '../report.ts';
import { openScaleApi } from './scale-api.ts';

const writers = 16;
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const users = 10_000;
const latencyUs = 3_000;

const api = await openScaleApi({ connections: 1 });
await api.pool.query(
  `insert into users (uid, email, username) select 'u' || i, i || '@example.test', 'u' from generate_series(1, ${users}) i`,
);
await api.pool.query(
  `alter role current_user set commit_delay = ${latencyUs}; alter role current_user set commit_siblings = 0`,
);
// One for the wake-ups.
const pool = createPool(api.url, { connections: writers + 1 });
const inside = await commitsPerSecond(async (client, uid) => {
  await enqueueProjection(client, uid);
  await client.query(`select pg_notify('vigia_checks', '')`);
});
const after = await commitsPerSecond(async (client, uid) => {
  await enqueueProjection(client, uid);
  wakeUp(client, 'vigia_checks');
});
report({
  what: `commits that wake somebody, ${writers} writers, ${latencyUs / 1_000} ms of commit latency`,
  unit: 'a second',
  value: after,
  reference: { name: 'with NOTIFY inside', value: inside },
  goal: { min: 4 },
  note: 'target of its own: 1 200 a second',
});
const payload = JSON.stringify({
  prices: Array.from({ length: 20 }, (_, index) => [`collectible-${index}`, 'm7', 12_345, now()]),
});
const pricesInside = await commitsPerSecond(async (client, uid) => {
  await enqueueProjection(client, uid);
  await client.query(`select pg_notify('vigia_live', $1)`, [payload]);
});
const pricesAfter = await commitsPerSecond(async (client, uid) => {
  await enqueueProjection(client, uid);
  sendMessages(client, 'vigia_live', [payload]);
});
report({
  what: `commits that send 20 prices each to the live stream, ${writers} writers, ${latencyUs / 1_000} ms of commit latency`,
  unit: 'a second',
  value: pricesAfter,
  reference: { name: 'with NOTIFY inside', value: pricesInside },
  goal: { min: 4 },
  note: 'target of its own: 1 200 a second',
});
await pool.end();
await api.close();

function now(): string {
  return new Date().toISOString();
}

async function commitsPerSecond(
  work: (client: pg.PoolClient, uid: string) => Promise<void>,
): Promise<number> {
  let commits = 0;
  const until = performance.now() + seconds * 1_000;
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      // Each user is one writer's: rows are not what they wait for.
      for (let next = writer; performance.now() < until; next = (next + writers) % users) {
        await inTransaction(pool, (client) => work(client, `u${next + 1}`));
        commits += 1;
      }
    }),
  );
  await delay(200);
  return commits / seconds;
}
