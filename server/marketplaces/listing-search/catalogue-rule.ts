/** Regex rules that map a listing's texts to a match and category (docs/adding-a-marketplace.md). */
import type { CatalogueEntry } from '../../market-model/marketplace.ts';
import type { Listing, ListingWords } from './search-page.ts';

/** Each is matched against `title`, `subtitle` and `packSlug`, one line each; its first group is the result. */
export interface CatalogueRule {
  readonly matchNumber: RegExp;
  readonly city: RegExp;
  readonly category: RegExp;
}

/** “Match 13 · Category 1” over “Guadalajara, 18 June”. */
export const defaultCatalogueRule: Readonly<Record<keyof CatalogueRule, string>> = {
  matchNumber: String.raw`\b(?:match|partido|m)[ #-]?(\d{1,4})\b`,
  city: String.raw`^[^\n]*\n[ \t]*([^\n,·|]*[^\n,·|\s])`,
  category: String.raw`\bcat(?:egory|egoría|egoria)?[ -]?(\d{1,2})\b`,
};

export const catalogueErrors = ['words', 'match', 'city', 'category'] as const;
export type CatalogueError = (typeof catalogueErrors)[number];

export interface BuiltCatalogue {
  readonly entries: readonly CatalogueEntry[];
  /** Listings that could not be mapped, by reason: their prices are rejected as unknown. */
  readonly rejected: ReadonlyMap<CatalogueError, number>;
}

interface Placed {
  readonly listing: Listing;
  readonly words: ListingWords;
  readonly number: number;
  readonly city: string;
  readonly category: string;
}

export function buildCatalogue(
  listings: readonly Listing[],
  rule: CatalogueRule,
  currency: string,
): BuiltCatalogue {
  const rejected = new Map<CatalogueError, number>();
  const placed = new Map<string, Placed>();
  for (const listing of listings) {
    const place = placeOf(listing, rule);
    if (typeof place === 'string') rejected.set(place, (rejected.get(place) ?? 0) + 1);
    else placed.set(listing.code, place);
  }
  const byMatch = Map.groupBy(placed.values(), ({ number }) => number);
  const entries = [...byMatch].map(([number, ofMatch]) => entryOf(number, ofMatch, currency));
  return { entries, rejected };
}

function placeOf(listing: Listing, rule: CatalogueRule): Placed | CatalogueError {
  const { words } = listing;
  if (words === null) return 'words';
  const text = [words.title, words.subtitle, words.packSlug].join('\n');
  const number = Number(rule.matchNumber.exec(text)?.[1] ?? Number.NaN);
  if (!Number.isInteger(number) || number < 0 || number > 999_999) return 'match';
  const city = rule.city.exec(text)?.[1]?.trim() ?? '';
  if (city === '') return 'city';
  const category = rule.category.exec(text)?.[1]?.trim() ?? '';
  if (category === '') return 'category';
  return { listing, words, number, city, category };
}

function entryOf(number: number, ofMatch: readonly Placed[], currency: string): CatalogueEntry {
  const id = String(number);
  return {
    match: {
      id,
      number,
      event: 'Mercado externo',
      stage: null,
      home: null,
      away: null,
      name: `Partido ${number}`,
      venue: null,
      city: ofMatch[0]?.city ?? '',
      timeZone: null,
      kickoffAt: null,
      currency,
    },
    collectibles: ofMatch.map(({ listing, words, category }) => ({
      id: listing.code,
      matchId: id,
      name: words.title,
      category,
      rarity: words.rarity,
      currency,
      tickets: 1,
    })),
  };
}
