/** A match as a source's catalogue says it. */
import type { CatalogueMatch } from '#server/market-model/marketplace.ts';

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
