/** Several sources of one file: each has its own supplier, and one that fails neither delays nor blinds another. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  mappingFor,
  newMetrics,
  nextReading,
  pricesOf,
  rejectedCrawls,
  rulesFor,
} from '#tests/boundaries/marketplaces/http.harness.ts';
import {
  answerWith,
  ListingServer,
  listing,
} from '#tests/boundaries/marketplaces/listing-server.ts';
import { ManualClock } from '#tests/boundaries/marketplaces/manual-clock.ts';
import { createHttp } from './http.ts';

let servers: readonly [ListingServer, ListingServer];
beforeEach(async () => {
  servers = [await ListingServer.start(), await ListingServer.start()];
  servers[1].listings = [listing('cat1-m7', 500)];
});
afterEach(() => Promise.all(servers.map((server) => server.close())));

test('each is read by itself, in its currency and of its supplier', async () => {
  const clock = new ManualClock();
  const origins = servers.map(({ port }) => `http://127.0.0.1:${port}`);
  const [uno, dos] = origins.map((origin) => mappingFor(origin));
  if (!uno || !dos) throw new Error('two servers are open');
  const metrics = newMetrics();
  const source = createHttp([uno, { ...dos, name: 'dos', currency: 'EUR' }], {
    rules: { ...rulesFor(''), allowedOrigins: origins },
    wait: (ms, signal) => clock.sleep(ms, signal),
    clock,
    random: () => 1,
    metrics,
  });
  const matches = [];
  for await (const entry of source.catalogue(new AbortController().signal)) matches.push(entry);
  expect(matches.map(({ match }) => [match.id, match.currency, match.supplier])).toEqual([
    ['1', 'USD', ''],
    ['7', 'EUR', 'dos'],
  ]);
  // Stored before this start, of both.
  const stored = { listings: 1, lastSaleCents: null, kickoffAt: null, asks: null };
  source.resume({
    position: 0,
    collectibles: [
      { ...stored, id: 'gone', floorCents: 1, supplier: '' },
      { ...stored, id: 'other', floorCents: 1, supplier: 'dos' },
    ],
  });
  const abort = new AbortController();
  const readings = source.readings(abort.signal)[Symbol.asyncIterator]();
  const both = [await nextReading(readings), await nextReading(readings)];
  expect(
    Object.fromEntries(
      both.map((reading) => [reading.supplier, [reading.kind, pricesOf(reading)]]),
    ),
  ).toEqual({
    '': ['complete', { 'cat1-m1': 1_000, 'cat2-m1': 1_001, 'cat3-m1': 1_002 }],
    dos: ['complete', { 'cat1-m7': 500 }],
  });
  expect(source.report?.()).toMatchObject({ isComplete: true, circuit: 'closed' });
  servers[1].defaultAnswer = answerWith(500, {});
  // It may still have one from before.
  const suppliers = [];
  while (suppliers.filter((supplier) => supplier === '').length < 3)
    suppliers.push((await nextReading(readings)).supplier);
  expect(suppliers.filter((supplier) => supplier === 'dos').length).toBeLessThanOrEqual(1);
  expect(source.report?.().isComplete).toBe(false);
  expect((await rejectedCrawls(metrics)).status).toBeGreaterThan(0);
  abort.abort();
  await readings.return?.();
});
