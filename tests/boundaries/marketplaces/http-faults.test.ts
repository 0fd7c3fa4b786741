/** Faulty answers of MARKET=http: each is rejected with its reason, and none becomes a price. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTick } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Reading, ResumableMarketplace } from '#server/market-model/marketplace.ts';
import { UnreachableMarketError } from '#server/marketplaces/http/http-source.ts';
import type { CrawlMetrics } from '#server/marketplaces/source-metrics.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { newMetrics, nextReading, openHttp, pricesOf, rejectedCrawls } from './http.harness.ts';
import { answerJson, answerWith, ListingServer, marketListings } from './listing-server.ts';
import { ManualClock } from './manual-clock.ts';

let server: ListingServer;
let clock: ManualClock;
let source: ResumableMarketplace;
let abort: AbortController;
let metrics: CrawlMetrics;
let readings: AsyncIterator<Reading>;

beforeEach(async () => {
  server = await ListingServer.start();
  clock = new ManualClock();
  abort = new AbortController();
  metrics = newMetrics();
  source = openHttp(server, clock, { metrics });
  readings = source.readings(abort.signal)[Symbol.asyncIterator]();
});
afterEach(async () => {
  abort.abort();
  await readings.return?.();
  await server.close();
});

const countOf = async (name: 'crawls' | 'doubted' | 'complete') =>
  (await metrics[name].get()).values[0]?.value;

/** Of one source, whose reader is a process. @returns the reading after these answers, and why crawls before it were rejected */
async function readAfter(...answers: typeof server.answers) {
  const before = await rejectedCrawls(metrics);
  server.answers.push(...answers);
  const reading = await nextReading(readings);
  const after = await rejectedCrawls(metrics);
  const reasons = Object.keys(after).filter((reason) => after[reason] !== before[reason]);
  return { reading, reasons };
}

const defaultPrices = { 'cat1-m1': 1_000, 'cat2-m1': 1_001, 'cat3-m1': 1_002 };
const page = (listings: unknown, total: unknown = 3) => answerJson({ total, listings });
const jsonType = { 'content-type': 'application/json' };

test('answers that are not a page are rejected as a whole and counted, and the next crawl succeeds', async () => {
  const html = '<h1>Volvemos enseguida</h1>';
  const infinite = answerJson('{"total":1e999,"listings":[]}');
  const compressed = answerWith(200, { ...jsonType, 'content-encoding': 'gzip' }, '\x1f\x8b');
  for (const [what, answer, reason] of [
    ['HTML', answerWith(200, { 'content-type': 'text/html' }, html), 'content'],
    ['HTML that claims to be JSON', answerWith(200, jsonType, html), 'content'],
    ['a compressed body', compressed, 'content'],
    ['another shape', answerJson({ items: [] }), 'shape'],
    ['an infinite total', infinite, 'shape'],
    ['a page longer than asked for', page(marketListings(101), 101), 'shape'],
    ['more bytes than a page may have', answerJson(' '.repeat(100_001)), 'too_large'],
    ['more pages than a market may have', page(marketListings(100), 501), 'too_large'],
    ['an error', answerWith(500, {}), 'status'],
    ['a redirect', answerWith(302, { location: 'http://169.254.169.254/latest/' }), 'redirect'],
    ['no listing at all', page([], 0), 'empty'],
  ] as const) {
    const asked = server.requests.length;
    const { reading, reasons } = await readAfter(answer);
    expect([what, reasons, pricesOf(reading)]).toEqual([what, [reason], defaultPrices]);
    expect([what, server.requests.length - asked]).toEqual([what, 2]);
  }
});

describe('a market that changes during a crawl', () => {
  const full = marketListings(150);
  beforeEach(() => {
    server.listings = full;
  });

  test('is rejected with the crawl where a page lacks rows, comes twice or is refused', async () => {
    for (const [what, second, reason] of [
      ['it lacks rows', page(full.slice(100, 140), 150), 'page_incomplete'],
      ['it comes twice', page(full.slice(0, 50), 150), 'repeated'],
      ['it is refused', answerWith(404, {}), 'status'],
    ] as const) {
      const { reading, reasons } = await readAfter(
        (request, response) => server.sendPage(request, response, 1),
        second,
      );
      expect([what, reasons, reading.ticks.length]).toEqual([what, [reason], 150]);
    }
  });

  test('a market of which half is missing is read without its absences until the next crawl agrees', async () => {
    await nextReading(readings);
    server.listings = full.filter((_, index) => index % 2 === 0);
    const doubtful = await nextReading(readings);
    expect(doubtful).toMatchObject({ kind: 'changes', ticks: { length: 75 }, doubted: 75 });
    expect(source.report?.().isComplete).toBe(false);
    // Unchanged pages agree, too.
    expect(await nextReading(readings)).toMatchObject({
      kind: 'complete',
      ticks: { length: 75 },
      doubted: 0,
    });
    expect(source.report?.().isComplete).toBe(true);
    expect([await countOf('crawls'), await countOf('doubted'), await countOf('complete')]).toEqual([
      3, 1, 2,
    ]);
  });

  test('the reading’s time is the start of the crawl', async () => {
    const beganAt = new Date(clock.wallMs()).toISOString();
    server.answers.push((request, response) => {
      clock.advance(9_000);
      server.sendPage(request, response, 1);
    });
    expect((await nextReading(readings)).observedAt).toBe(beganAt);
    await nextReading(readings);
    // The next crawl starts a minute after this one started, not after it ended.
    expect(clock.slept.at(-1)).toBe(51_000);
  });
});

