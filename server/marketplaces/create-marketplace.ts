/** From settings to a marketplace, ready to go on where the database says it stopped. */

import type { ResumableMarketplace } from '../market-model/marketplace.ts';
import { createDemo } from './demo.ts';
import {
  createListingSearch,
  type ListingSearchSettings,
  UnreachableMarket,
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
}

/** @throws UnusableMarketFile or UnreachableMarket, each with one Spanish sentence */
export async function createMarketplace(
  choice: MarketplaceOptions,
  pacer: PlaybackController,
): Promise<ResumableMarketplace> {
  if (choice.adapter === 'demo') {
    return createDemo({ seed: choice.seed, pacer, start: new Date() });
  }
  if (choice.adapter === 'listing-search') {
    if (choice.listingSearch === undefined) {
      throw new UnreachableMarket('Para leer un mercado en línea hace falta MARKET_URL.');
    }
    return createListingSearch({
      settings: choice.listingSearch,
      currency: choice.currency,
      pace: realTimeWait(pacer),
    });
  }
  if (choice.file === undefined || choice.collectibles === undefined) {
    throw new InvalidMarketFileError(
      'Para repetir un mercado grabado hacen falta MARKET_FILE y MARKET_COLLECTIBLES.',
    );
  }
  return openReplay({
    pricesPath: choice.file,
    collectiblesPath: choice.collectibles,
    currency: choice.currency,
    pacer,
  });
}

/** Somebody else's market can be held and stepped, never hurried: its waits are wall time at any speed. */
export const realTimeWait = (pacer: PlaybackController) => (ms: number, signal: AbortSignal) => {
  const { speed } = pacer.pace;
  return pacer.waitForNext(speed === 'max' ? ms : ms * speed, signal, ms);
};
