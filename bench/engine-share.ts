/**
 * The engine's share of what a reading costs: its time beside all of the worker's and the database's, from the stored
 * reading to the commit, in the four markets that load it most. A faster engine than a tenth would be noticed by nobody.
 *
 *     npm run bench -- engine      BENCH_READINGS=200 BENCH_THRESHOLDS=1000000
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Engine } from '#server/engine/engine.ts';
import { openBenchMarket } from './bench-market.ts';
import { createCpuClock } from './cpu.ts';
import { report } from './report.ts';

const readings = Number(process.env.BENCH_READINGS ?? 200);
const many = Number(process.env.BENCH_THRESHOLDS ?? 1_000_000);
const moving = 50;
const start = 1_000;

interface Case {
  readonly what: string;
  readonly collectibles: number;
  readonly thresholds: number;
  /** In SQL: collectible and rule of threshold `i`. */
  readonly target: string;
  readonly condition?: string;
  readonly value: string;
  /** @returns prices of reading n, by the collectibles' numbers */
  prices(n: number): Iterable<readonly [collectible: number, cents: number]>;
}

const walk = (i: number, n: number) => start - 20 + (((i * 7_919 + n * 104_729) >>> 3) % 41);

const cases: Case[] = [
  {
    what: `400 of 20,000 prices change, ${many.toLocaleString('en')} thresholds`,
    ...{ collectibles: 20_000, thresholds: many, target: 'i % 20000' },
    condition: `case when i / 20000 % 2 = 0 then 'below' else 'above' end`,
    value: `case when i / 20000 % 2 = 0 then 970 - i % 270 else 1030 + i % 270 end`,
    *prices(n) {
      for (let i = n % moving; i < 20_000; i += moving) yield [i, walk(i, n)];
    },
  },
  {
    what: 'every price of 10,000 changes, a threshold each',
    ...{ collectibles: 10_000, thresholds: 10_000, target: 'i', value: '900' },
    *prices(n) {
      for (let i = 0; i < 10_000; i += 1) yield [i, 950 + ((i * 7_919 + n * 31) % 101)];
    },
  },
  {
    what: '100,000 thresholds on one, a tenth of the prices',
    ...{ collectibles: 2_000, thresholds: 100_000, target: '0' },
    condition: `case when i % 2 = 0 then 'below' else 'above' end`,
    value: '700 + i % 600',
    *prices(n) {
      yield [0, 1_000 + Math.round(Math.sin(n / 25) * 60)];
      for (let i = 1; i < 10; i += 1) yield [i, walk(i, n)];
    },
  },
  {
    what: '10,000 alerts at one price, armed again by the next',
    ...{ collectibles: 2_000, thresholds: 10_000, target: '0', value: '900' },
    *prices(n) {
      yield [0, n % 2 === 0 ? 850 : 1_000];
    },
  },
];

let engineMicros = 0;
const { apply } = Engine.prototype;
Engine.prototype.apply = function timed(this: Engine, reading) {
  const began = process.threadCpuUsage();
  const applied = apply.call(this, reading);
  const { user, system } = process.threadCpuUsage(began);
  engineMicros += user + system;
  return applied;
};

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
function heapBytes(): number {
  // Twice: a collection already under way keeps objects allocated since it began.
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

for (const { what, collectibles, prices, thresholds, target, value, ...rest } of cases) {
  const { condition = `'below'` } = rest;
  const market = await openBenchMarket(collectibles);
  await market.pool.query(`
    insert into users (uid, email, username, email_confirmed_at)
      select 'u' || i, 'u' || i || '@example.test', 'user', now() from generate_series(0, ${thresholds / 10 - 1}) i;
    insert into thresholds (uid, id, target_kind, target_id, match_id, condition, value, currency, rearm_band_bp, active_from)
      select 'u' || i / 10, 't' || i, 'collectible', 'c' || (${target}), 'm' || (${target}) / 10,
             ${condition}, ${value}, 'EUR', 300, now() from generate_series(0, ${thresholds - 1}) i;
    analyze`);
  const before = heapBytes();
  const loading = process.cpuUsage();
  await market.claimShards();
  const { user, system } = process.cpuUsage(loading);
  const bytes = (heapBytes() - before) / thresholds;
  await market.applyReading(
    new Map(Array.from({ length: collectibles }, (_, index) => [`c${index}`, start])),
  );
  const clock = await createCpuClock(market.pool);
  let n = 0;
  let began = 0;
  // A quarter more than is counted: the first warm the compiler and the database. Processor time is counted in steps of
  // milliseconds, so its sum is what can be compared.
  for (; n < readings * 1.25; n += 1) {
    if (n === readings / 4) [engineMicros, began] = [0, clock()];
    await market.applyReading(
      new Map(Array.from(prices(n), ([index, cents]) => [`c${index}`, cents])),
    );
  }
  const whole = ((clock() - began) * 1_000) / readings;
  await market.close();
  report({
    what: `engine: ${what}`,
    unit: 'ms of CPU',
    value: engineMicros / 1_000 / readings,
    reference: { name: 'the whole reading', value: whole },
    goal: { max: 0.1 },
    note: `loaded in ${((user + system) / 1e6).toFixed(1)} s of CPU; ${bytes.toFixed(0)} bytes of heap a threshold, catalogue included`,
  });
}
