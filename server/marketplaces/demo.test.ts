import { expect, test } from 'vitest';
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
