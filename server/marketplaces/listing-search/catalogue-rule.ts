/** Regex rules that map a listing's texts to a match and category (docs/adding-a-marketplace.md). */
import type { CatalogueEntry } from '../../market-model/marketplace.ts';
import type { Listing, ListingTexts } from './search-page.ts';

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

const listingRejections = ['missing_texts', 'match', 'city', 'category'] as const;
export type ListingRejection = (typeof listingRejections)[number];

export interface BuiltCatalogue {
  readonly entries: readonly CatalogueEntry[];
  /** Listings that could not be mapped, by reason: their prices are rejected as unknown. */
  readonly rejected: ReadonlyMap<ListingRejection, number>;
}

interface MappedListing {
  readonly listing: Listing;
  readonly texts: ListingTexts;
  readonly number: number;
  readonly city: string;
  readonly category: string;
}

export function buildCatalogue(
  listings: readonly Listing[],
  rule: CatalogueRule,
  currency: string,
): BuiltCatalogue {
  const rejected = new Map<ListingRejection, number>();
  const mapped = new Map<string, MappedListing>();
  for (const listing of listings) {
    const result = mapListing(listing, rule);
    if (typeof result === 'string') rejected.set(result, (rejected.get(result) ?? 0) + 1);
    else mapped.set(listing.code, result);
  }
  const byMatch = Map.groupBy(mapped.values(), ({ number }) => number);
  const entries = [...byMatch].map(([number, ofMatch]) => entryOf(number, ofMatch, currency));
  return { entries, rejected };
}

function mapListing(listing: Listing, rule: CatalogueRule): MappedListing | ListingRejection {
  const { texts } = listing;
  if (texts === null) return 'missing_texts';
  const text = [texts.title, texts.subtitle, texts.packSlug].join('\n');
  const number = Number(rule.matchNumber.exec(text)?.[1] ?? Number.NaN);
  if (!Number.isInteger(number) || number < 0 || number > 999_999) return 'match';
  const city = rule.city.exec(text)?.[1]?.trim() ?? '';
  if (city === '') return 'city';
  const category = rule.category.exec(text)?.[1]?.trim() ?? '';
  if (category === '') return 'category';
  return { listing, texts, number, city, category };
}

function entryOf(
  number: number,
  ofMatch: readonly MappedListing[],
  currency: string,
): CatalogueEntry {
  const id = String(number);
  // The same listing's in each crawl, in whatever order they come.
  const describing = ofMatch.reduce((one, other) =>
    other.listing.code < one.listing.code ? other : one,
  );
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
      city: describing.city,
      timeZone: null,
      kickoffAt: null,
      currency,
    },
    collectibles: ofMatch.map(({ listing, texts, category }) => ({
      id: listing.code,
      matchId: id,
      name: texts.title,
      category,
      rarity: texts.rarity,
      currency,
      tickets: 1,
      url: listing.url,
    })),
  };
}
