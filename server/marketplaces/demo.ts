/** Demo adapter: a live synthetic market of an invented tournament, with prices that move like a real market's. */

import { noPages, type PageSettings, withTemplatePages } from '../market-model/market-page.ts';
import type {
  CatalogueEntry,
  RawTick,
  ResumableMarketplace,
  Resumption,
  SeedHistory,
  SeedPrice,
  SeedSale,
} from '../market-model/marketplace.ts';
import {
  advanceMarket,
  type DemoItem,
  floorOf,
  newDemoItem,
  resumeDemoItem,
} from './demo-prices.ts';
import { demoCurrency, demoTournament } from './demo-tournament.ts';
import type { PlaybackController } from './playback.ts';
import { type Random, seededRandom } from './seeded-random.ts';

export interface DemoOptions {
  readonly seed: number | string;
  readonly playback: PlaybackController;
  /** First start of this demo: kick-offs are counted from it. */
  readonly start: Date;
  /** For the instants of its readings. */
  readonly now?: () => Date;
  readonly pages?: PageSettings;
}

/** At speed 1. */
const everyMs = 5_000;
/** Wall time between readings at speed `max`: two readings must not have the same instant. */
const minIntervalMs = 100;
const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const seedDays = 90;
/** As long as sales are stored. */
const salesMs = 7 * dayMs;
/**
 * What happened before the demo's first start: the nearer, the more of it, the last hour as often as live. A chart of
 * any period begins and ends with enough changes to look alike.
 */
const seedPhases = [
  { fromMs: seedDays * dayMs, everyMs: 15 * minuteMs },
  { fromMs: 30 * dayMs, everyMs: 5 * minuteMs },
  { fromMs: 7 * dayMs, everyMs: 2 * minuteMs },
  { fromMs: dayMs, everyMs: 20_000 },
  { fromMs: hourMs, everyMs },
] as const;

export function createDemo({
  seed,
  playback,
  start,
  now: readClock = () => new Date(),
  pages = noPages,
}: DemoOptions): ResumableMarketplace {
  const tournament = demoTournament(seededRandom(`${seed}:tournament`), start);
  const entries = withTemplatePages(tournament.entries, pages);
  let resumption: Resumption | null = null;
  return {
    name: 'demo',
    fingerprint: `demo:${seed}`,
    currency: demoCurrency,
    pageOrigins: pages.origins,
    get expectedEveryMs() {
      const { speed } = playback.settings;
      return speed === 'max' ? minIntervalMs : Math.max(minIntervalMs, everyMs / speed);
    },
    resume(from) {
      resumption = from;
    },
    async *catalogue() {
      yield* entries;
    },
    seedHistory: (now) => generateSeedHistory(`${seed}:past`, now),
    async *readings(signal) {
      const from: Resumption = resumption ?? { position: 0, collectibles: [] };
      // Another random sequence after each restart, or the same prices would repeat.
      const random = seededRandom(`${seed}:live:${from.position}`);
      const stored = new Map(from.collectibles.map((item) => [item.id, item]));
      const items = tournament.collectibles.map((collectible) => {
        const fresh = newDemoItem(collectible, null, random);
        const known = stored.get(collectible.id);
        return known === undefined ? fresh : resumeDemoItem(fresh, known, random);
      });
      for (let isFirst = true; ; isFirst = false) {
        await playback.waitForNext(everyMs, signal, minIntervalMs);
        const observedAt = readClock();
        const ticks: RawTick[] = advanceMarket(items, observedAt, random).map((item) => ({
          collectibleId: item.id,
          floorCents: floorOf(item),
          currency: demoCurrency,
          listings: item.asks.length,
          lastSaleCents: item.lastSaleCents,
          asks: item.asks,
          sales: item.sales,
        }));
        yield {
          observedAt: observedAt.toISOString(),
          isStampedHere: true,
          kind: 'changes',
          ticks,
          // Pages may have moved while the server was down.
          ...(isFirst ? { catalogue: entries.map(withoutKickoff) } : {}),
        };
      }
    },
  };

  /** Ninety days of readings that end at `now`. */
  function generateSeedHistory(historySeed: string, now: Date): SeedHistory {
    const random = seededRandom(historySeed);
    const kickoffs = new Map(tournament.entries.map(({ match }) => [match.id, match.kickoffAt]));
    const items = tournament.collectibles.map((collectible) =>
      newDemoItem(collectible, kickoffs.get(collectible.matchId) ?? null, random),
    );
    const firstAt = new Date(now.getTime() - seedDays * dayMs);
    const prices: SeedPrice[] = items.map((item) => seedPrice(item, firstAt));
    const sales: SeedSale[] = [];
    for (const observedAt of seedInstants(now, random)) {
      for (const item of advanceMarket(items, observedAt, random)) {
        prices.push(seedPrice(item, observedAt));
        if (now.getTime() - observedAt.getTime() > salesMs) continue;
        for (const sale of item.sales) sales.push({ ...sale, collectibleId: item.id });
      }
    }
    const last = new Map(
      items.map(({ id, asks, lastSaleCents }) => [
        id,
        { asks, listings: asks.length, lastSaleCents },
      ]),
    );
    return { prices, last, sales };
  }
}

/** Kick-offs are counted from the first start, and stay. */
const withoutKickoff = ({ match, collectibles }: CatalogueEntry): CatalogueEntry => ({
  match: { ...match, kickoffAt: null },
  collectibles,
});

/** Rising. Readings of a real crawl are never exactly on time. */
function* seedInstants(now: Date, random: Random): Generator<Date> {
  for (const [index, phase] of seedPhases.entries()) {
    const untilMs = now.getTime() - (seedPhases[index + 1]?.fromMs ?? 0);
    const firstMs = now.getTime() - phase.fromMs + phase.everyMs;
    for (let dueMs = firstMs; dueMs <= untilMs; dueMs += phase.everyMs)
      yield new Date(dueMs - Math.floor((random.next() * phase.everyMs) / 3));
  }
}

const seedPrice = (item: DemoItem, observedAt: Date): SeedPrice => ({
  collectibleId: item.id,
  observedAt,
  floorCents: floorOf(item),
});
