import { expect, it } from 'vitest';
import { catalogueMatchSample, collectibleSample } from '#tests/support/catalogue-samples.ts';
import type { CatalogueEntry } from '../market-model/marketplace.ts';
import { MarketPageChanges } from './market-page-changes.ts';

const origin = 'https://mercado.example';
/** A catalogue of these pages by collectible. */
const catalogue = (urls: Readonly<Record<string, string | null>>): CatalogueEntry[] => [
  {
    match: catalogueMatchSample,
    collectibles: Object.entries(urls).map(([id, url]) => ({ ...collectibleSample, id, url })),
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
