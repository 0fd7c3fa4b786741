/** Parses one search result page; a malformed listing affects only itself. */
import * as z from 'zod';
import { visible } from '#domain/line.ts';
import { identifierPattern } from '#domain/threshold.ts';
import { toSingleLine } from '../../base/to-single-line.ts';

export const pageSize = 100;

const page = z.object({
  total: z.int().min(0).max(1_000_000),
  listings: z.array(z.unknown()).max(pageSize),
});

/** All that a price needs: a malformed title must not lose an alert. */
const priced = z.object({
  uniqueCode: z.string().regex(identifierPattern),
  lowestPrice: z.unknown().optional(),
  url: z.unknown().optional(),
});

/** One line that PostgreSQL can store, of at most 200 characters; a pair of surrogates is not cut. */
const toStoredLine = (text: string) => toSingleLine(toSingleLine(text).slice(0, 200));
const hasText = new RegExp(visible, 'u');

const text = z
  .string()
  .nullish()
  .transform((value) => toStoredLine(value ?? ''));
const described = z.object({
  title: z.string().max(1_000).regex(hasText).transform(toStoredLine),
  subtitle: text,
  packSlug: text,
  rarity: z.object({ name: z.string().max(100).transform(toStoredLine) }).nullish(),
});

export interface Listing {
  readonly code: string;
  /** Not validated yet (server/market-worker/validate-reading.ts). */
  readonly lowestPrice: unknown;
  /** Not validated yet (server/market-model/market-page.ts). */
  readonly url: unknown;
  /** null when title, subtitle, pack or rarity are malformed. */
  readonly texts: ListingTexts | null;
}

export interface ListingTexts {
  readonly title: string;
  readonly subtitle: string;
  readonly packSlug: string;
  readonly rarity: string | null;
}

export interface Page {
  readonly total: number;
  readonly rows: number;
  readonly listings: readonly Listing[];
  /** Number of listings without a usable code. */
  readonly unreadable: number;
}

/** @returns null when it is not a page */
export function parsePage(body: unknown): Page | null {
  const parsed = page.safeParse(body);
  if (!parsed.success) return null;
  const listings = parsed.data.listings.flatMap((raw) => parseListing(raw) ?? []);
  const rows = parsed.data.listings.length;
  return { total: parsed.data.total, rows, listings, unreadable: rows - listings.length };
}

function parseListing(raw: unknown): Listing | null {
  const parsed = priced.safeParse(raw);
  if (!parsed.success) return null;
  const { lowestPrice, url } = parsed.data;
  const texts = described.safeParse(raw);
  return {
    code: parsed.data.uniqueCode,
    // An active listing without a price is an error, not a delisting.
    lowestPrice: lowestPrice === null ? Number.NaN : lowestPrice,
    url,
    texts: texts.success
      ? {
          ...texts.data,
          rarity: texts.data.rarity?.name ?? null,
        }
      : null,
  };
}
