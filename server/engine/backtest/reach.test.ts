/** The shares of a backtest: in its format, from nothing later than each rule, and calibrated on recorded prices. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { EngineReading } from '../engine-types.ts';
import type { BacktestRule } from './backtest.ts';
import { formatReach, readCatalogue, readPrices } from './backtest-files.ts';
import { listReach } from './reach.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const startMs = Date.parse('2026-01-01T00:00:00Z');

/** Every six hours of eighty days each of the collectibles has another price. */
function readingsOf(): EngineReading[] {
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const prices = new Map<string, number>();
  return Array.from({ length: 80 * 4 }, (_, at) => ({
    observedAtMs: startMs + at * 6 * hourMs,
    ticks: Array.from({ length: 40 }, (_, nth) => {
      const id = `c${nth}`;
      prices.set(id, Math.round((prices.get(id) ?? 20_000) * Math.exp(0.06 * (random() - 0.5))));
      return { collectibleId: id, floorCents: prices.get(id) ?? null };
    }),
  }));
}

const ruleOf = (part: Partial<BacktestRule> & { readonly day: number }): BacktestRule => ({
  ...{ id: 'r', target: { kind: 'collectible', id: 'c7' }, condition: 'below', value: 18_000 },
  ...{ bandBp: 300, currency: 'XXX' },
  createdAtMs: startMs + part.day * dayMs + hourMs,
  ...part,
});
const known = (rule: BacktestRule, readings = readingsOf()) =>
  listReach(readings, [rule]).map(({ share, cases, reached }) => ({ share, cases, reached }));

it('a share is the same whatever comes later', () => {
  for (const day of [35, 52, 66]) {
    const rule = ruleOf({ day });
    const readings = readingsOf();
    const shares = known(rule).map(({ share, cases }) => [share, cases]);
    expect(shares.some(([share]) => share !== null)).toBe(true);
    const before = readings.filter(({ observedAtMs }) => observedAtMs <= rule.createdAtMs);
    const crash = readings
      .filter(({ observedAtMs }) => observedAtMs > rule.createdAtMs)
      .map((reading) => ({
        ...reading,
        ticks: reading.ticks.map((tick) => ({ ...tick, floorCents: 1 })),
      }));
    for (const later of [[], crash])
      expect(known(rule, [...before, ...later]).map(({ share, cases }) => [share, cases])).toEqual(
        shares,
      );
  }
});

it('says nothing with less than thirty days of prices, of a collectible without one, or of another rule', () => {
  const none = { share: null, cases: 0 };
  expect(known(ruleOf({ day: 29 }))).toMatchObject([none, none, none]);
  const unknown = { kind: 'collectible', id: 'new' } as const;
  expect(known(ruleOf({ day: 60, target: unknown }))).toMatchObject([none, none, none]);
  const match = { kind: 'match', id: 'm1', category: null } as const;
  expect(known(ruleOf({ day: 60, target: match }))).toEqual([]);
  expect(known(ruleOf({ day: 60, condition: 'low', value: 7 }))).toEqual([]);
});

it.each([
  ['reached', 3, 25_000, [1, 1, 1]],
  ['not reached', 3, 1, [0, 0, 0]],
  ['where the prices end sooner', 75, 1, [0, null, null]],
])('%s, it says so', (_what, day, value, expected) => {
  const reached = known(ruleOf({ day, value })).map((row) => row.reached);
  expect(reached).toEqual(expected.map((one) => (one === null ? null : one === 1)));
});

