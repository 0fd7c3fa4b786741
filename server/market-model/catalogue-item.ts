/** A collectible as the engine needs it: match, category and currency. */

export interface CatalogueItem {
  readonly id: string;
  readonly matchId: string;
  readonly category: string;
  readonly currency: string;
}
