import { expect, it } from 'vitest';
import type { CatalogueEntry } from '../market-model/marketplace.ts';
import { MarketPageChanges } from './market-page-changes.ts';

const origin = 'https://mercado.example';
const match = {
  id: '1',
  number: 1,
  event: '',
  stage: null,
  home: null,
  away: null,
  name: '',
  city: '',
  venue: null,
  timeZone: null,
  kickoffAt: null,
  currency: 'EUR',
};
/** A catalogue of these pages by collectible. */
const catalogue = (urls: Readonly<Record<string, string | null>>): CatalogueEntry[] => [
  {
    match,
    collectibles: Object.entries(urls).map(([id, url]) => ({
      id,
      matchId: '1',
      name: id,
      category: '1',
      rarity: null,
      currency: 'EUR',
      tickets: 1,
      url,
    })),
  },
];
const isKnown = (id: string) => id !== 'unknown';
const createChanges = () => new MarketPageChanges([origin], () => {});

it('takes again what was not stored: a rejected reading costs no collectible its page', () => {
  const changes = createChanges();
  const entries = catalogue({ c1: `${origin}/a` });
  const taken = changes.take(entries, isKnown);
  changes.release(taken);
  expect(changes.take(entries, isKnown)).toEqual(taken);
});
