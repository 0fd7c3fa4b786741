/** SSRF guard of MARKET=http: connects only to allowed https hosts on public or explicitly allowed addresses. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CrawlMetrics } from '#server/marketplaces/source-metrics.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import {
  type HttpTestOptions,
  newMetrics,
  nextReading,
  openHttp,
  pricesOf,
  rejectedCrawls,
  rulesFor,
} from './http.harness.ts';
import { ListingServer } from './listing-server.ts';
import { ManualClock } from './manual-clock.ts';

let server: ListingServer;
let clock: ManualClock;
let metrics: CrawlMetrics;
beforeEach(async () => {
  metrics = newMetrics();
  server = await ListingServer.start();
  clock = new ManualClock();
});
afterEach(() => server.close());

interface Settings {
  readonly url: string;
  readonly allowedOrigins: readonly string[];
  readonly allowedRanges: readonly string[];
}

const open = ({ url, ...rules }: Settings, addresses?: readonly string[]) =>
  openHttp(server, clock, {
    url,
    metrics,
    rules: { ...rulesFor(''), ...rules },
    ...(addresses && {
      resolve: async () =>
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    }),
  } satisfies HttpTestOptions);

test.each([
  ['plain http', 'http://mercado.example/', /https:\/\//],
  ['another server', 'https://otro.example/', /MARKET_ALLOWED_HOSTS/],
  ['cloud metadata', 'https://169.254.169.254/', /MARKET_ALLOWED_ADDRESSES/],
])('URLs rejected before any request: %s', (_name, url, sentence) => {
  const hosts = ['mercado.example', '169.254.169.254', '127.0.0.1', '[::ffff:a00:1]'];
  const allowedOrigins = hosts.map((host) => `https://${host}`);
  expect(() => open({ url, allowedOrigins, allowedRanges: [] })).toThrow(sentence);
});

describe('host names, checked by the address they resolve to', () => {
  const named = (host: string): Omit<Settings, 'allowedRanges'> => ({
    url: `http://${host}:${server.port}/`,
    allowedOrigins: [`http://${host}:${server.port}`],
  });
  const expectRejected = async (
    settings: Omit<Settings, 'allowedRanges'>,
    addresses?: readonly string[],
  ) => {
    const source = open({ ...settings, allowedRanges: [] }, addresses);
    await expect(
      source.catalogue(new AbortController().signal)[Symbol.asyncIterator]().next(),
    ).rejects.toThrow(/\(address\)/);
    expect(await rejectedCrawls(metrics)).toEqual({ address: 5 });
    expect(server.requests).toEqual([]);
  };

  // Every range: channel-addresses.test.ts.
  test.each(['10.0.0.5', '169.254.169.254', '::1', '::ffff:169.254.169.254'])(
    'a public name that resolves to %s',
    (address) => expectRejected(named('mercado.example'), [address]),
  );

  test('an address the operator allows by name and by range is requested', async () => {
    const source = open({ ...named('mercado.example'), allowedRanges: ['127.0.0.0/8'] }, [
      '127.0.0.1',
    ]);
    const readings = source.readings(new AbortController().signal)[Symbol.asyncIterator]();
    expect(Object.keys(pricesOf(await nextReading(readings)))).toHaveLength(3);
    expect(server.requests[0]?.headers.host).toBe(`mercado.example:${server.port}`);
    await readings.return?.();
  });

  test('a name that moves to a private address after the first crawl is rejected from then on', async () => {
    const addresses = ['127.0.0.1'];
    const source = open(
      { ...named('mercado.example'), allowedRanges: ['127.0.0.1/32'] },
      addresses,
    );
    const readings = source.readings(new AbortController().signal)[Symbol.asyncIterator]();
    await nextReading(readings);
    addresses[0] = '127.0.0.2';
    // The server closes the connection, so the next crawl must reconnect; then the name moves back.
    server.answers.push((_request, response) => void response.destroy());
    const next = nextReading(readings);
    await waitFor(async () => expect((await rejectedCrawls(metrics)).address).toBeGreaterThan(0));
    addresses[0] = '127.0.0.1';
    await next;
    await readings.return?.();
  });
});
