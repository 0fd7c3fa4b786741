/**
 * What a reading costs on its way from the source's text to its alerts: processor of the worker and the database together,
 * in the markets that load it most, and of it the engine's share, which is to stay below a tenth. Then what a worker's
 * start costs.
 *
 *     npm run bench -- path      BENCH_READINGS=60 BENCH_THRESHOLDS=1000000 BENCH_CHANGES=4000000 BENCH_CASES=whole,changes
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Engine } from '#server/engine/engine.ts';
import type { Reading } from '#server/market-model/marketplace.ts';
import { type BenchMarket, openBenchMarket } from './bench-market.ts';
import { createCpuClock } from './cpu.ts';
import { report } from './report.ts';

const readings = Number(process.env.BENCH_READINGS ?? 60);
const many = Number(process.env.BENCH_THRESHOLDS ?? 1_000_000);
const changes = Number(process.env.BENCH_CHANGES ?? 4_000_000);
const only = process.env.BENCH_CASES?.split(',');
const start = 1_000;

interface Case {
  readonly what: string;
  readonly collectibles: number;
  readonly thresholds: number;
  /** In SQL: collectible and rule of threshold `i`. */
  readonly target: string;
  readonly condition?: string;
  readonly value: string;
  readonly kind?: Reading['kind'];
  /** In milliseconds. */
  readonly goal: number;
  /** What `per` counts in a reading. */
  readonly per?: { readonly unit: string; readonly query: string };
  /** @returns prices of reading n, by the collectibles' numbers */
  prices(n: number): Iterable<readonly [collectible: number, cents: number]>;
}

const walk = (i: number, n: number) => start - 20 + (((i * 7_919 + n * 104_729) >>> 3) % 41);
/** Of 20 000 prices a fiftieth moves at each reading. */
const floors = new Array<number>(20_000).fill(start);
const moved = function* (n: number) {
  for (let i = n % 50; i < floors.length; i += 50) yield [i, walk(i, n)] as const;
};
const crowd = {
  collectibles: 20_000,
  thresholds: many,
  target: 'i % 20000',
  condition: `case when i / 20000 % 2 = 0 then 'below' else 'above' end`,
  value: `case when i / 20000 % 2 = 0 then 970 - i % 270 else 1030 + i % 270 end`,
};

const cases: Readonly<Record<string, Case>> = {
  whole: {
    ...crowd,
    what: `20,000 prices, 400 of them changed, ${many.toLocaleString('en')} thresholds`,
    kind: 'complete',
    goal: 45,
    prices(n) {
      for (const [i, cents] of moved(n)) floors[i] = cents;
      return floors.entries();
    },
  },
  changes: { ...crowd, what: 'the same 400 alone', goal: 22, prices: moved },
  dense: {
    what: '10,000 prices, all changed, a threshold each',
    ...{ collectibles: 10_000, thresholds: 10_000, target: 'i', value: '900' },
    goal: 110,
    *prices(n) {
      for (let i = 0; i < 10_000; i += 1) yield [i, 950 + ((i * 7_919 + n * 31) % 101)];
    },
  },
  hot: {
    what: 'one price, 100,000 thresholds on it',
    ...{ collectibles: 2_000, thresholds: 100_000, target: '0' },
    condition: `case when i % 2 = 0 then 'below' else 'above' end`,
    value: '700 + i % 600',
    goal: 20,
    per: { unit: 'state change', query: 'select sum(episode) * 2 as n from thresholds' },
    *prices(n) {
      yield [0, 1_000 + Math.round(Math.sin(n / 25) * 60)];
    },
  },
  alerts: {
    what: '10,000 alerts at one price, armed again by the next: mean of both',
    ...{ collectibles: 2_000, thresholds: 10_000, target: '0', value: '900' },
    goal: 220,
    *prices(n) {
      yield [0, n % 2 === 0 ? 850 : 1_000];
    },
  },
};

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

const numberOf = async ({ pool }: BenchMarket, query: string) =>
  Number((await pool.query<{ n: number }>(query)).rows[0]?.n ?? 0);

