import { expect, test } from 'vitest';
import { identifierPattern, priceBounds } from '#domain/threshold.ts';
import type { CatalogueEntry } from '../market-model/marketplace.ts';
import { createDemo } from './demo.ts';
import { newDemoItem, resumeDemoItem } from './demo-prices.ts';
import { PlaybackController } from './playback.ts';
import { seededRandom } from './seeded-random.ts';

const start = new Date('2026-11-21T09:00:00Z');
const demo = (seed: number) =>
  createDemo({ seed, playback: new PlaybackController({ playing: false, speed: 1 }), start });
const catalogueOf = async (seed: number) => {
  const entries: CatalogueEntry[] = [];
  for await (const entry of demo(seed).catalogue(AbortSignal.timeout(5_000))) entries.push(entry);
  return entries;
};

const past = demo(1).seedHistory?.(start);

test('one seed gives one market, another seed another', () => {
  expect(demo(1).seedHistory?.(start)).toEqual(past);
  expect(past?.prices).not.toEqual(demo(2).seedHistory?.(start).prices);
});

test('its ninety days move as a real market of the kind moves', () => {
  const prices = past?.prices ?? [];
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

test('the last hour covers no wider range of prices than the month before', () => {
  const prices = past?.prices ?? [];
  const hoursAgo = ({ observedAt }: { observedAt: Date }) => (+start - +observedAt) / 3_600_000;
  const spreads = [...Map.groupBy(prices, (price) => price.collectibleId).values()].map((log) => {
    const deviation = (from: number, until: number) => {
      const logs = log
        .filter((price) => hoursAgo(price) < from && hoursAgo(price) >= until)
        .flatMap(({ floorCents }) => (floorCents === null ? [] : [Math.log(floorCents)]));
      const mean = logs.reduce((sum, value) => sum + value, 0) / logs.length;
      return Math.sqrt(logs.reduce((sum, value) => sum + (value - mean) ** 2, 0) / logs.length);
    };
    return { hour: deviation(1, 0), month: deviation(30 * 24, 24) };
  });
  const median = (values: number[]) =>
    values.filter(Number.isFinite).sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const [hour, month] = [
    median(spreads.map(({ hour }) => hour)),
    median(spreads.map(({ month }) => month)),
  ];
  expect(hour / month).toBeGreaterThan(0.3);
  expect(hour / month).toBeLessThan(1.1);
});

test('its history has the temper of the live minutes: as much movement per unit of time, read less often', () => {
  const prices = past?.prices ?? [];
  const logs = [...Map.groupBy(prices, (price) => price.collectibleId).values()];
  /** Median movement over so many hours, between two ages. */
  const movement = (hours: number, from: number, until: number): number => {
    const moves = logs.flatMap((log) => {
      const found: number[] = [];
      for (let age = from; age - hours >= until; age -= hours / 2) {
        const [before, after] = [floorAt(log, age), floorAt(log, age - hours)];
        if (before && after) found.push(Math.abs(Math.log(after / before)));
      }
      return found;
    });
    return moves.sort((a, b) => a - b)[Math.floor(moves.length / 2)] ?? 0;
  };
  const floorAt = (log: typeof prices, age: number) =>
    log.findLast(({ observedAt }) => +observedAt <= +start - age * 3_600_000)?.floorCents ?? null;
  const live = movement(1, 1, 0);
  expect(live).toBeGreaterThan(0.02);
  const [day, week, month] = [24, 7 * 24, 30 * 24] as const;
  for (const [one, other] of [
    [live, movement(1, day, 1)],
    [movement(6, day, 0), movement(6, week, day)],
    [movement(24, week, 0), movement(24, month, week)],
  ] as const) {
    expect(one / other).toBeGreaterThan(0.7);
    expect(one / other).toBeLessThan(1.4);
  }
});

test('at any hour something stands near its low of thirty days', () => {
  const dayMs = 24 * 3_600_000;
  const near = [0, 1.3, 2.6].map((days) => {
    const at = new Date(+start + days * dayMs);
    const month = (demo(1).seedHistory?.(at).prices ?? []).filter(
      ({ observedAt, floorCents }) => +observedAt >= +at - 30 * dayMs && floorCents !== null,
    );
    const logs = [...Map.groupBy(month, (price) => price.collectibleId).values()];
    return logs.filter((log) => {
      const floors = log.map(({ floorCents }) => floorCents ?? 0);
      return (floors.at(-1) ?? 0) <= 1.03 * Math.min(...floors);
    }).length;
  });
  expect(Math.min(...near)).toBeGreaterThan(0);
});

test('it is bounded: rows, asks and a week of sales', () => {
  const { prices, sales, last } = past ?? {};
  expect(prices?.length).toBeLessThan(90_000);
  expect(Math.max(...[...(last?.values() ?? [])].map(({ asks }) => asks.length))).toBeLessThan(61);
  const week = start.getTime() - 7 * 24 * 3_600_000;
  expect(sales?.length).toBeGreaterThan(500);
  for (const { soldAt } of sales ?? []) expect(Date.parse(soldAt)).toBeGreaterThan(week);
});

test('asks ascend from the floor, and most collectibles have several', () => {
  const { prices, last } = past ?? {};
  const floors = new Map(
    prices?.map(({ collectibleId, floorCents }) => [collectibleId, floorCents]),
  );
  let several = 0;
  for (const [id, { asks, listings }] of last ?? []) {
    expect(asks[0] ?? null).toBe(floors.get(id));
    expect(asks).toEqual(asks.toSorted((a, b) => a - b));
    expect(listings).toBe(asks.length);
    if (asks.length > 3) several += 1;
  }
  expect(several / (last?.size ?? 0)).toBeGreaterThan(0.8);
});

test('after a restart it goes on with the stored asks, or makes some for a stored floor', () => {
  const random = seededRandom('restart');
  const collectible = { id: 'c', matchId: 'm', category: 'n', anchorCents: 1_000 };
  const fresh = newDemoItem(collectible, null, random);
  const stored = { floorCents: 900, listings: 5, lastSaleCents: 950, kickoffAt: start };
  const asks = [900, 2_000];
  expect(resumeDemoItem(fresh, { ...stored, asks }, random)).toMatchObject({
    ...collectible,
    asks,
    lastSaleCents: 950,
    kickoffAt: start,
  });
  const made = resumeDemoItem(fresh, { ...stored, asks: null }, random).asks;
  expect(made).toHaveLength(5);
  expect(made[0]).toBe(900);
  const soldOut = { ...stored, floorCents: null, listings: 0, asks: null };
  expect(resumeDemoItem(fresh, soldOut, random).asks).toEqual([]);
});

test('its past ends within the last hours and has nothing from the future', () => {
  const prices = past?.prices ?? [];
  const last = Math.max(...prices.map((price) => price.observedAt.getTime()));
  expect(last).toBeLessThanOrEqual(start.getTime());
  expect(last).toBeGreaterThan(start.getTime() - 3 * 3_600_000);
});

test('the tournament has every match once, with teams, places and kick-offs still to come', async () => {
  const entries = await catalogueOf(1);
  expect(entries).toHaveLength(52);
  expect(new Set(entries.map(({ match }) => match.id)).size).toBe(52);
  for (const { match, collectibles } of entries) {
    expect(match.id).toMatch(identifierPattern);
    expect(match.kickoffAt?.getTime()).toBeGreaterThan(start.getTime());
    expect(() => new Intl.DateTimeFormat('es', { timeZone: match.timeZone ?? '' })).not.toThrow();
    expect(collectibles.length).toBeGreaterThanOrEqual(3);
    if (match.stage === 'Fase de grupos') expect(match.home?.colors).toHaveLength(3);
  }
  const soon = entries.filter(
    ({ match }) => (match.kickoffAt?.getTime() ?? 0) < start.getTime() + 6 * 3_600_000,
  );
  expect(soon.length).toBeGreaterThan(0);
});

test('a match that kicks off within hours still has something on sale', async () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const last = demo(seed).seedHistory?.(start).last ?? new Map();
    for (const { match, collectibles } of await catalogueOf(seed)) {
      if ((match.kickoffAt?.getTime() ?? 0) > start.getTime() + 6 * 3_600_000) continue;
      const listings = collectibles.map(({ id }) => last.get(id)?.listings ?? 0);
      expect(Math.max(...listings), `${seed} ${match.id}`).toBeGreaterThan(0);
    }
  }
});

