/**
 * Matching throughput in ticks per second, compared with a loop that only stores prices, naive objects,
 * json-rules-engine and PostgreSQL. Medians of interleaved passes; ratios within one run, because they hold
 * on a busy machine and absolute figures do not. What runs in this process is timed by its own CPU time.
 *
 *     npm run bench -- matching      BENCH_ROUNDS=5
 */
import { median } from '../median.ts';
import { report } from '../report.ts';
import { bareLoop, engine, type Implementation, matcher, naiveObjects } from './implementations.ts';
import { measureMemory, type ThresholdMemory } from './memory.ts';
import { startPostgresBench } from './postgres.ts';
import { loadRulesEngine } from './rules-engine.mjs';
import { generateEngineMarket, type LoadDistribution, type Market } from './synthetic-market.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);

interface Case {
  readonly thresholds: number;
  readonly distribution: LoadDistribution;
  /** Ticks of a pass, by speed of the implementation: fast, whole readings, slow, json-rules-engine. */
  readonly ticks: number;
  readonly applyTicks: number;
  readonly slowTicks: number;
  readonly rulesTicks: number;
}
const million = 1_000_000;
const cases: Case[] = [
  {
    thresholds: 10_000,
    distribution: 'uniform',
    ticks: 2 * million,
    applyTicks: million,
    slowTicks: 500_000,
    rulesTicks: 2_000,
  },
  {
    thresholds: 100_000,
    distribution: 'uniform',
    ticks: 2 * million,
    applyTicks: 500_000,
    slowTicks: 200_000,
    rulesTicks: 2_000,
  },
  {
    thresholds: million,
    distribution: 'uniform',
    ticks: 2 * million,
    applyTicks: 200_000,
    slowTicks: 100_000,
    rulesTicks: 0,
  },
  {
    thresholds: million,
    distribution: 'hot',
    ticks: 200_000,
    applyTicks: 40_000,
    slowTicks: 4_000,
    rulesTicks: 0,
  },
];
/** CPU time is counted in steps of four milliseconds: short passes are repeated until they take this long. */
const minMicros = 200_000;
const implementations: Record<
  string,
  { readonly run: Implementation; readonly ticks: 'ticks' | 'applyTicks' | 'slowTicks' }
> = {
  'bare loop': { run: bareLoop, ticks: 'ticks' },
  'naive objects': { run: naiveObjects, ticks: 'slowTicks' },
  matching: { run: matcher, ticks: 'ticks' },
  'apply, 1000 ticks': { run: engine(1_000), ticks: 'applyTicks' },
  'apply, 1 tick': { run: engine(1), ticks: 'applyTicks' },
};
const postgresTicks = 20_000;

interface Row extends Case, ThresholdMemory {
  /** Ticks per second; null = not run. */
  readonly rates: Readonly<Record<string, number | null>>;
}

const createRules = await loadRulesEngine();
const postgres = await startPostgresBench();
try {
  const rows: Row[] = [];
  for (const measured of cases) {
    const row = await measure(measured);
    rows.push(row);
    print(row);
  }
  reportGoals(rows);
} finally {
  await postgres.close();
}

async function measure(measured: Case): Promise<Row> {
  const market = generateEngineMarket(measured);
  assertEqual(market, measured.slowTicks);
  await postgres.load(market);
  const times: Record<string, number[]> = {};
  const record = (name: string, rate: number) => {
    times[name] ??= [];
    times[name].push(rate);
  };
  // One pass more than is counted: the first warms the compiler.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, { run, ticks }] of Object.entries(implementations)) {
      const rate = rateOf(() => run(market, measured[ticks]), measured[ticks]);
      if (round > 0) record(name, rate);
    }
    const began = performance.now();
    await postgres.run(market, postgresTicks);
    if (round > 0) record('PostgreSQL join', (postgresTicks / (performance.now() - began)) * 1_000);
    if (createRules === null || measured.rulesTicks === 0) continue;
    const rate = await rulesRate(createRules(market), market, measured.rulesTicks);
    if (round > 0) record('json-rules-engine', rate);
  }
  const names = [...Object.keys(implementations), 'PostgreSQL join', 'json-rules-engine'];
  const rates = Object.fromEntries(
    names.map((name) => [name, times[name] === undefined ? null : median(times[name])]),
  );
  return { ...measured, rates, ...measureMemory(market) };
}

