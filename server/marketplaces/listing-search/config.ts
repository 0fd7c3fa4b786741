/** Environment variables of the listing-search adapter: URL, allowlists, interval, limits and catalogue rules. */
import * as z from 'zod';
import { parseOrigins, validateMarketUrl } from './allowed-origins.ts';
import { defaultCatalogueRule } from './catalogue-rule.ts';
import type { ListingSearchSettings } from './listing-search.ts';
import { isHostAllowed, parseRanges } from './ssrf-guard.ts';

const unset = (value: unknown) => (value === '' ? undefined : value);

/** An empty variable is an absent one. */
const integer = (min: number, max: number, defaultValue: number) =>
  z.preprocess(
    unset,
    z.coerce
      .number(`debe ser un número entero entre ${min} y ${max}`)
      .int(`debe ser un número entero entre ${min} y ${max}`)
      .min(min, `debe ser un número entero entre ${min} y ${max}`)
      .max(max, `debe ser un número entero entre ${min} y ${max}`)
      .default(defaultValue),
  );

const list = (parse: (text: string) => string[] | null, message: string) =>
  z
    .string()
    .default('')
    .transform((text, context) => {
      const parsed = parse(text);
      if (parsed !== null) return parsed;
      context.addIssue(message);
      return z.NEVER;
    });

/** A regular expression with at least one group. */
const rule = (defaultValue: string) =>
  z.preprocess(
    unset,
    z
      .string()
      .default(defaultValue)
      .transform((source, context) => {
        try {
          // Matching the empty alternative shows the number of groups.
          if ((new RegExp(`${source}|`).exec('')?.length ?? 0) > 1) return new RegExp(source, 'iu');
        } catch {
          // Reported below.
        }
        context.addIssue('debe ser una expresión regular con un grupo entre paréntesis');
        return z.NEVER;
      }),
  );

export const listingSearchEnvironment = {
  MARKET_URL: z
    .union([z.url('debe ser una dirección completa, por ejemplo https://…'), z.literal('')])
    .optional()
    .transform((value) => value || null),
  MARKET_ALLOWED_HOSTS: list(
    parseOrigins,
    'debe ser una lista de servidores separados por comas, por ejemplo mercado.example',
  ),
  MARKET_ALLOWED_ADDRESSES: list(
    parseRanges,
    'debe ser una lista de direcciones IP o rangos CIDR separados por comas',
  ),
  MARKET_CRAWL_INTERVAL_SECONDS: integer(10, 86_400, 60),
  MARKET_FIRST_PAGE: integer(0, 1, 1),
  MARKET_TIMEOUT_SECONDS: integer(1, 10, 10),
  MARKET_MAX_PAGES: integer(1, 1_000, 100),
  MARKET_MAX_PAGE_BYTES: integer(1_024, 16_777_216, 2_097_152),
  MARKET_MATCH_RULE: rule(defaultCatalogueRule.matchNumber),
  MARKET_CITY_RULE: rule(defaultCatalogueRule.city),
  MARKET_CATEGORY_RULE: rule(defaultCatalogueRule.category),
};

/** Checks across variables, on the raw environment, so that they are listed together with the other errors. */
export function validateListingSearchEnv(
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  if (env.MARKET !== 'listing-search') return [];
  if (!env.MARKET_URL) return ['MARKET_URL: falta, porque MARKET es listing-search'];
  if (!URL.canParse(env.MARKET_URL)) return [];
  const url = new URL(env.MARKET_URL);
  const origins = parseOrigins(env.MARKET_ALLOWED_HOSTS ?? '');
  const ranges = parseRanges(env.MARKET_ALLOWED_ADDRESSES ?? '');
  const violation = origins === null ? null : validateMarketUrl(url, origins);
  if (violation !== null) return [`MARKET_URL: ${violation}`];
  if (ranges === null || isHostAllowed(url.hostname, ranges)) return [];
  return [
    'MARKET_URL: es una dirección privada o especial que no está en MARKET_ALLOWED_ADDRESSES',
  ];
}

type ListingSearchEnv = z.infer<z.ZodObject<typeof listingSearchEnvironment>>;

/** @returns undefined without MARKET_URL */
export function listingSearchSettings(env: ListingSearchEnv): ListingSearchSettings | undefined {
  if (env.MARKET_URL === null) return undefined;
  return {
    url: env.MARKET_URL,
    allowedOrigins: env.MARKET_ALLOWED_HOSTS,
    allowedRanges: env.MARKET_ALLOWED_ADDRESSES,
    everyMs: env.MARKET_CRAWL_INTERVAL_SECONDS * 1_000,
    firstPage: env.MARKET_FIRST_PAGE,
    limits: {
      timeoutMs: env.MARKET_TIMEOUT_SECONDS * 1_000,
      maxBytes: env.MARKET_MAX_PAGE_BYTES,
      maxPages: env.MARKET_MAX_PAGES,
    },
    rule: {
      matchNumber: env.MARKET_MATCH_RULE,
      city: env.MARKET_CITY_RULE,
      category: env.MARKET_CATEGORY_RULE,
    },
  };
}
