/** Conformance suite of marketplace adapters: every adapter must pass it (docs/adding-a-marketplace.md). */
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { identifierPattern } from '#domain/threshold.ts';
import { marketPagesOf, type PageSettings } from '#server/market-model/market-page.ts';
import type {
  CatalogueEntry,
  Reading,
  ResumableMarketplace,
} from '#server/market-model/marketplace.ts';
import { validateReading } from '#server/market-worker/validate-reading.ts';
import { parseInstant } from '#server/marketplaces/parse-instant.ts';
import { waitFor } from '#tests/support/wait-for.ts';

export interface OpenMarketplace {
  readonly source: ResumableMarketplace;
  /** Another object over the same market, as after a restart of the server. */
  reopen(): Promise<ResumableMarketplace>;
  /** Number of the source's open sockets and timers; 0 once it has stopped. */
  readonly countOpenHandles?: () => Promise<number>;
  close(): Promise<void>;
}

/** Settings with which the source is opened: each collectible has a page. */
const pageOrigin = 'https://mercado.example';
export const testPages: PageSettings = { template: `${pageOrigin}/{id}`, origins: [pageOrigin] };

const readingCount = 3;
/** Upper bound for stopping, which should be immediate. */
const maxStopMs = 1_000;

/** @param open opens a market of at least three readings, none of them delayed for long, with `testPages` */
export function describeMarketplace(name: string, open: () => Promise<OpenMarketplace>): void {
  describe(`${name} is a marketplace`, () => {
    let market: OpenMarketplace;
    beforeEach(async () => {
      market = await open();
    });
    afterEach(() => market.close());

    test('name, currency, interval and fingerprint are valid, and the same after a restart', async () => {
      const { source } = market;
      const again = await market.reopen();
      expect(source.name).toBe(name);
      expect(source.currency).toMatch(/^[A-Z]{3}$/);
      expect(source.expectedEveryMs).toBeGreaterThan(0);
      expect([again.name, again.fingerprint]).toEqual([source.name, source.fingerprint]);
    });

    test('the catalogue lists every match and collectible once, in its currency, before any reading', async () => {
      const entries = await loadCatalogue(market.source);
      const collectibles = entries.flatMap((entry) => entry.collectibles);
      expect(collectibles.length).toBeGreaterThan(0);
      expect(new Set(entries.map(({ match }) => match.id)).size).toBe(entries.length);
      expect(new Set(collectibles.map(({ id }) => id)).size).toBe(collectibles.length);
      for (const { match, collectibles: own } of entries) {
        expect(match.id).toMatch(identifierPattern);
        expect(match.currency).toBe(market.source.currency);
        for (const collectible of own) {
          expect(collectible.id).toMatch(identifierPattern);
          expect(collectible).toMatchObject({ matchId: match.id, currency: match.currency });
          expect(collectible.name).not.toBe('');
          expect(collectible.tickets).toBeGreaterThanOrEqual(1);
        }
      }
    });

    test('its pages are on the origins it declares, in the catalogue and in the readings', async () => {
      const readings = await takeReadings(market.source, readingCount);
      const entries = [
        ...(await loadCatalogue(market.source)),
        ...readings.flatMap(({ catalogue }) => catalogue ?? []),
      ];
      const { pages, rejected } = marketPagesOf(entries, market.source.pageOrigins);
      expect([...rejected]).toEqual([]);
      expect(pages.every(({ url }) => url?.startsWith(`${pageOrigin}/`) ?? false)).toBe(true);
    });

    test('every reading passes validation: known collectibles, integer cents, increasing times', async () => {
      const currencies = currenciesOf(await loadCatalogue(market.source));
      const readings = await takeReadings(market.source, readingCount);
      expect(readings).toHaveLength(readingCount);
      let before = Number.NEGATIVE_INFINITY;
      for (const reading of readings) {
        const observedAtMs = parseInstant(reading.observedAt)?.getTime() ?? Number.NaN;
        expect(observedAtMs).toBeGreaterThan(before);
        before = observedAtMs;
        const { accepted, rejected } = validateReading(reading, currencies, new Date(observedAtMs));
        expect(rejected).toEqual(new Map());
        expect(accepted?.observedAt.getTime()).toBe(observedAtMs);
        for (const tick of reading.ticks) {
          expect(tick.floorCents === null || Number.isSafeInteger(tick.floorCents)).toBe(true);
        }
        const mentioned = reading.ticks.map((tick) => tick.collectibleId);
        expect(new Set(mentioned).size).toBe(mentioned.length);
      }
    });

    test('an abort while it works or waits stops it promptly, without open sockets, timers or listeners', async () => {
      await loadCatalogue(market.source);
      const abort = new AbortController();
      const countLeaks = async () =>
        getEventListeners(abort.signal, 'abort').length +
        ((await market.countOpenHandles?.()) ?? 0);
      const readings = market.source.readings(abort.signal)[Symbol.asyncIterator]();
      expect((await readings.next()).done).toBe(false);
      const next = nextOutcome(readings);
      abort.abort(new Error('closing'));
      const before = performance.now();
      const outcome = await next;
      expect(performance.now() - before).toBeLessThan(maxStopMs);
      // A reading that was ready at that moment may still be yielded, but none after it.
      if (outcome === 'yielded') expect(await nextOutcome(readings)).not.toBe('yielded');
      await waitFor(async () => expect(await countLeaks()).toBe(0));
    });

    test('after a restart it resumes with readings newer than the last one', async () => {
      const currencies = currenciesOf(await loadCatalogue(market.source));
      const [first] = await takeReadings(market.source, 1);
      const again = await market.reopen();
      again.resume({
        position: 1,
        collectibles: [...currencies.keys()].map((id) => ({
          id,
          floorCents: 12_345,
          listings: 1,
          lastSaleCents: null,
          kickoffAt: null,
          asks: null,
        })),
      });
      const [second] = await takeReadings(again, 1);
      expect(Date.parse(second?.observedAt ?? '')).toBeGreaterThan(
        Date.parse(first?.observedAt ?? ''),
      );
    });
  });
}

async function loadCatalogue(source: ResumableMarketplace): Promise<CatalogueEntry[]> {
  const entries: CatalogueEntry[] = [];
  for await (const entry of source.catalogue(new AbortController().signal)) entries.push(entry);
  return entries;
}

const currenciesOf = (entries: readonly CatalogueEntry[]) =>
  new Map(
    entries.flatMap(({ collectibles }) => collectibles.map(({ id, currency }) => [id, currency])),
  );

async function takeReadings(source: ResumableMarketplace, count: number): Promise<Reading[]> {
  const readings: Reading[] = [];
  for await (const reading of source.readings(new AbortController().signal)) {
    readings.push(reading);
    if (readings.length === count) break;
  }
  return readings;
}

/** Outcome of the iterator's next step. */
async function nextOutcome(
  readings: AsyncIterator<Reading>,
): Promise<'yielded' | 'ended' | 'aborted'> {
  try {
    return (await readings.next()).done ? 'ended' : 'yielded';
  } catch (error) {
    expect(error).toMatchObject({ message: 'closing' });
    return 'aborted';
  }
}