/** @returns processor seconds and bytes of heap of a worker that loads all shards */
async function load(market: BenchMarket) {
  const clock = await createCpuClock(market.pool);
  const [heap, cpu] = [heapBytes(), clock()];
  await market.claimShards();
  return { seconds: clock() - cpu, bytes: heapBytes() - heap };
}

for (const [name, one] of Object.entries(cases)) {
  if (only?.includes(name) === false) continue;
  const { what, collectibles, prices, thresholds, target, value, goal, per, ...rest } = one;
  const { condition = `'below'`, kind = 'changes' } = rest;
  const market = await openBenchMarket(collectibles);
  await market.pool.query(`
    insert into users (uid, email, username, email_confirmed_at)
      select 'u' || i, 'u' || i || '@example.test', 'user', now() from generate_series(0, ${thresholds / 10 - 1}) i;
    insert into thresholds (uid, id, target_kind, target_id, match_id, condition, value, currency, rearm_band_bp, active_from)
      select 'u' || i / 10, 't' || i, 'collectible', 'c' || (${target}), 'm' || (${target}) / 10,
             ${condition}, ${value}, 'EUR', 300, now() from generate_series(0, ${thresholds - 1}) i;
    analyze`);
  const { seconds, bytes } = await load(market);
  const textOf = (of: Iterable<readonly [number, number]>, ofKind: Reading['kind']) =>
    market.textOf(
      Array.from(of, ([index, floorCents]) => ({
        ...{ collectibleId: `c${index}`, floorCents, listings: 3, lastSaleCents: start },
      })),
      ofKind,
    );
  const first = Array.from({ length: collectibles }, (_, index) => [index, start] as const);
  await market.read(textOf(first, 'complete'));
  const texts = Array.from({ length: readings * 1.5 }, (_, n) => textOf(prices(n + 1), kind));
  // The first third warms the compiler and the database. Processor time is counted in steps of milliseconds, so its sum
  // is what can be compared.
  for (const text of texts.splice(0, readings / 2)) await market.read(text);
  const counted = per ? await numberOf(market, per.query) : 0;
  const clock = await createCpuClock(market.pool);
  engineMicros = 0;
  const began = clock();
  for (const text of texts) await market.read(text);
  const whole = ((clock() - began) * 1_000) / readings;
  const engine = engineMicros / 1_000 / readings;
  const each = per ? ((await numberOf(market, per.query)) - counted) / readings : 0;
  await market.close();
  const notes = [
    `the engine ${engine.toFixed(2)} ms, ${((engine / whole) * 100).toFixed(1)} %`,
    `${((whole * 1_000) / Array.from(prices(0)).length).toFixed(2)} µs a price`,
    `loaded in ${seconds.toFixed(1)} s; ${(bytes / thresholds).toFixed(0)} bytes of heap a threshold, catalogue included`,
    ...(per
      ? [`${((whole * 1_000) / each).toFixed(0)} µs a ${per.unit}, ${each.toFixed(0)} a reading`]
      : []),
  ];
  report({
    ...{ what: `path: ${what}`, unit: 'ms of CPU', value: whole },
    ...{ goal: { max: goal }, note: notes.join('; ') },
  });
}

if (only?.includes('start') !== false) {
  const market = await openBenchMarket(2_000);
  const empty = await load(market);
  await market.pool.query(`
    select ensure_price_partitions(now() - interval '200 days', now());
    insert into price_changes
      select 'c' || i % 2000, now() - make_interval(mins => (${changes} - i) / 2000 * 20), 1000 + i % 7, false
        from generate_series(1, ${changes}) i;
    update collectibles set floor_cents = 1000, last_observed_at = now(), floor_changed_at = now(), first_priced_at = now() - interval '200 days';
    analyze`);
  const { seconds, bytes } = await load(market);
  await market.close();
  report({
    what: `path: a worker loads ${changes.toLocaleString('en')} stored changes that no threshold needs`,
    ...{ unit: 's of CPU', value: seconds, goal: { max: 1.3 } },
    note: `without any ${empty.seconds.toFixed(2)} s; ${((bytes - empty.bytes) / 1e6).toFixed(0)} MB of heap more`,
  });
}
