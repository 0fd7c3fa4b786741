/** Factory: configuration to marketplace adapter. */

import { noPages, type PageSettings } from '../market-model/market-page.ts';
import type { ResumableMarketplace } from '../market-model/marketplace.ts';
import { createDemo } from './demo.ts';
import { systemClock } from './listing-search/clock.ts';
import {
  createListingSearch,
  type ListingSearchSettings,
  UnreachableMarketError,
} from './listing-search/listing-search.ts';
import type { PlaybackController } from './playback.ts';
import { openReplay } from './replay.ts';
import { InvalidMarketFileError } from './replay-file.ts';

export interface MarketplaceOptions {
  readonly adapter: 'demo' | 'replay' | 'listing-search';
  readonly file?: string | undefined;
  readonly collectibles?: string | undefined;
  readonly currency: string;
  readonly seed: number | string;
  readonly listingSearch?: ListingSearchSettings | undefined;
  /** Absent = collectibles have no pages. */
  readonly pages?: PageSettings | undefined;
}

/** @param now the database's clock, for readings stamped here
 * @throws InvalidMarketFileError or UnreachableMarketError, each with one Spanish sentence for the operator */
export async function createMarketplace(
  choice: MarketplaceOptions,
  playback: PlaybackController,
  now: () => Date = () => new Date(),
): Promise<ResumableMarketplace> {
  const pages = choice.pages ?? noPages;
  if (choice.adapter === 'demo') {
    return createDemo({ seed: choice.seed, playback, start: now(), now, pages });
  }
  if (choice.adapter === 'listing-search') {
    if (choice.listingSearch === undefined) {
      throw new UnreachableMarketError('Para leer un mercado en línea hace falta MARKET_URL.');
    }
    return createListingSearch({
      settings: choice.listingSearch,
      currency: choice.currency,
      pages,
      wait: realTimeWait(playback),
      clock: { ...systemClock, wallMs: () => now().getTime() },
    });
  }
  if (choice.file === undefined || choice.collectibles === undefined) {
    throw new InvalidMarketFileError(
      'Para repetir un mercado grabado hacen falta REPLAY_PRICES_FILE y REPLAY_COLLECTIBLES_FILE.',
    );
  }
  return openReplay({
    pricesPath: choice.file,
    collectiblesPath: choice.collectibles,
    currency: choice.currency,
    playback,
    pages,
  });
}

/** A live market can be paused and stepped, but not sped up: its waits are wall time at any speed. */
export const realTimeWait = (playback: PlaybackController) => (ms: number, signal: AbortSignal) => {
  const { speed } = playback.settings;
  return playback.waitForNext(speed === 'max' ? ms : ms * speed, signal, ms);
};
