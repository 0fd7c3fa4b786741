/** What a listing says, from whatever a market calls it: its price, and its place in the catalogue. A malformed part costs only itself. */
import * as z from 'zod/mini';
import { identifierPattern } from '#domain/threshold.ts';
import { visible } from '#domain/visible-text.ts';
import { isTimeZone } from '../../base/is-time-zone.ts';
import { toSingleLine } from '../../base/to-single-line.ts';
import type {
  CatalogueCollectible,
  CatalogueEntry,
  CatalogueMatch,
  RawTick,
} from '../../market-model/marketplace.ts';
import { parseInstant } from '../parse-instant.ts';

/** How a market writes prices: integer cents, numbers with decimals, or text that people read. */
export interface PriceFormat {
  readonly prices: 'cents' | 'decimal' | 'text';
  readonly decimalMark: '.' | ',';
}

export const inCents: PriceFormat = { prices: 'cents', decimalMark: '.' };

/** One line that PostgreSQL can store, of at most 200 characters; a pair of surrogates is not cut. */
const toStoredLine = (text: string) => toSingleLine(toSingleLine(text).slice(0, 200));
const hasText = new RegExp(visible, 'u');

const line = z.pipe(
  z.union([z.string().check(z.maxLength(1_000)), z.number()]),
  z.transform((value) => toStoredLine(String(value))),
);
const required = (maxLength: number) =>
  z.pipe(line, z.string().check(z.regex(hasText), z.maxLength(maxLength)));
const optional = z.nullish(line);
const identifier = z.pipe(
  z.pipe(z.union([z.string(), z.int()]), z.transform(String)),
  z.string().check(z.regex(identifierPattern)),
);
const integer = (min: number, max: number) => z.int().check(z.gte(min), z.lte(max));

const description = z.object({
  match: identifier,
  category: required(40),
  name: optional,
  rarity: optional,
  tickets: z.nullish(integer(1, 1_000)),
  // Validated where links are (server/market-model/market-page.ts); what is no text is no address.
  page: z.nullish(
    z.pipe(
      z.unknown(),
      z.transform((url) => (typeof url === 'string' ? url : '')),
    ),
  ),
  number: z.nullish(integer(0, 999_999)),
  event: optional,
  stage: optional,
  home: optional,
  away: optional,
  venue: optional,
  city: optional,
  zone: z.nullish(z.string().check(z.refine(isTimeZone))),
  kickoff: z.nullish(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((text: string) => parseInstant(text)),
      ),
      z.date(),
    ),
  ),
});

/** By their names in mappings and in pushed catalogues; what they mean: docs/adding-a-marketplace.md. */
export type DescriptionField = keyof typeof description.shape;

type Description = z.output<typeof description>;

export interface Listing {
  readonly code: string;
  /** Not validated yet (server/market-worker/validate-reading.ts). */
  readonly tick: Omit<RawTick, 'collectibleId'>;
  /** Its place in the catalogue, or the first field that is malformed. */
  readonly described: Description | DescriptionField;
  /** Expressions that failed on it, for whoever writes the mapping. */
  readonly faults?: readonly string[];
}

/** @param raw its fields by their names; absent = the market does not say. @returns null without a usable id */
export function parseListing(
  raw: Readonly<Record<string, unknown>>,
  format: PriceFormat,
): Listing | null {
  const id = identifier.safeParse(raw.id);
  return id.success ? { code: id.data, tick: tickOf(raw, format), described: describe(raw) } : null;
}

export function describe(raw: Readonly<Record<string, unknown>>): Listing['described'] {
  const parsed = description.safeParse(raw);
  return parsed.success ? parsed.data : (parsed.error.issues[0]?.path[0] as DescriptionField);
}

/** An available listing without a price is an error, not a delisting. */
export function tickOf(
  {
    price,
    available,
    currency,
    listings,
    lastSale,
    asks,
    sales,
  }: Readonly<Record<string, unknown>>,
  format: PriceFormat,
): Listing['tick'] {
  const cents = (value: unknown) => toCents(value, format);
  return {
    floorCents:
      available === false
        ? null
        : available === true || available === undefined || available === null
          ? cents(price)
          : Number.NaN,
    ...(isSaid(currency) && { currency: primitive(currency) }),
    ...(isSaid(listings) && { listings: primitive(listings) }),
    ...(isSaid(lastSale) && { lastSaleCents: cents(lastSale) }),
    ...(isSaid(asks) && { asks: [asks].flat().map(cents) }),
    ...(isSaid(sales) && { sales: [sales].flat().map((sale) => saleOf(sale, cents)) }),
  };
}

