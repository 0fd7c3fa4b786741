/** A collectible's page at the marketplace (`url` of a catalogue entry): which addresses are accepted. */
import { maxMarketPageUrlLength } from '#contract/primitives.ts';
import type { CatalogueEntry } from './marketplace.ts';

export type MarketPageRejection =
  | 'malformed'
  | 'length'
  | 'credentials'
  | 'scheme'
  | 'port'
  | 'host';

/** What a source says about a collectible's page; null = it has none. */
export interface MarketPage {
  readonly collectibleId: string;
  readonly url: string | null;
}

export interface MarketPages {
  readonly pages: readonly MarketPage[];
  /** URLs left out, by reason: their collectibles have no page then, and their prices are not affected. */
  readonly rejected: ReadonlyMap<MarketPageRejection, number>;
}

/** Pages of collectibles at the marketplace. */
export interface PageSettings {
  /** With `{id}` for the collectible's; for a source that names no page itself. null = none. */
  readonly template: string | null;
  /** Origins that pages may have. */
  readonly origins: readonly string[];
}

export const noPages: PageSettings = { template: null, origins: [] };

/** The pages of these entries' collectibles. @param allowedOrigins those of the source */
export function marketPagesOf(
  entries: readonly CatalogueEntry[],
  allowedOrigins: readonly string[],
): MarketPages {
  const rejected = new Map<MarketPageRejection, number>();
  const pages = entries.flatMap(({ collectibles }) =>
    collectibles.map(({ id: collectibleId, url: raw }): MarketPage => {
      if (raw === undefined || raw === null) return { collectibleId, url: null };
      const parsed = parseMarketPageUrl(raw, allowedOrigins);
      if ('url' in parsed) return { collectibleId, url: parsed.url };
      rejected.set(parsed.rejection, (rejected.get(parsed.rejection) ?? 0) + 1);
      return { collectibleId, url: null };
    }),
  );
  return { pages, rejected };
}

/**
 * Origins are compared whole (scheme, host, port), so that no look-alike of a host passes: names are in Punycode by then.
 * @returns the URL as browsers write it: ASCII, without quotes, spaces or angle brackets
 */
export function parseMarketPageUrl(
  raw: unknown,
  allowedOrigins: readonly string[],
): { readonly url: string } | { readonly rejection: MarketPageRejection } {
  if (typeof raw !== 'string') return { rejection: 'malformed' };
  if (raw.length > maxMarketPageUrlLength) return { rejection: 'length' };
  // A parser would drop line breaks and read a backslash as a slash.
  const url = /[\s\p{Cc}\\]/u.test(raw) ? null : URL.parse(raw);
  if (url === null) return { rejection: 'malformed' };
  if (url.username !== '' || url.password !== '') return { rejection: 'credentials' };
  if (url.href.length > maxMarketPageUrlLength) return { rejection: 'length' };
  if (allowedOrigins.includes(url.origin)) return { url: url.href };
  if (url.protocol !== 'https:') return { rejection: 'scheme' };
  return { rejection: url.port === '' ? 'host' : 'port' };
}

/** Entries with the page of the operator's template where the source names none. */
export function withTemplatePages(
  entries: readonly CatalogueEntry[],
  { template }: PageSettings,
): readonly CatalogueEntry[] {
  if (template === null) return entries;
  return entries.map(({ match, collectibles }) => ({
    match,
    collectibles: collectibles.map((item) => ({
      ...item,
      url: item.url ?? template.replaceAll('{id}', () => encodeURIComponent(item.id)),
    })),
  }));
}
