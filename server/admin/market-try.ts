/**
 * `vigia market try <file>`: reads a mapping's sources once, from the network or from recorded answers, and shows what each
 * listing would become. Exit codes: 0 read, 1 a fault of the mapping or a source that cannot be read, 2 wrong usage.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { mappingRules } from '../config/file-checks.ts';
import type { Environment } from '../config/read-environment.ts';
import { variables } from '../config/variables.ts';
import { validateReading } from '../market-worker/validate-reading.ts';
import { systemClock } from '../marketplaces/http/clock.ts';
import { type Crawl, crawl, type FetchPage } from '../marketplaces/http/crawl.ts';
import { describeCrawlError } from '../marketplaces/http/crawl-error.ts';
import { createAgent, fetchOver } from '../marketplaces/http/http-source.ts';
import { IsolatedReader } from '../marketplaces/http/isolated-reader.ts';
import type { Listing } from '../marketplaces/http/listing.ts';
import { loadMapping, type MappedSource, type MappingRules } from '../marketplaces/http/mapping.ts';

const usage = `Uso: vigia market try <archivo> [--json] [--save] [--recorded]
       --json      en JSON en vez de en una tabla
       --save      guarda las respuestas al lado del archivo, en <archivo>.answers.json
       --recorded  lee esas respuestas en vez de pedirlas`;

const recording = z.array(
  z.strictObject({ url: z.string(), sent: z.string().nullable(), answer: z.unknown() }),
);
type Recording = z.output<typeof recording>;

/** @param words after `market` */
export async function runMarketTry(
  words: readonly string[],
  env: Environment,
): Promise<{ readonly exitCode: number; readonly message: string }> {
  const given = parseWords(words);
  if (given === null) return { exitCode: 2, message: usage };
  const { path, json, save, recorded } = given;
  const answersPath = `${path.replace(/\.(ya?ml|json)$/, '')}.answers.json`;
  const rules = recorded ? null : rulesOf(env);
  const mapping = loadMapping(path, rules);
  if ('faults' in mapping) return { exitCode: 1, message: mapping.faults.join('\n') };
  const answers = recorded ? readRecording(answersPath) : [];
  if (answers === null)
    return {
      exitCode: 1,
      message: `${answersPath} no tiene respuestas: guárdalas antes con --save.`,
    };
  const tried: TriedSource[] = [];
  for (const source of mapping.sources)
    tried.push(
      await trySource(source, rules ? network(source, rules, answers) : replay(source, answers)),
    );
  if (save && !recorded) writeFileSync(answersPath, `${JSON.stringify(answers, null, 2)}\n`);
  return {
    exitCode: tried.some(({ error }) => error !== null) ? 1 : 0,
    message: json ? JSON.stringify(tried, null, 2) : tried.map(tableOf).join('\n\n'),
  };
}

function parseWords(words: readonly string[]) {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { json: flag, save: flag, recorded: flag },
    });
    const [command, path, ...rest] = positionals;
    return command === 'try' && path !== undefined && rest.length === 0
      ? { ...values, path }
      : null;
  } catch {
    return null;
  }
}

