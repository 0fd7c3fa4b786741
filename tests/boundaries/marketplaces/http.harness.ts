/** Test harness of MARKET=http: the example of a listings search, with a local server and a manual clock. */
import { fileURLToPath } from 'node:url';
import { Registry } from 'prom-client';
import type { Reading } from '#server/market-model/marketplace.ts';
import { createHttp } from '#server/marketplaces/http/http.ts';
import type { HttpOptions } from '#server/marketplaces/http/http-source.ts';
import {
  loadMapping,
  type MappedSource,
  type MappingRules,
} from '#server/marketplaces/http/mapping.ts';
import { type CrawlMetrics, createCrawlMetrics } from '#server/marketplaces/source-metrics.ts';
import type { ListingServer } from './listing-server.ts';
import type { ManualClock } from './manual-clock.ts';

export const exampleFile = (name: string) =>
  fileURLToPath(new URL(`../../../docs/examples/markets/${name}.yaml`, import.meta.url));

/** Rules that allow this local server explicitly, as an operator would. */
export const rulesFor = (origin: string): MappingRules => ({
  secrets: {},
  allowedOrigins: [origin],
  allowedRanges: ['127.0.0.1/32'],
});

/** The example’s source, at a local server. */
export function mappingFor(
  origin: string,
  request: Partial<MappedSource['request']> = {},
): MappedSource {
  const rules = { secrets: {}, allowedOrigins: [], allowedRanges: [] };
  const loaded = loadMapping(exampleFile('listings-search'), rules);
  const [source] = 'sources' in loaded ? loaded.sources : [];
  if (source === undefined) throw new Error(`The example is wrong: ${JSON.stringify(loaded)}`);
  const url = `${origin}/v2/listings/search?listingStatus=active`;
  const limits = { maxPages: 5, maxPageBytes: 100_000 };
  return { ...source, request: { ...source.request, url, ...limits, ...request } };
}

export interface HttpTestOptions extends Partial<HttpOptions> {
  readonly url?: string;
}

export function openHttp(
  server: ListingServer,
  clock: ManualClock,
  { url, ...options }: HttpTestOptions = {},
) {
  const origin = `http://127.0.0.1:${server.port}`;
  return createHttp([mappingFor(origin, url === undefined ? {} : { url })], {
    rules: rulesFor(origin),
    wait: (ms, signal) => clock.sleep(ms, signal),
    clock,
    random: () => 1,
    metrics: newMetrics(),
    ...options,
  });
}

/** The iterator's next reading. @throws if it has ended */
export async function nextReading(readings: AsyncIterator<Reading>): Promise<Reading> {
  const next = await readings.next();
  if (next.done) throw new Error('The source ended.');
  return next.value;
}

export const pricesOf = (reading: Reading) =>
  Object.fromEntries(reading.ticks.map((tick) => [tick.collectibleId, tick.floorCents]));

export const newMetrics = () => createCrawlMetrics(new Registry());

/** By reason. */
export async function rejectedCrawls({ rejected }: CrawlMetrics): Promise<Record<string, number>> {
  const { values } = await rejected.get();
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.reason), value]));
}
