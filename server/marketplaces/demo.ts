/** Demo adapter: a live synthetic market of an invented tournament, with prices that move like a real market's. */

import { noPages, type PageSettings, withTemplatePages } from '../market-model/market-page.ts';
import type {
  CatalogueEntry,
  RawTick,
  ResumableMarketplace,
  Resumption,
  SeedHistory,
  SeedPrice,
} from '../market-model/marketplace.ts';
import { advanceMarket, newDemoItem } from './demo-prices.ts';
import { demoCurrency, demoTournament } from './demo-tournament.ts';
import type { PlaybackController } from './playback.ts';
import { seededRandom } from './seeded-random.ts';

export interface DemoOptions {
  readonly seed: number | string;
  readonly playback: PlaybackController;
  /** First start of this demo: kick-offs are counted from it. */
  readonly start: Date;
  readonly pages?: PageSettings;
}

/** At speed 1. */
const everyMs = 5_000;
/** Wall time between readings at speed `max`: two readings must not have the same instant. */
const minIntervalMs = 100;
const seedDays = 90;
const hourMs = 3_600_000;

export function createDemo({
  seed,
  playback,
  start,
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
        return { ...fresh, ...stored.get(collectible.id) };
      });
      for (let isFirst = true; ; isFirst = false) {
        await playback.waitForNext(everyMs, signal, minIntervalMs);
        const observedAt = new Date();
        const ticks: RawTick[] = advanceMarket(items, observedAt, random).map((item) => ({
          collectibleId: item.id,
          floorCents: item.floorCents,
          currency: demoCurrency,
          listings: item.listings,
          lastSaleCents: item.lastSaleCents,
        }));
        yield {
          observedAt: observedAt.toISOString(),
          kind: 'changes',
          ticks,
          // Pages may have moved while the server was down.
          ...(isFirst ? { catalogue: entries.map(withoutKickoff) } : {}),
        };
      }
    },
  };

  /** Ninety days of hourly readings that end at `now`. */
  function generateSeedHistory(historySeed: string, now: Date): SeedHistory {
    const random = seededRandom(historySeed);
    const kickoffs = new Map(tournament.entries.map(({ match }) => [match.id, match.kickoffAt]));
    const items = tournament.collectibles.map((collectible) =>
      newDemoItem(collectible, kickoffs.get(collectible.matchId) ?? null, random),
    );
    const firstAtMs = now.getTime() - seedDays * 24 * hourMs;
    const prices: SeedPrice[] = items.map((item) => seedPrice(item, new Date(firstAtMs)));
    for (let hourAtMs = firstAtMs + hourMs; hourAtMs < now.getTime(); hourAtMs += hourMs) {
      // Readings of a real crawl are never on the hour.
      const observedAt = new Date(hourAtMs - Math.floor(random.next() * 20 * 60_000));
      for (const item of advanceMarket(items, observedAt, random)) {
        prices.push(seedPrice(item, observedAt));
      }
    }
    const last = new Map(
      items.map(({ id, listings, lastSaleCents }) => [id, { listings, lastSaleCents }]),
    );
    return { prices, last };
  }
}

/** Kick-offs are counted from the first start, and stay. */
const withoutKickoff = ({ match, collectibles }: CatalogueEntry): CatalogueEntry => ({
  match: { ...match, kickoffAt: null },
  collectibles,
});

const seedPrice = (
  { id, floorCents }: { id: string; floorCents: number | null },
  observedAt: Date,
): SeedPrice => ({ collectibleId: id, observedAt, floorCents });
