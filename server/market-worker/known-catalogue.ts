/**
 * The catalogue as its source's reader knows it: currencies of collectibles, by supplier, and what was last said of each match.
 * After a failed commit it is ahead of the database.
 */
import type { LoadedCollectible } from '../db/market/engine-load.ts';
import type { CatalogueEntry } from '../market-model/marketplace.ts';
import type { Currencies } from './validate-reading.ts';

/** Beyond this new collectibles stay unknown: a source that renames its listings must not fill the database. */
const maxCollectibles = 200_000;

export class KnownCatalogue {
  readonly #currencies = new Map<string, Map<string, string>>();
  readonly #suppliers = new Map<string, string>();
  readonly #suppliersOfMatches = new Map<string, string>();
  /** What was last said of each match, as JSON. */
  readonly #matches = new Map<string, string>();

  constructor(
    collectibles: readonly Pick<LoadedCollectible, 'id' | 'matchId' | 'currency' | 'supplier'>[],
  ) {
    for (const item of collectibles) this.#add(item, item.supplier);
  }

  /** All collectibles, whoever's they are. */
  get ids(): ReadonlyMap<string, unknown> {
    return this.#suppliers;
  }

  /** Of one supplier's collectibles. */
  currenciesOf(supplier: string): Currencies {
    return this.#currencies.get(supplier) ?? new Map();
  }

  /**
   * @returns entries whose match is described otherwise, or that have new collectibles; with these alone. None of a match or
   *   collectible of another supplier, nor a match whose collectibles are all another's: names that change with each
   *   reading must not fill the database
   */
  add(entries: readonly CatalogueEntry[], supplier: string): CatalogueEntry[] {
    return entries.flatMap(({ match, collectibles }) => {
      if ((this.#suppliersOfMatches.get(match.id) ?? supplier) !== supplier) return [];
      const found = collectibles.filter((item) => {
        const isNew = !this.#suppliers.has(item.id) && this.#suppliers.size < maxCollectibles;
        if (isNew) this.#add(item, supplier);
        return isNew;
      });
      if (!this.#suppliersOfMatches.has(match.id)) return [];
      const described = JSON.stringify(match);
      const isKnown = this.#matches.get(match.id) === described;
      this.#matches.set(match.id, described);
      return found.length === 0 && isKnown ? [] : [{ match, collectibles: found }];
    });
  }

  /** They were not stored. */
  remove(entries: readonly CatalogueEntry[], supplier: string): void {
    for (const { match, collectibles } of entries) {
      this.#matches.delete(match.id);
      for (const { id } of collectibles) {
        this.#currencies.get(supplier)?.delete(id);
        this.#suppliers.delete(id);
      }
    }
  }

  #add(
    { id, matchId, currency }: Pick<LoadedCollectible, 'id' | 'matchId' | 'currency'>,
    supplier: string,
  ): void {
    const own = this.#currencies.get(supplier) ?? new Map<string, string>();
    this.#currencies.set(supplier, own.set(id, currency));
    this.#suppliers.set(id, supplier);
    this.#suppliersOfMatches.set(matchId, supplier);
  }
}
