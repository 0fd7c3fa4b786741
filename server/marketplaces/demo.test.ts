import { expect, test } from 'vitest';
import { priceBounds } from '#domain/threshold.ts';
import type { CatalogueEntry } from '../market-model/marketplace.ts';
import { createDemo } from './demo.ts';
import { PlaybackController } from './playback.ts';

const start = new Date('2026-11-21T09:00:00Z');
const demo = (seed: number) =>
  createDemo({ seed, playback: new PlaybackController({ playing: false, speed: 1 }), start });
const catalogueOf = async (seed: number) => {
  const entries: CatalogueEntry[] = [];
  for await (const entry of demo(seed).catalogue(AbortSignal.timeout(5_000))) entries.push(entry);
  return entries;
};

const pastOf = (seed: number, at = start) =>
  demo(seed).seedHistory?.(at) ?? { prices: [], sales: [], last: new Map<string, never>() };
const [past, other] = [pastOf(1), pastOf(2)];

test('one seed gives one market, another seed another', () => {
  expect(pastOf(1)).toEqual(past);
  expect(past.prices).not.toEqual(other.prices);
});

test('its ninety days move as a real market of the kind moves', () => {
  const { prices } = past;
  const steps: number[] = [];
  let delistings = 0;
  for (const log of Map.groupBy(prices, (price) => price.collectibleId).values()) {
    for (const [index, { floorCents }] of log.entries()) {
      const before = log[index - 1]?.floorCents;
      if (floorCents === null) delistings += 1;
      else {
        expect(floorCents).toBeGreaterThanOrEqual(priceBounds.min);
        if (before) steps.push(Math.abs(floorCents - before) / before);
      }
    }
  }
  steps.sort((a, b) => a - b);
  const quantile = (fraction: number) => steps[Math.floor(fraction * steps.length)] ?? 0;
  expect(quantile(0.5)).toBeGreaterThan(0.022);
  expect(quantile(0.5)).toBeLessThan(0.036);
  expect(quantile(0.9)).toBeGreaterThan(0.11);
  expect(quantile(0.9)).toBeLessThan(0.18);
  expect(quantile(0.9999)).toBeGreaterThan(0.5);
  expect(delistings).toBeGreaterThan(20);
  // 2 % of the items per reading, over ninety days.
  const collectibles = new Set(prices.map((price) => price.collectibleId)).size;
  const readings = new Set(prices.map((price) => price.observedAt.getTime())).size;
  expect(steps.length / (collectibles * readings)).toBeCloseTo(0.02, 2);
});

test('it is bounded: rows, asks and a week of sales', () => {
  expect(past.prices.length).toBeLessThan(90_000);
  const week = +start - 7 * 24 * 3_600_000;
  const soldAt = past.sales.map((sale) => Date.parse(sale.soldAt));
  expect(Math.min(...soldAt) - week).toBeGreaterThan(0);
  expect(Math.min(...soldAt) - week).toBeLessThan(24 * 3_600_000);
});

test('it ends as it is stored: asks ascend from the last floor, the last sale is the last price', () => {
  const floors = new Map(past.prices.map((price) => [price.collectibleId, price.floorCents]));
  for (const [id, { asks, listings }] of past.last) {
    expect([asks[0] ?? null, listings]).toEqual([floors.get(id), asks.length]);
    expect(asks).toEqual(asks.toSorted((a, b) => a - b));
    expect(asks.length).toBeLessThan(61);
  }
  for (const [id, sales] of Map.groupBy(past.sales, (sale) => sale.collectibleId))
    expect(sales.at(-1)?.priceCents).toBe(past.last.get(id)?.lastSaleCents);
});

test('a match that kicks off within hours still has something on sale', async () => {
  for (const [seed, { last }] of [
    [1, past],
    [2, other],
  ] as const) {
    for (const { match, collectibles } of await catalogueOf(seed)) {
      if ((match.kickoffAt?.getTime() ?? 0) > start.getTime() + 6 * 3_600_000) continue;
      const listings = collectibles.map(({ id }) => last.get(id)?.listings ?? 0);
      expect(Math.max(...listings), `${seed} ${match.id}`).toBeGreaterThan(0);
    }
  }
});

test.each([
  [1, 5_000],
  [5, 1_000],
  [0.5, 10_000],
  [1_000, 100],
  ['max', 100],
] as const)('at speed %s a reading is expected every %d ms', (speed, everyMs) => {
  const playback = new PlaybackController({ playing: true, speed });
  expect(createDemo({ seed: 1, playback, start }).expectedEveryMs).toBe(everyMs);
});

test('after a restart it goes on with what is stored, tells its pages once, and draws other chances', async () => {
  const id = (await catalogueOf(1))[0]?.collectibles[0]?.id ?? '';
  const read = async (position: number) => {
    const playback = new PlaybackController({ playing: true, speed: 'max' });
    const market = createDemo({ seed: 1, playback, start });
    const stored = { floorCents: 123_450, listings: 1, lastSaleCents: 77, asks: [123_450] };
    market.resume({ position, collectibles: [{ id, ...stored, kickoffAt: new Date(0) }] });
    const readings = [];
    for await (const reading of market.readings(AbortSignal.timeout(60_000))) {
      readings.push(reading);
      if (readings.length === 2) break;
    }
    return readings;
  };
  const [first, second] = await read(5);
  // Its match has begun: it is sold out in the first reading, for what was asked.
  const soldOut = { collectibleId: id, floorCents: null, lastSaleCents: 123_450 };
  expect(first?.ticks).toContainEqual(expect.objectContaining(soldOut));
  expect(first?.catalogue?.map(({ match }) => match.kickoffAt)).toEqual(Array(52).fill(null));
  expect(second).not.toHaveProperty('catalogue');
  const [later] = await read(6);
  expect(later?.ticks).not.toEqual(first?.ticks);
});
