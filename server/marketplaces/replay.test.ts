/** A recorded market played again: its catalogue, its waits, and where it goes on. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CatalogueEntry, Reading } from '../market-model/marketplace.ts';
import { PlaybackController } from './playback.ts';
import { openReplay } from './replay.ts';

const prices = `observed_at,collectible,floor_cents
2026-01-01T00:00:00Z,a1,1000
2026-01-01T01:00:00Z,a1,900
2026-01-01T01:30:00Z,a1,800
2026-01-01T00:30:00Z,a1,700
2026-01-01T04:30:00Z,a1,600
`;
const collectibles = `collectible,match_number,city,category,rarity
a1,1,Sevilla,1,Iconic
a2,1,Cádiz,1,
a3,1,Cádiz,Palco,
b1,12,Bilbao,Tribuna,Rare
`;
let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'vigia-replay-'));
  await Promise.all([
    writeFile(join(dir, 'prices.csv'), `\uFEFF${prices}`),
    writeFile(join(dir, 'collectibles.csv'), collectibles),
  ]);
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(dir, { recursive: true, force: true });
});

type Speed = ConstructorParameters<typeof PlaybackController>[0]['speed'];
const open = (speed: Speed = 'max', currency = 'EUR') =>
  openReplay({
    pricesPath: join(dir, 'prices.csv'),
    collectiblesPath: join(dir, 'collectibles.csv'),
    currency,
    playback: new PlaybackController({ playing: true, speed }),
  });
const { signal } = new AbortController();

test('collectibles are grouped by match, and told apart by their id when a category has several', async () => {
  const entries: CatalogueEntry[] = [];
  for await (const entry of (await open()).catalogue(signal)) entries.push(entry);
  expect(entries.map(({ match }) => [match.id, match.number, match.name, match.city])).toEqual([
    ['1', 1, 'Partido 1', 'Sevilla'],
    ['12', 12, 'Partido 12', 'Bilbao'],
  ]);
  const shown = entries.flatMap((entry) =>
    entry.collectibles.map(({ id, matchId, name, rarity }) => [id, matchId, name, rarity]),
  );
  expect(shown).toEqual([
    ['a1', '1', 'Categoría 1 · a1', 'Iconic'],
    ['a2', '1', 'Categoría 1 · a2', null],
    ['a3', '1', 'Palco', null],
    ['b1', '12', 'Tribuna', 'Rare'],
  ]);
});

test.each<[Speed, number]>([
  // Gaps of 60, 30, 0, 240 and no minutes: their median.
  [1, 30 * 60_000],
  [60, 30_000],
  [3_600, 1_000],
  ['max', 1_000],
])('at speed %s a reading is expected every %d ms', async (speed, everyMs) => {
  expect((await open(speed)).expectedEveryMs).toBe(everyMs);
});

test('readings come as far apart as they were recorded, the first at once and those of the past without a wait', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const source = await open(60);
  const readings: Reading[] = [];
  const reading = (async () => {
    for await (const one of source.readings(signal)) readings.push(one);
  })();
  const countAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return readings.length;
  };
  expect(await countAfter(0)).toBe(1);
  expect(await countAfter(59_990)).toBe(1);
  expect(await countAfter(20)).toBe(2);
  expect(await countAfter(29_970)).toBe(2);
  expect(await countAfter(30)).toBe(4);
  expect(await countAfter(239_900)).toBe(4);
  expect(await countAfter(200)).toBe(5);
  await reading;
});
