/**
 * Cost of a tick as thresholds grow from a thousand to a million, in a market of 20 000 collectibles.
 * CPU time of the matching and of the whole engine (ids and price logs included), and memory.
 *
 *     npm run bench -- growth      BENCH_ROUNDS=5
 */
import { median } from '../median.ts';
import { report } from '../report.ts';
import { engine, matcher } from './implementations.ts';
import { measureMemory } from './memory.ts';
import { generateEngineMarket } from './synthetic-market.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const sizes = [1_000, 10_000, 100_000, 1_000_000];
const ticks = 200_000;
const perReading = 1_000;

const costs = new Map<number, { matching: number; engine: number }>();
for (const thresholds of sizes) {
  const market = generateEngineMarket({ thresholds, ticks, distribution: 'uniform' });
  const matching: number[] = [];
  const wholeEngine: number[] = [];
  // One pass more than is counted: the first warms the compiler.
  for (let round = 0; round <= rounds; round += 1) {
    const times = [matcher, engine(perReading)].map((implementation) =>
      cpuNanoseconds(implementation(market, ticks)),
    );
    if (round === 0) continue;
    matching.push((times[0] ?? 0) / ticks);
    wholeEngine.push((times[1] ?? 0) / ticks);
  }
  costs.set(thresholds, { matching: median(matching), engine: median(wholeEngine) });
  const smallest = costs.get(sizes[0] ?? 0);
  const what = `${thresholds.toLocaleString('en')} thresholds`;
  const name = 'at 1,000';
  report({
    what: `${what}: matching alone, a tick`,
    unit: 'ns of CPU',
    value: median(matching),
    reference: { name, value: smallest?.matching ?? null },
  });
  report({
    what: `${what}: engine whole, a tick`,
    unit: 'ns of CPU',
    value: median(wholeEngine),
    reference: { name, value: smallest?.engine ?? null },
  });
  const { indexBytes, idBytes } = measureMemory(market);
  report({
    what: `${what}: typed arrays and ids`,
    unit: 'MB',
    value: ((indexBytes + idBytes) * thresholds) / 1e6,
    note: `${indexBytes.toFixed(1)} + ${idBytes.toFixed(1)} bytes each`,
  });
}

function cpuNanoseconds(pass: () => unknown): number {
  const began = process.threadCpuUsage();
  pass();
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) * 1_000;
}
