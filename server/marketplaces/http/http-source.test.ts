/** What a market read in parts says of a listing that is gone. */
import { expect, test } from 'vitest';
import { nextReading, openHttp, pricesOf } from '#tests/boundaries/marketplaces/http.harness.ts';
import {
  answerJson,
  ListingServer,
  listing,
} from '#tests/boundaries/marketplaces/listing-server.ts';
import { ManualClock } from '#tests/boundaries/marketplaces/manual-clock.ts';

test('one that a crawl could not tell of is sold out once a later crawl can, though neither read everything', async () => {
  const server = await ListingServer.start();
  const clock = new ManualClock();
  const abort = new AbortController();
  const readings = openHttp(server, clock).readings(abort.signal)[Symbol.asyncIterator]();
  try {
    const codes = ['b', 'd', 'f', ...Array.from({ length: 147 }, (_, nth) => `m${1_000 + nth}`)];
    const listings = codes.map((code) => listing(`${code}-m1`, 700));
    const unreadable = { ...listing('b-m1', 700), uniqueCode: '' };
    server.listings = listings;
    expect((await nextReading(readings)).kind).toBe('complete');
    // The unreadable one may be `d`.
    const replaced = listings.map((one, index) => (index === 1 ? unreadable : one));
    server.answers.push(
      answerJson({ total: 150, listings: replaced.slice(0, 100) }),
      answerJson({ total: 150, listings: replaced.slice(100) }),
    );
    const doubtful = await nextReading(readings);
    expect(doubtful.kind).toBe('changes');
    expect(pricesOf(doubtful)).not.toHaveProperty('d-m1');
    // Its place between `b` and `f` is empty; what cannot be read is on the other page.
    const left = listings.filter((_, index) => index !== 1);
    server.answers.push(
      answerJson({ total: 149, listings: left.slice(0, 100) }),
      answerJson({ total: 149, listings: [...left.slice(100, 148), unreadable] }),
    );
    const certain = await nextReading(readings);
    expect(certain.kind).toBe('changes');
    expect(pricesOf(certain)).toMatchObject({ 'b-m1': 700, 'd-m1': null, 'f-m1': 700 });
  } finally {
    abort.abort();
    await readings.return?.();
    await server.close();
  }
});
