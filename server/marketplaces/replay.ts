/** Replay adapter: plays a recorded market from CSV files, at any speed. */
import { createHash } from 'node:crypto';
import { noPages, type PageSettings, withTemplatePages } from '../market-model/market-page.ts';
import type { CatalogueEntry, Reading, ResumableMarketplace } from '../market-model/marketplace.ts';
import type { PlaybackController } from './playback.ts';
import {
  parseCollectibles,
  parsePrices,
  type RecordedCollectible,
  readMarketFile,
} from './replay-file.ts';

export interface ReplayOptions {
  readonly pricesPath: string;
  readonly collectiblesPath: string;
  readonly currency: string;
  readonly playback: PlaybackController;
  readonly pages?: PageSettings;
}

/** @throws InvalidMarketFileError when a file cannot be read or has not the right header */
export async function openReplay(options: ReplayOptions): Promise<ResumableMarketplace> {
  const [prices, collectibles] = await Promise.all([
    readMarketFile(options.pricesPath),
    readMarketFile(options.collectiblesPath),
  ]);
  const readings = parsePrices(options.pricesPath, prices);
  const recorded = parseCollectibles(options.collectiblesPath, collectibles);
  const pages = options.pages ?? noPages;
  const entries = withTemplatePages([...catalogueOf(recorded, options.currency)], pages);
  const usualGapMs = medianGapMs(readings);
  let position = 0;
  return {
    name: 'replay',
    fingerprint: `replay:${digest(prices)}:${digest(collectibles)}:${options.currency}`,
    currency: options.currency,
    pageOrigins: pages.origins,
    get expectedEveryMs() {
      const { speed } = options.playback.settings;
      return speed === 'max' ? 1_000 : Math.max(1_000, usualGapMs / speed);
    },
    resume(from) {
      position = from.position;
    },
    async *catalogue() {
      yield* entries;
    },
    async *readings(signal) {
      // The first reading comes at once, also after a restart: its gap passed while the server was down.
      for (let index = position, gapMs = 0; index < readings.length; index += 1) {
        const reading = readings[index];
        if (reading === undefined) return;
        await options.playback.waitForNext(gapMs, signal);
        // Once after each start: pages may have moved while the server was down.
        yield index === position ? { ...reading, catalogue: entries } : reading;
        gapMs = gapAfterMs(readings, index);
      }
    },
  };
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/** Time to the next reading; a file that jumps back in time does not wait. */
function gapAfterMs(readings: readonly Reading[], index: number): number {
  const [now, next] = [readings[index], readings[index + 1]];
  if (now === undefined || next === undefined) return 0;
  return Math.max(0, Date.parse(next.observedAt) - Date.parse(now.observedAt));
}

function medianGapMs(readings: readonly Reading[]): number {
  const gaps = readings.map((_, index) => gapAfterMs(readings, index)).sort((a, b) => a - b);
  return gaps[Math.floor(gaps.length / 2)] ?? 0;
}

function* catalogueOf(
  recorded: readonly RecordedCollectible[],
  currency: string,
): Generator<CatalogueEntry> {
  const byMatch = Map.groupBy(recorded, (collectible) => collectible.matchNumber);
  for (const [number, ofMatch] of byMatch) {
    const id = String(number);
    const sameCategory = Map.groupBy(ofMatch, (collectible) => collectible.category);
    yield {
      match: {
        id,
        number,
        event: 'Mercado grabado',
        stage: null,
        home: null,
        away: null,
        name: `Partido ${number}`,
        venue: null,
        city: ofMatch[0]?.city ?? '',
        timeZone: null,
        kickoffAt: null,
        currency,
      },
      collectibles: ofMatch.map((collectible) => ({
        id: collectible.id,
        matchId: id,
        name: nameOf(collectible, (sameCategory.get(collectible.category)?.length ?? 1) > 1),
        category: collectible.category,
        rarity: collectible.rarity === '' ? null : collectible.rarity,
        currency,
        tickets: 1,
      })),
    };
  }
}

const nameOf = ({ id, category }: RecordedCollectible, ambiguous: boolean) => {
  const name = /^\d+$/.test(category) ? `Categoría ${category}` : category;
  return ambiguous ? `${name} · ${id}` : name;
};
