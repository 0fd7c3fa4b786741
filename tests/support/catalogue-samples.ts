/** A match and what is on sale of it, as a source's catalogue says them. */
import type { CatalogueEntry, CatalogueMatch } from '#server/market-model/marketplace.ts';

export const catalogueMatchSample: CatalogueMatch = {
  id: 'm',
  number: 1,
  event: 'Torneo',
  stage: null,
  home: null,
  away: null,
  name: 'España – Uruguay',
  venue: null,
  city: 'Sevilla',
  timeZone: null,
  kickoffAt: null,
  currency: 'EUR',
};

export const collectibleSample: CatalogueEntry['collectibles'][number] = {
  id: 'c',
  matchId: catalogueMatchSample.id,
  name: 'Entrada',
  category: 'entrada',
  rarity: null,
  currency: catalogueMatchSample.currency,
  tickets: 1,
};
