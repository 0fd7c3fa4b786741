/** A live synthetic market: an invented tournament whose prices move as a real market's do (api.md). */

import type {
  PastPrice,
  RawTick,
  ResumableMarketplace,
  Resumption,
  SeedHistory,
} from '../market-model/marketplace.ts';
import { moveMarket, newDemoItem } from './demo-prices.ts';
import { demoCurrency, demoTournament } from './demo-tournament.ts';
import type { PlaybackController } from './playback.ts';
import { seededRandom } from './seeded-random.ts';

export interface DemoOptions {
  readonly seed: number | string;
  readonly pacer: PlaybackController;
  /** First start of this demo: kick-offs are counted from it. */
  readonly start: Date;
}

/** At speed 1. */
const everyMs = 5_000;
/** Even flat out a live market needs a clock between its readings. */
const fastestMs = 100;
const pastDays = 90;
const hourMs = 3_600_000;

export function createDemo({ seed, pacer, start }: DemoOptions): ResumableMarketplace {
  const tournament = demoTournament(seededRandom(`${seed}:tournament`), start);
  let resumption: Resumption | null = null;
  return {
    name: 'demo',
    fingerprint: `demo:${seed}`,
    currency: demoCurrency,
    get expectedEveryMs() {
      const { speed } = pacer.pace;
      return speed === 'max' ? fastestMs : Math.max(fastestMs, everyMs / speed);
    },
    resume(from) {
      resumption = from;
    },
    async *catalogue() {
      yield* tournament.entries;
    },
    past: (now) => inventPast(`${seed}:past`, now),
    async *readings(signal) {
      const from: Resumption = resumption ?? { position: 0, collectibles: [] };
      // Another stream of chance after each restart, or the same hour would repeat itself.
      const random = seededRandom(`${seed}:live:${from.position}`);
      const stored = new Map(from.collectibles.map((item) => [item.id, item]));
      const items = tournament.collectibles.map((collectible) => {
        const fresh = newDemoItem(collectible, null, random);
        return { ...fresh, ...stored.get(collectible.id) };
      });
      for (;;) {
        await pacer.waitForNext(everyMs, signal, fastestMs);
        const at = new Date();
        const ticks: RawTick[] = moveMarket(items, at, random).map((item) => ({
          collectibleId: item.id,
          floorCents: item.floorCents,
          currency: demoCurrency,
          listings: item.listings,
          lastSaleCents: item.lastSaleCents,
        }));
        yield { observedAt: at.toISOString(), kind: 'changes', ticks };
      }
    },
  };

  /** Ninety days of hourly readings that end at `now`. */
  function inventPast(pastSeed: string, now: Date): SeedHistory {
    const random = seededRandom(pastSeed);
    const kickoffs = new Map(tournament.entries.map(({ match }) => [match.id, match.kickoffAt]));
    const items = tournament.collectibles.map((collectible) =>
      newDemoItem(collectible, kickoffs.get(collectible.matchId) ?? null, random),
    );
    const firstAtMs = now.getTime() - pastDays * 24 * hourMs;
    const prices: PastPrice[] = items.map((item) => pastPrice(item, new Date(firstAtMs)));
    for (let at = firstAtMs + hourMs; at < now.getTime(); at += hourMs) {
      // Readings of a real crawl are never on the hour.
      const observedAt = new Date(at - Math.floor(random.next() * 20 * 60_000));
      for (const item of moveMarket(items, observedAt, random)) {
        prices.push(pastPrice(item, observedAt));
      }
    }
    const last = new Map(
      items.map(({ id, listings, lastSaleCents }) => [id, { listings, lastSaleCents }]),
    );
    return { prices, last };
  }
}

const pastPrice = (
  { id, floorCents }: { id: string; floorCents: number | null },
  observedAt: Date,
): PastPrice => ({ collectibleId: id, observedAt, floorCents });
