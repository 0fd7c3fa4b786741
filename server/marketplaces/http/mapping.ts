/** The mapping file of MARKET=http (docs/adding-a-marketplace.md): its schema, and its faults as sentences. */
import { readFileSync } from 'node:fs';
import { parse, YAMLParseError } from 'yaml';
import * as z from 'zod';
import { isHostAllowed } from '../../outgoing/ssrf-guard.ts';
import { validateMarketUrl } from './allowed-origins.ts';
import { compileExpression, messageOf } from './expression.ts';

const expression = z
  .string()
  .min(1)
  .max(4_000)
  .superRefine((text, context) => {
    try {
      compileExpression(text);
    } catch (error) {
      context.addIssue(`la expresión no se entiende: ${messageOf(error)}`);
    }
  })
  .meta({ description: 'JSONata' });

const parameter = z.string().regex(/^[\w.[\]-]{1,64}$/);
const size = z.int().min(1).max(1_000);
const paging = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('none') }),
  z.strictObject({
    by: z.literal('number'),
    parameter,
    first: z.int().min(0).max(1).default(1),
    size,
    sizeParameter: parameter.optional(),
  }),
  z.strictObject({
    by: z.literal('offset'),
    parameter,
    size,
    sizeParameter: parameter.optional(),
  }),
  z.strictObject({
    by: z.literal('cursor'),
    parameter,
    next: expression,
    size: size.optional(),
    sizeParameter: parameter.optional(),
  }),
  z.strictObject({ by: z.literal('link'), next: expression, size: size.optional() }),
]);

const request = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  method: z.enum(['GET', 'POST']).default('GET'),
  headers: z
    .record(z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/), z.string().max(4_000))
    .default({})
    .meta({ description: 'Variables MARKET_SECRET_… stand in braces after a dollar sign' }),
  body: z.record(z.string(), z.unknown()).optional(),
  format: z.enum(['json', 'csv']).default('json'),
  paging: paging.default({ by: 'none' }),
  everySeconds: z.int().min(10).max(86_400).default(60),
  timeoutSeconds: z.int().min(1).max(10).default(10),
  maxPages: z.int().min(1).max(1_000).default(300),
  maxPageBytes: z.int().min(1_024).max(16_777_216).default(2_097_152),
});

const field = expression.optional();
const listing = z.strictObject({
  id: expression,
  match: expression,
  category: expression,
  name: field,
  rarity: field,
  tickets: field,
  page: field,
  number: field,
  event: field,
  stage: field,
  home: field,
  away: field,
  venue: field,
  city: field,
  zone: field,
  kickoff: field,
  price: expression,
  currency: field,
  available: field,
  listings: field,
  lastSale: field,
  asks: field,
  sales: field,
});

const source = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,31}$/)
    .optional()
    .meta({ description: 'Whose listings they are; one source of a file may have none' }),
  currency: z.string().regex(/^[A-Z]{3}$/),
  prices: z.enum(['cents', 'decimal', 'text']).default('cents'),
  decimalMark: z.enum(['.', ',']).default('.'),
  request,
  answer: z.strictObject({ listings: expression, total: expression.optional() }),
  listing,
});

const mappingFile = z.strictObject({
  sources: z
    .array(source)
    .min(1)
    .max(20)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, {
      message: 'cada fuente debe tener otro nombre, y solo una puede no tenerlo',
    }),
});

/** As published in docs/api. */
export const mappingFileSchema = () => z.toJSONSchema(mappingFile, { io: 'input' });

export type MappedSource = z.output<typeof source>;

/** What the environment adds to a mapping. */
export interface MappingRules {
  /** Variables MARKET_SECRET_…, for headers. */
  readonly secrets: Readonly<Record<string, string | undefined>>;
  /** MARKET_ALLOWED_HOSTS: the only ones, if there are any; http must be among them. */
  readonly allowedOrigins: readonly string[];
  /** MARKET_ALLOWED_ADDRESSES. */
  readonly allowedRanges: readonly string[];
}

export type LoadedMapping =
  | { readonly sources: readonly MappedSource[] }
  | { readonly faults: readonly string[] };

/** @param rules null = nothing will be requested. @returns its sources, with the secrets in their headers; or every fault, a Spanish sentence each */
export function loadMapping(path: string, rules: MappingRules | null): LoadedMapping {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return { faults: [`no se puede leer ${path}`] };
  }
  return parseMapping(text, rules);
}

export function parseMapping(text: string, rules: MappingRules | null): LoadedMapping {
  let content: unknown;
  try {
    content = parse(text, { prettyErrors: true });
  } catch (error) {
    return { faults: [`no es YAML ni JSON${placeOf(error)}`] };
  }
  const { localeError: error } = z.locales.es();
  const parsed = mappingFile.safeParse(content, { error, reportInput: true });
  if (!parsed.success) return { faults: parsed.error.issues.map(sentenceOf) };
  if (rules === null) return parsed.data;
  const faults: string[] = [];
  const sources = parsed.data.sources.map((one, index): MappedSource => {
    const at = `sources.${index}.request`;
    const violation = addressViolation(new URL(one.request.url), rules);
    if (violation !== null) faults.push(`${at}.url: ${violation}`);
    const headers = Object.entries(one.request.headers).map(([name, value]) => {
      const filled = fillSecrets(value, rules.secrets);
      if ('fault' in filled) faults.push(`${at}.headers.${name}: ${filled.fault}`);
      return [name, 'fault' in filled ? '' : filled.text];
    });
    return { ...one, request: { ...one.request, headers: Object.fromEntries(headers) } };
  });
  return faults.length > 0 ? { faults } : { sources };
}

/** @returns the reason in Spanish why this URL is not allowed, or null */
export function addressViolation(
  url: URL,
  { allowedOrigins, allowedRanges }: Omit<MappingRules, 'secrets'>,
): string | null {
  return (
    validateMarketUrl(url, allowedOrigins) ??
    (isHostAllowed(url.hostname, allowedRanges)
      ? null
      : 'es una dirección privada o especial que no está en MARKET_ALLOWED_ADDRESSES')
  );
}

/** The parser itself speaks English. */
function placeOf(error: unknown): string {
  const [line] = (error instanceof YAMLParseError && error.linePos) || [];
  return line === undefined ? '' : `: línea ${line.line}, columna ${line.col}`;
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  const at = issue.path.length > 0 ? issue.path.join('.') : 'el archivo';
  if (issue.code === 'invalid_type' && issue.input === undefined) return `${at}: falta`;
  if (issue.code === 'unrecognized_keys')
    return `${at}: no se conoce ${issue.keys.map((key) => `«${key}»`).join(', ')}`;
  return `${at}: ${issue.message}`;
}

/** Only variables of that name, so that a mapping from elsewhere sends no other secret away. */
function fillSecrets(
  text: string,
  secrets: MappingRules['secrets'],
): { readonly text: string } | { readonly fault: string } {
  const names = [...text.matchAll(/\$\{([^}]*)\}/g)].map(([, name = '']) => name);
  const foreign = names.find((name) => !/^MARKET_SECRET_[A-Z0-9_]+$/.test(name));
  if (foreign !== undefined) return { fault: `«${foreign}» no es una variable MARKET_SECRET_…` };
  const missing = names.find((name) => !secrets[name]);
  if (missing !== undefined) return { fault: `falta la variable ${missing}` };
  return { text: text.replace(/\$\{([^}]*)\}/g, (_, name: string) => secrets[name] ?? '') };
}
