/**
 * What a worker keeps per threshold, whose it is and what it says included, and how long it takes to load them from
 * PostgreSQL: at a start, or when another worker has gone.
 *
 *     npm run bench -- worker      THRESHOLDS=200000
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { openBenchMarket } from '../bench-market.ts';
import { collectGarbage } from '../collect-garbage.ts';
import { median } from '../median.ts';
import { report } from '../report.ts';

const thresholds = Number(process.env.THRESHOLDS ?? 200_000);
const rounds = 5;
const collectibles = 2_000;
const perUser = 10;

/** Objects and typed arrays; what a first collection finds to be in nobody's hands goes with a later one. */
const keptBytes = async () => {
  for (let time = 0; time < 3; time += 1) {
    await setTimeout(100);
    collectGarbage();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

const rig = await openBenchMarket(collectibles);
await rig.work();
const empty = await keptBytes();
await rig.pool.query(`
  insert into users (uid, email, username, email_confirmed_at)
    select 'user-' || i, 'u' || i || '@example.test', 'user', now()
      from generate_series(0, ${Math.ceil(thresholds / perUser) - 1}) i;
  insert into thresholds (uid, id, target_kind, target_id, match_id, condition, value, currency, band_bp, active_from)
    select 'user-' || i / ${perUser}, 't' || i, 'collectible', 'c' || i % ${collectibles},
           'm' || i % ${collectibles} / 10, 'below', 500 + i % 400, 'EUR', 300, now()
      from generate_series(0, ${thresholds - 1}) i;
  analyze`);
const times: number[] = [];
const kept: number[] = [];
const silences: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const began = performance.now();
  const silence = monitorEventLoopDelay();
  silence.enable();
  await rig.work();
  times.push(performance.now() - began);
  silence.disable();
  silences.push(silence.max / 1e6);
  kept.push(((await keptBytes()) - empty) / thresholds);
}
await rig.close();
const what = `worker with ${thresholds.toLocaleString('en')} thresholds`;
report({ what: `${what}: memory`, unit: 'MB per million', ours: median(kept) });
report({
  what: `${what}: loading them`,
  unit: 'per second',
  ours: (thresholds * 1_000) / median(times),
});
report({
  what: `${what}: longest silence while loading`,
  unit: 'ms',
  ours: median(silences),
  goal: { most: 5_000 },
  note: 'a worker that is silent for five seconds loses its shards to the others',
});
