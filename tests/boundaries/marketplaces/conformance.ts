/**
 * What every marketplace must do, whatever is behind it. A new adapter passes this suite before anything else
 * (docs/adding-a-marketplace.md).
 */
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { identifierPattern } from '#domain/threshold.ts';
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
  /** As after a restart of the server: another object over the same market. */
  reopen(): Promise<ResumableMarketplace>;
  /** Sockets and timers of the source still at work, where it has any; 0 once it has stopped. */
  readonly dangling?: () => Promise<number>;
  close(): Promise<void>;
}

const readingsWanted = 3;
/** Stopping is a matter of an instant; this only tells it from never. */
const promptlyMs = 1_000;

/** @param open with a market of at least three readings, none of which waits for long */
export function describeMarketplace(name: string, open: () => Promise<OpenMarketplace>): void {
  describe(`${name} is a marketplace`, () => {
    let market: OpenMarketplace;
    beforeEach(async () => {
      market = await open();
    });
    afterEach(() => market.close());
    const untilNothingDangles = () =>
      waitFor(async () => expect((await market.dangling?.()) ?? 0).toBe(0));

    test('it says who it is, and says the same after a restart', async () => {
      const { source } = market;
      const again = await market.reopen();
      expect(source.name).toBe(name);
      expect(source.currency).toMatch(/^[A-Z]{3}$/);
      expect(source.expectedEveryMs).toBeGreaterThan(0);
      expect([again.name, again.fingerprint]).toEqual([source.name, source.fingerprint]);
    });

    test('its catalogue stands before any reading: every match and collectible once, in its currency', async () => {
      const entries = await catalogueOf(market.source);
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

    test('every reading is a whole one that the recorder takes: known collectibles, integer cents, rising times', async () => {
      const currencies = currenciesOf(await catalogueOf(market.source));
      const readings = await take(market.source, readingsWanted);
      expect(readings).toHaveLength(readingsWanted);
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

    test('an abort while it works or waits stops it promptly and leaves nothing behind', async () => {
      await catalogueOf(market.source);
      const abort = new AbortController();
      const leftBehind = async () =>
        getEventListeners(abort.signal, 'abort').length + ((await market.dangling?.()) ?? 0);
      const readings = market.source.readings(abort.signal)[Symbol.asyncIterator]();
      expect((await readings.next()).done).toBe(false);
      const next = settled(readings);
      abort.abort(new Error('closing'));
      const before = performance.now();
      const outcome = await next;
      expect(performance.now() - before).toBeLessThan(promptlyMs);
      // A reading that was ready at that very moment may still come out; what follows may not.
      if (outcome === 'yielded') expect(await settled(readings)).not.toBe('yielded');
      await waitFor(async () => expect(await leftBehind()).toBe(0));
    });

    test('one aborted before it began yields nothing', async () => {
      const readings = market.source.readings(AbortSignal.abort(new Error('closing')));
      expect(await settled(readings[Symbol.asyncIterator]())).not.toBe('yielded');
      await untilNothingDangles();
    });

    test('a reader that walks away leaves nothing behind', async () => {
      expect(await take(market.source, 1)).toHaveLength(1);
      await untilNothingDangles();
    });

    test('after a restart it goes on: nothing older than what was taken comes again', async () => {
      const currencies = currenciesOf(await catalogueOf(market.source));
      const [first] = await take(market.source, 1);
      const again = await market.reopen();
      again.resume({
        position: 1,
        collectibles: [...currencies.keys()].map((id) => ({
          id,
          floorCents: 12_345,
          listings: 1,
          lastSaleCents: null,
          kickoffAt: null,
        })),
      });
      const [second] = await take(again, 1);
      expect(Date.parse(second?.observedAt ?? '')).toBeGreaterThan(
        Date.parse(first?.observedAt ?? ''),
      );
    });
  });
}

async function catalogueOf(source: ResumableMarketplace): Promise<CatalogueEntry[]> {
  const entries: CatalogueEntry[] = [];
  for await (const entry of source.catalogue(new AbortController().signal)) entries.push(entry);
  return entries;
}

const currenciesOf = (entries: readonly CatalogueEntry[]) =>
  new Map(
    entries.flatMap(({ collectibles }) => collectibles.map(({ id, currency }) => [id, currency])),
  );

async function take(source: ResumableMarketplace, wanted: number): Promise<Reading[]> {
  const found: Reading[] = [];
  for await (const reading of source.readings(new AbortController().signal)) {
    found.push(reading);
    if (found.length === wanted) break;
  }
  return found;
}

/** How the next step of it ends: with a reading, without one, or with the reason of the abort. */
async function settled(readings: AsyncIterator<Reading>): Promise<'yielded' | 'ended' | 'aborted'> {
  try {
    return (await readings.next()).done ? 'ended' : 'yielded';
  } catch (error) {
    expect(error).toMatchObject({ message: 'closing' });
    return 'aborted';
  }
}
