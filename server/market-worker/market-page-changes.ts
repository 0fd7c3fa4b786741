/** Finds the pages of collectibles that a source names differently than before: only these are written. */
import {
  type MarketPage,
  type MarketPageRejection,
  marketPagesOf,
} from '../market-model/market-page.ts';
import type { CatalogueEntry } from '../market-model/marketplace.ts';

export class MarketPageChanges {
  readonly #allowedOrigins: readonly string[];
  readonly #onRejected: (reason: MarketPageRejection, times: number) => void;
  /** As last said by the source; ahead of the database after a failure. */
  readonly #said = new Map<string, string | null>();

  constructor(
    allowedOrigins: readonly string[],
    onRejected: (reason: MarketPageRejection, times: number) => void,
  ) {
    this.#allowedOrigins = allowedOrigins;
    this.#onRejected = onRejected;
  }

  /** @param isKnown whether a collectible is in the catalogue */
  take(entries: readonly CatalogueEntry[], isKnown: (id: string) => boolean): MarketPage[] {
    const { pages, rejected } = marketPagesOf(entries, this.#allowedOrigins);
    for (const [reason, times] of rejected) this.#onRejected(reason, times);
    return pages.filter(({ collectibleId, url }) => {
      if (!isKnown(collectibleId) || this.#said.get(collectibleId) === url) return false;
      this.#said.set(collectibleId, url);
      return true;
    });
  }

  /** They were not stored: what the source says next is a change again. */
  release(pages: readonly MarketPage[]): void {
    for (const { collectibleId } of pages) this.#said.delete(collectibleId);
  }
}
