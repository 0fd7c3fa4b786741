/** From settings to a marketplace, ready to go on where the database says it stopped. */

import { createDemo } from './demo.ts';
import type { ResumableMarketplace } from './marketplace.ts';
import type { Pacer } from './pacer.ts';
import { openReplay } from './replay.ts';
import { UnusableMarketFile } from './replay-file.ts';

export interface MarketplaceChoice {
  readonly adapter: 'demo' | 'replay';
  readonly file?: string | undefined;
  readonly collectibles?: string | undefined;
  readonly currency: string;
  readonly seed: number | string;
}

/** @throws UnusableMarketFile with one Spanish sentence */
export async function chooseMarketplace(
  choice: MarketplaceChoice,
  pacer: Pacer,
): Promise<ResumableMarketplace> {
  if (choice.adapter === 'demo') {
    return createDemo({ seed: choice.seed, pacer, start: new Date() });
  }
  if (choice.file === undefined || choice.collectibles === undefined) {
    throw new UnusableMarketFile(
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
