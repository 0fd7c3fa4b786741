/** A collectible as matching needs it: its match, category and currency. */

export interface CatalogueItem {
  readonly id: string;
  readonly matchId: string;
  readonly category: string;
  readonly currency: string;
}