it('is written by rule and days, with four decimals, empty where it says nothing', () => {
  const rules = [ruleOf({ day: 66, id: 'b,1' }), ruleOf({ day: 5, id: 'a' })].map((rule) => ({
    ...rule,
    createdAtText: new Date(rule.createdAtMs).toISOString(),
  }));
  const lines = formatReach(listReach(readingsOf(), rules)).split('\n');
  expect(lines).toEqual([
    'threshold_id,asked_at,days,share,cases,reached',
    expect.stringMatching(/^"b,1",2026-03-08T01:00:00.000Z,1,(0\.\d{4}|1\.0000),\d{3,},[01]$/),
    expect.stringMatching(/^"b,1",2026-03-08T01:00:00.000Z,7,(0\.\d{4}|1\.0000),\d{3,},[01]$/),
    expect.stringMatching(/^"b,1",2026-03-08T01:00:00.000Z,30,(0\.\d{4}|1\.0000),\d{3,},$/),
    expect.stringMatching(/^a,2026-01-06T01:00:00.000Z,1,,0,[01]$/),
    expect.stringMatching(/^a,2026-01-06T01:00:00.000Z,7,,0,[01]$/),
    expect.stringMatching(/^a,2026-01-06T01:00:00.000Z,30,,0,[01]$/),
    '',
  ]);
});

const market = fileURLToPath(new URL('../../../../shared/market/', import.meta.url));

it.skipIf(!existsSync(market))(
  'on recorded prices, what it says of the last two months is calibrated, and better than the rates of the two before (not run where they are absent)',
  async () => {
    const catalogue = await readCatalogue(`${market}collectibles.csv`);
    const readings = await readPrices(`${market}floors-2025-12_2026-03.csv`, catalogue, Date.now());
    const judgedFromMs = Date.parse('2026-02-01T00:00:00Z');
    const rows = listReach(readings, drawRules(readings)).map(({ rule, ...row }) => ({
      ...row,
      kind: `${rule.condition} ${row.days}`,
      askedAtMs: rule.createdAtMs,
    }));
    const rates = new Map<string, { reached: number; all: number }>();
    for (const { kind, reached, askedAtMs, days } of rows) {
      if (askedAtMs + days * dayMs > judgedFromMs) continue;
      const rate = rates.get(kind) ?? { reached: 0, all: 0 };
      rates.set(kind, { reached: rate.reached + Number(reached), all: rate.all + 1 });
    }
    const bins = Array.from({ length: 10 }, () => ({ lines: 0, said: 0, reached: 0 }));
    const sums = { lines: 0, brier: 0, brierOfRates: 0 };
    for (const { kind, share, reached, askedAtMs } of rows) {
      const rate = rates.get(kind);
      if (askedAtMs < judgedFromMs || share === null || reached === null || !rate) continue;
      sums.lines += 1;
      sums.brier += (share - Number(reached)) ** 2;
      sums.brierOfRates += (rate.reached / rate.all - Number(reached)) ** 2;
      const bin = bins[Math.floor(share * 9.999)];
      if (bin === undefined) continue;
      bin.lines += 1;
      bin.said += share;
      bin.reached += Number(reached);
    }
    const error = bins.reduce((sum, bin) => sum + Math.abs(bin.said - bin.reached) / sums.lines, 0);
    expect(sums.lines).toBeGreaterThan(10_000);
    expect(error).toBeLessThan(0.04);
    expect(1 - sums.brier / sums.brierOfRates).toBeGreaterThan(0.12);
    const seen = bins
      .filter(({ lines }) => lines > 100)
      .map(({ lines, reached }) => reached / lines);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  },
);

/** A line a day on each collectible on sale, from 1 to 50 % below or above its price, at any time of the day. */
function drawRules(readings: readonly EngineReading[]): BacktestRule[] {
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const floors = new Map<string, number | null>();
  const next = new Map<string, number>();
  return readings.flatMap(({ observedAtMs, ticks }) => {
    for (const { collectibleId, floorCents } of ticks) floors.set(collectibleId, floorCents);
    return [...floors].flatMap(([id, floorCents]) => {
      const atMs = next.get(id) ?? observedAtMs + random() * dayMs;
      next.set(id, observedAtMs < atMs ? atMs : atMs + dayMs);
      if (observedAtMs < atMs || floorCents === null) return [];
      const distance = 0.01 * 50 ** random();
      const condition = random() < 0.5 ? 'below' : 'above';
      const value = Math.round(floorCents * Math.exp(condition === 'below' ? -distance : distance));
      const createdAtMs = observedAtMs;
      return [
        ruleOf({ day: 0, createdAtMs, condition, value, target: { kind: 'collectible', id } }),
      ];
    });
  });
}