test('each team meets each other of its group exactly once', async () => {
  const entries = await catalogueOf(1);
  const pairs = entries
    .filter(({ match }) => match.home !== null)
    .map(({ match }) => [match.home?.name, match.away?.name].sort().join(' / '));
  expect(pairs).toHaveLength(36);
  expect(new Set(pairs).size).toBe(36);
});

test('a live reading carries wall time and only what changed', async () => {
  const market = createDemo({
    seed: 1,
    playback: new PlaybackController({ playing: true, speed: 'max' }),
    start,
  });
  market.resume({ position: 0, collectibles: [] });
  const abort = new AbortController();
  for await (const reading of market.readings(abort.signal)) {
    expect(Math.abs(Date.parse(reading.observedAt) - Date.now())).toBeLessThan(5_000);
    expect(reading.kind).toBe('changes');
    expect(reading.ticks.length).toBeLessThan(40);
    break;
  }
  abort.abort();
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

test('its past is read the more often the nearer, and never exactly on time', () => {
  const ages = [...new Set(past?.prices.map(({ observedAt }) => +start - +observedAt))];
  const minute = 60_000;
  const day = 24 * 60 * minute;
  /** Where every reading changes something: their distance, in milliseconds. */
  const gaps = (from: number, until: number) => {
    const within = ages.filter((age) => age < from && age >= until);
    return (from - until) / within.length;
  };
  for (const [from, until, everyMs] of [
    [90 * day, 30 * day, 15 * minute],
    [30 * day, 7 * day, 5 * minute],
    [7 * day, day, 2 * minute],
    [day, 60 * minute, 20_000],
    [60 * minute, 0, 5_000],
  ] as const) {
    const ratio = gaps(from, until) / everyMs;
    expect(ratio).toBeGreaterThan(0.9);
    expect(ratio).toBeLessThan(1.2);
  }
  // The first price of each is as old as the history; readings come up to a third of their distance too early.
  expect(Math.max(...ages)).toBe(90 * day);
  const early = ages.filter((age) => age < day && age >= 60 * minute).map((age) => age % 20_000);
  expect(Math.max(...early)).toBeGreaterThan(6_000);
  expect(Math.max(...early)).toBeLessThanOrEqual(6_667);
});

test('its past rises in time for each collectible, and its sales are of the collectibles that have them', () => {
  for (const log of Map.groupBy(past?.prices ?? [], (price) => price.collectibleId).values())
    for (const [index, { observedAt }] of log.entries())
      expect(+observedAt).toBeGreaterThan(+(log[index - 1]?.observedAt ?? 0));
  const sold = Map.groupBy(past?.sales ?? [], (sale) => sale.collectibleId);
  for (const [id, sales] of sold)
    expect(sales.at(-1)?.priceCents).toBe(past?.last.get(id)?.lastSaleCents);
  const week = +start - 7 * 24 * 3_600_000;
  const oldest = Math.min(...(past?.sales ?? []).map(({ soldAt }) => Date.parse(soldAt)));
  expect(oldest - week).toBeLessThan(24 * 3_600_000);
});

test('after a restart it goes on with what is stored, tells its pages once, and draws other chances', async () => {
  const collectible = (await catalogueOf(1))[0]?.collectibles[0];
  const id = collectible?.id ?? '';
  const read = async (position: number) => {
    const market = createDemo({
      seed: 1,
      playback: new PlaybackController({ playing: true, speed: 'max' }),
      start,
    });
    const stored = { listings: 1, lastSaleCents: 77, asks: [123_450], floorCents: 123_450 };
    const collectibles = [{ id, ...stored, kickoffAt: new Date(0) }];
    market.resume({ position, collectibles: collectibles as never });
    const readings = [];
    for await (const reading of market.readings(AbortSignal.timeout(60_000))) {
      readings.push(reading);
      if (readings.length === 2) break;
    }
    return readings;
  };
  const [first, second] = await read(5);
  // Its match has begun: it is sold out in the first reading, for what was asked.
  expect(first?.ticks).toContainEqual(
    expect.objectContaining({
      collectibleId: id,
      floorCents: null,
      listings: 0,
      asks: [],
      lastSaleCents: 123_450,
      sales: [expect.objectContaining({ priceCents: 123_450 })],
    }),
  );
  expect(first?.catalogue).toHaveLength(52);
  for (const { match } of first?.catalogue ?? []) expect(match.kickoffAt).toBeNull();
  expect(second).not.toHaveProperty('catalogue');
  const others = (await read(6))[0];
  expect(others?.ticks.map((tick) => tick.collectibleId)).not.toEqual(
    first?.ticks.map((tick) => tick.collectibleId),
  );
});
