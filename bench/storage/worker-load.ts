/**
 * Memory per threshold of a worker, owner and rule included, and the time to load them.
 * Loaded from PostgreSQL as at a start or when taking over another worker's shards.
 *
 *     npm run bench -- worker      BENCH_THRESHOLDS=200000
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { openBenchMarket } from '../bench-market.ts';
import { collectGarbage } from '../collect-garbage.ts';
import { median } from '../median.ts';
import { report } from '../report.ts';

const thresholds = Number(process.env.BENCH_THRESHOLDS ?? 200_000);
const rounds = 5;
const collectibles = 2_000;
const perUser = 10;

/** Bytes of objects and typed arrays; three collections, because a first one may only mark what a later one frees. */
const retainedBytes = async () => {
  for (let time = 0; time < 3; time += 1) {
    await setTimeout(100);
    collectGarbage();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

const market = await openBenchMarket(collectibles);
await market.claimShards();
const empty = await retainedBytes();
await market.pool.query(`
  insert into users (uid, email, username, email_confirmed_at)
    select 'user-' || i, 'u' || i || '@example.test', 'user', now()
      from generate_series(0, ${Math.ceil(thresholds / perUser) - 1}) i;
  insert into thresholds (uid, id, target_kind, target_id, match_id, condition, value, currency, rearm_band_bp, active_from)
    select 'user-' || i / ${perUser}, 't' || i, 'collectible', 'c' || i % ${collectibles},
           'm' || i % ${collectibles} / 10, 'below', 500 + i % 400, 'EUR', 300, now()
      from generate_series(0, ${thresholds - 1}) i;
  analyze`);
const times: number[] = [];
const bytesPerThreshold: number[] = [];
const longestDelaysMs: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const began = performance.now();
  const eventLoopDelay = monitorEventLoopDelay();
  eventLoopDelay.enable();
  await market.claimShards();
  times.push(performance.now() - began);
  eventLoopDelay.disable();
  longestDelaysMs.push(eventLoopDelay.max / 1e6);
  bytesPerThreshold.push(((await retainedBytes()) - empty) / thresholds);
}
await market.close();
const what = `worker with ${thresholds.toLocaleString('en')} thresholds`;
report({ what: `${what}: memory`, unit: 'MB per million', value: median(bytesPerThreshold) });
report({
  what: `${what}: loading them`,
  unit: 'per second',
  value: (thresholds * 1_000) / median(times),
});
report({
  what: `${what}: longest event loop delay while loading`,
  unit: 'ms',
  value: median(longestDelaysMs),
  goal: { max: 5_000 },
  note: 'a worker that sends no heartbeat for five seconds loses its shards to the others',
});