/** Compares the firings with the naive implementation's before anything is timed. */
function assertEqual(market: Market, count: number): void {
  const expected = naiveObjects(market, count)();
  for (const [name, implementation] of Object.entries({ matching: matcher, apply: engine(1) })) {
    const { fired, checksum } = implementation(market, count)();
    if (fired !== expected.fired || checksum !== expected.checksum) {
      throw new Error(`${name} fired ${fired} (${checksum}), expected ${expected.fired}`);
    }
  }
}

/** Ticks per second of this thread's CPU time: other processes and waiting do not count. */
function rateOf(prepare: () => () => unknown, ticks: number): number {
  let micros = 0;
  let passes = 0;
  while (micros < minMicros) {
    const pass = prepare();
    const began = process.threadCpuUsage();
    pass();
    const { user, system } = process.threadCpuUsage(began);
    micros += user + system;
    passes += 1;
  }
  return (passes * ticks) / (micros / 1e6);
}

async function rulesRate(
  rules: { move(target: number, cents: number): Promise<number> },
  { ticks }: Market,
  count: number,
): Promise<number> {
  const began = process.threadCpuUsage();
  for (let index = 0; index < count; index += 1) {
    await rules.move(ticks.target[index] ?? 0, ticks.cents[index] ?? 0);
  }
  const { user, system } = process.threadCpuUsage(began);
  return count / ((user + system) / 1e6);
}

function print({ thresholds, distribution, rates, indexBytes, idBytes }: Row): void {
  const matching = rates.matching ?? 0;
  process.stdout.write(`\n${thresholds.toLocaleString('en')} thresholds, ${distribution}\n`);
  for (const [name, rate] of Object.entries(rates)) {
    const shown = rate === null ? 'not run' : `${Math.round(rate).toLocaleString('en')}/s`;
    const ratio = rate === null ? '' : `matching is ${(matching / rate).toFixed(2)} of it`;
    process.stdout.write(`  ${name.padEnd(20)}${shown.padStart(16)}   ${ratio}\n`);
  }
  const bytes = `${indexBytes.toFixed(1)} in the index, ${idBytes.toFixed(1)} for ids`;
  process.stdout.write(`  bytes per threshold: ${bytes}\n`);
}

function reportGoals(rows: readonly Row[]): void {
  const find = (thresholds: number, distribution: LoadDistribution) =>
    rows.find((row) => row.thresholds === thresholds && row.distribution === distribution);
  const compare = (what: string, row: Row | undefined, name: string, min?: number) =>
    report({
      what,
      unit: 'ticks/s of CPU',
      value: row?.rates.matching ?? null,
      reference: { name, value: row?.rates[name] ?? null },
      ...(min !== undefined && { goal: { min } }),
    });
  const million = find(1_000_000, 'uniform');
  compare('matching, 1M thresholds', million, 'naive objects', 20);
  compare('matching, 1M thresholds', million, 'PostgreSQL join', 40);
  compare('matching, 1M, 100k on one', find(1_000_000, 'hot'), 'naive objects', 100);
  compare('matching, 100k thresholds', find(100_000, 'uniform'), 'bare loop', 0.8);
  compare('matching, 100k thresholds', find(100_000, 'uniform'), 'json-rules-engine');
  report({
    what: 'matching, memory per threshold at 1M',
    unit: 'bytes',
    value: million?.indexBytes ?? null,
    goal: { max: 25 },
  });
}