describe('cached pages', () => {
  test('a changed page is fetched again, the others come from the cache', async () => {
    server.listings = marketListings(150);
    await nextReading(readings);
    server.listings = marketListings(150, (index) => (index === 0 ? 5 : 1_000 + index));
    const second = await nextReading(readings);
    expect(second.kind).toBe('complete');
    expect(second.ticks).toHaveLength(150);
    expect(pricesOf(second)).toMatchObject({ 'cat1-m1': 5, 'cat2-m1': 1_001 });
  });

  test('pages fetched by a rejected crawl are not lost behind a 304', async () => {
    server.listings = marketListings(150);
    await nextReading(readings);
    server.listings = marketListings(150, (index) => (index === 0 ? 5 : 1_000 + index));
    server.answers.push(
      (request, response) => server.sendPage(request, response, 1),
      answerWith(500, {}),
    );
    const second = await nextReading(readings);
    expect(await rejectedCrawls(metrics)).toEqual({ status: 1 });
    expect(second.kind).toBe('complete');
    expect(pricesOf(second)).toMatchObject({ 'cat1-m1': 5 });
  });
});

describe('a source that limits requests or fails', () => {
  test('is asked again after its Retry-After', async () => {
    for (const [what, status, header, waitMs, reason] of [
      ['seconds', 429, () => '120', 120_000, 'throttled'],
      ['a date', 503, () => new Date(clock.wallMs() + 90_000).toUTCString(), 90_000, 'status'],
      // Replaced by our own back-off, as a date in the past is.
      ['nonsense', 429, () => 'luego', 1_000, 'throttled'],
      ['past', 429, () => new Date(clock.wallMs() - 5_000).toUTCString(), 1_000, 'throttled'],
    ] as const) {
      const { reasons } = await readAfter((request, response, number) =>
        answerWith(status, { 'retry-after': header() })(request, response, number),
      );
      const lastMs = clock.slept.filter((ms) => ms > 0).at(-1);
      expect([what, reasons, lastMs]).toEqual([what, [reason], waitMs]);
    }
  });

  test('five failures open the circuit breaker, one attempt half-opens it, success closes it', async () => {
    const { defaultAnswer } = server;
    const states: (string | undefined)[] = [];
    server.defaultAnswer = (request, response, number) => {
      states.push(source.report?.().circuit);
      if (states.length <= 6) response.writeHead(500).end();
      else defaultAnswer(request, response, number);
    };
    const next = nextReading(readings);
    await next;
    expect(states).toEqual([...Array(5).fill('closed'), 'half_open', 'half_open']);
    expect(clock.slept.filter((ms) => ms > 0)).toEqual([
      1_000, 2_000, 4_000, 8_000, 60_000, 120_000,
    ]);
    expect([source.report?.().circuit, await countOf('crawls')]).toEqual(['closed', 7]);
  });

  test('on the first start an unreachable source fails with one sentence after five attempts', async () => {
    server.defaultAnswer = answerWith(500, {});
    const first = source.catalogue(abort.signal)[Symbol.asyncIterator]().next();
    await expect(first).rejects.toThrow(UnreachableMarketError);
    await expect(first).rejects.toThrow(
      /^No se puede leer el mercado de 127\.0\.0\.1:\d+ \(status\)/,
    );
    expect(server.requests).toHaveLength(5);
  });
});

const stuck = {
  'before the first byte': () => {},
  'after the headers': (response: ServerResponse) =>
    void response.writeHead(200, jsonType).flushHeaders(),
  'by dripping a byte a second': (response: ServerResponse) => {
    response.writeHead(200, jsonType).flushHeaders();
    response.write('{');
  },
};

test.each(Object.entries(stuck))(
  'a slow source stuck %s, the request is aborted after ten seconds',
  async (_name, begin) => {
    let stuckResponse: ServerResponse | undefined;
    server.answers.push((_request, response) => {
      stuckResponse = response;
      begin(response);
    });
    const next = nextReading(readings);
    await waitFor(() => expect(stuckResponse).toBeDefined());
    const closed = once(stuckResponse as unknown as ServerResponse, 'close');
    for (let second = 1; second <= 10; second += 1) {
      expect(await rejectedCrawls(metrics)).toEqual({});
      if (stuckResponse?.headersSent) stuckResponse.write(' ');
      await nextTick();
      clock.advance(1_000);
    }
    await next;
    await closed;
    expect(await rejectedCrawls(metrics)).toEqual({ timeout: 1 });
  },
);