function readRecording(path: string): Recording | null {
  try {
    return recording.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

const rulesOf = (env: Environment): MappingRules =>
  mappingRules(
    {
      MARKET_ALLOWED_HOSTS:
        variables.MARKET_ALLOWED_HOSTS.safeParse(env.MARKET_ALLOWED_HOSTS).data ?? [],
      MARKET_ALLOWED_ADDRESSES:
        variables.MARKET_ALLOWED_ADDRESSES.safeParse(env.MARKET_ALLOWED_ADDRESSES).data ?? [],
    },
    env,
  );

interface Fetching {
  readonly fetch: FetchPage;
  close(): Promise<void>;
}

/** @param answers what is answered is added to it */
function network(
  { request }: MappedSource,
  { allowedRanges }: MappingRules,
  answers: Recording,
): Fetching {
  const agent = createAgent(request, { allowedRanges });
  const fetch = fetchOver(request, { agent, clock: systemClock });
  return {
    async fetch(page, etag, signal) {
      const answer = await fetch(page, etag, signal);
      if (answer.kind === 'page')
        answers.push({
          url: page.url.href,
          sent: page.body,
          answer: request.format === 'json' ? parseOrText(answer.body) : answer.body,
        });
      return answer;
    },
    close: () => agent.destroy(),
  };
}

function parseOrText(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

const replay = ({ request }: MappedSource, answers: Recording): Fetching => ({
  async fetch({ url, body }) {
    const found = answers.find((answer) => answer.url === url.href && answer.sent === body);
    if (found === undefined)
      return {
        kind: 'error',
        reason: 'network',
        retryAfterMs: null,
        detail: `No hay ninguna respuesta guardada de ${url.href} ${body ?? ''}`.trim(),
      };
    const { answer } = found;
    const isText = request.format === 'csv' && typeof answer === 'string';
    return { kind: 'page', body: isText ? answer : JSON.stringify(answer), etag: null };
  },
  async close() {},
});

/** What a source would give: `unreadable` says why of listings without a usable id, or with two prices. */
type TriedSource = Awaited<ReturnType<typeof trySource>>;

async function trySource(source: MappedSource, fetching: Fetching) {
  const reader = new IsolatedReader(source);
  const found = await crawl(
    {
      request: source.request,
      fetch: fetching.fetch,
      read: reader.read,
      clock: systemClock,
      cached: new Map(),
    },
    new AbortController().signal,
  ).finally(() => Promise.all([reader.close(), fetching.close()]));
  const name = source.name ?? source.request.url;
  if (found.kind === 'error') {
    const error = describeCrawlError(new URL(source.request.url).host, found);
    return { source: name, error, kind: null, listings: [], unreadable: [] };
  }
  return {
    source: name,
    error: null,
    kind: isWhole(found) ? 'complete' : 'changes',
    listings: found.listings.map((listing) => tryListing(listing, source)),
    unreadable: found.reasons,
  };
}

const isWhole = ({ isConsistent, unreadable }: Crawl) => isConsistent && unreadable === 0;

/** @returns what it would be, and what it is rejected for: a field of its place in the catalogue, or of its price */
function tryListing({ code, tick, described, faults }: Listing, { currency }: MappedSource) {
  const now = new Date();
  const { rejected } = validateReading(
    {
      observedAt: now.toISOString(),
      kind: 'changes',
      ticks: [{ collectibleId: code, currency, ...tick }],
    },
    new Map([[code, currency]]),
    now,
  );
  const place = typeof described === 'string' ? null : described;
  const [reason] = rejected.keys();
  return {
    id: code,
    match: place?.match ?? null,
    category: place?.category ?? null,
    name: place?.name ?? null,
    kickoffAt: place?.kickoff ?? null,
    priceCents: Number.isNaN(tick.floorCents) ? null : tick.floorCents,
    currency: tick.currency ?? currency,
    asks: tick.asks,
    sales: tick.sales,
    rejected: typeof described === 'string' ? described : (reason ?? null),
    ...(faults && { faults }),
  };
}

function tableOf({ source, error, kind, listings, unreadable }: TriedSource): string {
  if (error !== null) return `${source}\n${error}`;
  const rows = [
    ['id', 'partido', 'categoría', 'nombre', 'precio', 'resultado'],
    ...listings.map(({ id, match, category, name, priceCents, currency, rejected, faults }) => [
      id,
      match ?? '—',
      category ?? '—',
      name ?? '—',
      priceOf(priceCents, currency),
      [rejected === null ? 'se toma' : `se rechaza: ${rejected}`, ...(faults ?? [])].join(' · '),
    ]),
  ];
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths?.[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const taken = listings.filter(({ rejected }) => rejected === null).length;
  const whole = kind === 'complete' ? 'la lectura es completa' : 'de lo que falta no se sabe nada';
  return [
    source,
    ...lines,
    ...unreadable.map((reason) => `se rechaza: ${reason}`),
    `Se toman ${taken} de ${listings.length + unreadable.length} anuncios; ${whole}.`,
  ].join('\n');
}

const priceOf = (cents: unknown, currency: unknown): string =>
  cents === null
    ? '—'
    : typeof cents === 'number'
      ? `${(cents / 100).toFixed(2)} ${currency}`
      : JSON.stringify(cents);