const isSaid = (value: unknown) => value !== undefined && value !== null;

/** Anything else is no value of ours, and could not leave the process that it was read in. */
const primitive = (value: unknown) =>
  ['string', 'number', 'boolean'].includes(typeof value) ? value : Number.NaN;

const saleShape = z.object({ id: identifier, at: z.string(), price: z.unknown() });

/** @returns null for one that is malformed, which validation leaves out */
function saleOf(raw: unknown, cents: (value: unknown) => unknown) {
  const { data } = saleShape.safeParse(raw);
  return data === undefined
    ? null
    : { id: data.id, soldAt: data.at, priceCents: cents(data.price) };
}

/** Never repaired or rounded. @returns what is no price as it came, or NaN, both of which validation rejects */
export function toCents(value: unknown, { prices, decimalMark }: PriceFormat): unknown {
  if (prices === 'cents') return primitive(value ?? Number.NaN);
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text.length > 100) return Number.NaN;
  const plain = prices === 'decimal' ? text : plainDecimals(text, decimalMark);
  const [, units, cents = ''] = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(plain) ?? [];
  return units === undefined ? Number.NaN : Number(units) * 100 + Number(cents.padEnd(2, '0'));
}

/** “1.234,50 €” to “1234.50”: groups of three by spaces, apostrophes or the other mark, and a currency around it. */
function plainDecimals(text: string, decimalMark: PriceFormat['decimalMark']): string {
  const [first, last] = [text.search(/\d/), text.search(/\d\D*$/)];
  const number = text.slice(first, last + 1);
  if (/[.,-]/.test(text.slice(0, first) + text.slice(last + 1)) || /[^\d.,'’\s]/u.test(number))
    return '';
  const [units = '', ...decimals] = number.split(decimalMark);
  const groups = units.split(/[.,'’\s]/u);
  const isGrouped = groups.slice(1).every((group) => /^\d{3}$/.test(group));
  // Three digits after the mark are thousands of another language.
  const isMeant = decimals.every((digits) => digits.length <= 2);
  return isGrouped && isMeant ? [groups.join(''), ...decimals].join('.') : '';
}

export interface BuiltCatalogue {
  readonly entries: readonly CatalogueEntry[];
  /** Listings that have no place in it, by the field that is malformed: their prices are rejected as unknown. */
  readonly rejected: ReadonlyMap<DescriptionField, number>;
}

interface Owner {
  readonly currency: string;
  readonly supplier: string;
}

/** A match is described by its listing with the lowest code: the same in each crawl, in whatever order they come. */
export function buildCatalogue(
  listings: readonly Pick<Listing, 'code' | 'described'>[],
  { currency, supplier }: Owner,
): BuiltCatalogue {
  const rejected = new Map<DescriptionField, number>();
  const placed: { readonly code: string; readonly is: Description }[] = [];
  for (const { code, described: is } of listings) {
    if (typeof is === 'string') rejected.set(is, (rejected.get(is) ?? 0) + 1);
    else placed.push({ code, is });
  }
  const entries = [...Map.groupBy(placed, ({ is }) => is.match)].map(([matchId, ofMatch]) => ({
    match: matchOf(ofMatch.reduce((one, other) => (other.code < one.code ? other : one)).is, {
      currency,
      supplier,
    }),
    collectibles: ofMatch.map(
      ({ code, is }): CatalogueCollectible => ({
        id: code,
        matchId,
        name: is.name || is.category,
        category: is.category,
        rarity: is.rarity || null,
        currency,
        tickets: is.tickets ?? 1,
        url: is.page ?? null,
      }),
    ),
  }));
  return { entries, rejected };
}

/** Of a team of which only the name is known. */
const teamOf = (name: string | null | undefined): CatalogueMatch['home'] =>
  !name ? null : { name, colors: ['#8a929c', '#c9ced4', '#8a929c'], vertical: false };

function matchOf(is: Description, of: Owner): CatalogueMatch {
  const number = is.number ?? (/^\d{1,6}$/.test(is.match) ? Number(is.match) : 0);
  const teams = is.home && is.away ? `${is.home} – ${is.away}` : null;
  return {
    id: is.match,
    number,
    event: is.event || 'Mercado externo',
    stage: is.stage || null,
    home: teamOf(is.home),
    away: teamOf(is.away),
    name: teams ?? `Partido ${number || is.match}`,
    venue: is.venue || null,
    city: is.city || is.venue || '',
    timeZone: is.zone ?? null,
    kickoffAt: is.kickoff ?? null,
    ...of,
  };
}
