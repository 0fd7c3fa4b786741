/** Reads the source, in one worker at a time: stores whole readings durably before anything is evaluated. */
import type pg from 'pg';
import { type PushedReading, pushedReading } from '#contract/market-push.ts';
import type { DatabaseClock } from '../db/database-clock.ts';
import { listStoredCollectibles } from '../db/market/catalogue.ts';
import { archiveDataGaps } from '../db/market/data-gaps.ts';
import { loadEngineCollectibles } from '../db/market/engine-load.ts';
import { insertCatalogueEntries } from '../db/market/insert-catalogue.ts';
import { storeMarketPages } from '../db/market/market-pages.ts';
import { listAwaitedCollectibles, reopenMatchesOf } from '../db/market/moved-kickoffs.ts';
import { listWaitingReadings, markReadingsTaken } from '../db/market/pushed-readings.ts';
import {
  findNewestInstant,
  findNewestReadingId,
  type NewReading,
  notifyReadings,
  type StoredReading,
  type StoredTick,
} from '../db/market/readings.ts';
import { type SourceStatus, updateSourceStatus } from '../db/market/sources.ts';
import { enqueueCurrencyMismatch } from '../db/market/threshold-commands.ts';
import {
  type ClaimedSource,
  claimSource,
  lockSource,
  releaseSource,
} from '../db/market/worker-leases.ts';
import { inTransaction } from '../db/transaction.ts';
import type { EventBus } from '../events/event-bus.ts';
import { type MarketPage, marketPagesOf } from '../market-model/market-page.ts';
import type { CatalogueEntry, Reading, ResumableMarketplace } from '../market-model/marketplace.ts';
import { parseInstant } from '../marketplaces/parse-instant.ts';
import { toReading } from '../marketplaces/pushed-reading.ts';
import { KnownCatalogue } from './known-catalogue.ts';
import type { MarketMetrics } from './market-options.ts';
import { type QueuedReading, ReadingQueue } from './reading-queue.ts';
import { UnchangedTicks } from './unchanged-ticks.ts';
import { type ValidatedReading, validateReading } from './validate-reading.ts';
import { FencingLostError, type Membership } from './worker-membership.ts';

export interface ReaderOptions {
  readonly pool: pg.Pool;
  readonly bus: EventBus;
  readonly source: ResumableMarketplace;
  readonly membership: Membership;
  readonly metrics: MarketMetrics;
  /** Absent = this process's. */
  readonly clock?: DatabaseClock;
  /** A reading has arrived, or the source has ended. */
  readonly onChange: () => void;
}

const purgeEveryMs = 3_600_000;
/** For so long its own currency alone must have come: a market that answers now so, now so closes and opens nothing each time. */
const ownCurrencyForMs = 600_000;
/** Each may have twenty thousand ticks. */
const maxPushed = 10;
/** What another release took and this one cannot read: counted as a bad row. */
const unreadable: PushedReading = { kind: 'changes', ticks: [null] };

export class SourceReader {
  readonly #options: ReaderOptions;
  readonly #fencingToken: number;
  /** After a failed commit it is ahead of the database: the reader must be discarded. */
  readonly #known: KnownCatalogue;
  readonly #unchanged = new UnchangedTicks();
  /** Market pages as this reader has stored them: a crawl says all of them again. */
  readonly #pages = new Map<string, string | null>();
  readonly #queue: ReadingQueue;
  /** Collectibles that came in another currency, and when last, in epoch ms; −∞ = before this reader. */
  readonly #otherCurrencyAtMs: Map<string, number>;
  readonly #stop = new AbortController();
  readonly #producing: Promise<unknown>;
  /** Latest instant of any reading of the source; for one stamped here. */
  #newestMs: number;
  #position: number;
  #newestId: number;
  /** Drained, and not yet committed; a status saved meanwhile must not say that nothing is left. */
  #hasUnstored = false;
  #savedStatus = '';
  #purgedAtMs = Number.NEGATIVE_INFINITY;
  /** The last page was full: the next gap deletes another. */
  #isPurging = false;

  /** @returns null while another worker reads it */
  static async claim(options: ReaderOptions): Promise<SourceReader | null> {
    const { pool, source, membership } = options;
    const claimed = await claimSource(pool, source.name, membership.id);
    if (claimed === null) return null;
    const collectibles = await loadEngineCollectibles(pool, source.name, null);
    source.resume({
      position: claimed.position,
      collectibles: await listStoredCollectibles(pool),
    });
    const known = new KnownCatalogue(collectibles);
    const newestId = await findNewestReadingId(pool, source.name);
    const newestAt = await findNewestInstant(pool, source.name);
    const awaited = await listAwaitedCollectibles(pool, source.name);
    const reader = new SourceReader(options, claimed, known, { newestId, newestAt, awaited });
    await reader.saveStatus();
    return reader;
  }

  private constructor(
    options: ReaderOptions,
    { fencingToken, position }: ClaimedSource,
    known: KnownCatalogue,
    {
      newestId,
      newestAt,
      awaited,
    }: {
      readonly newestId: number;
      readonly newestAt: Date | null;
      readonly awaited: readonly string[];
    },
  ) {
    this.#otherCurrencyAtMs = new Map(awaited.map((id) => [id, Number.NEGATIVE_INFINITY]));
    this.#options = options;
    this.#fencingToken = fencingToken;
    this.#position = position;
    this.#known = known;
    this.#newestId = newestId;
    this.#newestMs = newestAt?.getTime() ?? Number.NEGATIVE_INFINITY;
    this.#queue = new ReadingQueue(options.onChange, options.clock?.now);
    this.#producing = this.#queue.run(options.source, this.#stop.signal);
  }

  /** The source has ended, its queue is empty, and what was in it is stored. */
  get ended(): boolean {
    return this.#queue.ended && !this.#hasUnstored;
  }

  /** What has arrived is stored. */
  get hasStoredAll(): boolean {
    return this.#queue.isEmpty && !this.#hasUnstored;
  }

  /** Id of the last reading stored. */
  get newestId(): number {
    return this.#newestId;
  }

  /** Removes and returns what has arrived. @throws the source's failure, once nothing else is left */
  drain(): QueuedReading[] {
    const drained = this.#queue.drain();
    this.#hasUnstored ||= drained.length > 0;
    return drained;
  }

  /** What programs have pushed, the oldest first; each is taken by the transaction that stores it. */
  async listPushed(): Promise<QueuedReading[]> {
    const waiting = await listWaitingReadings(this.#options.pool, maxPushed);
    return waiting.map(({ id: pushedId, body, ...sender }) => {
      const sent = pushedReading.safeParse(JSON.parse(body)).data ?? unreadable;
      return { reading: toReading(sent, sender).reading, arrivedAt: sender.arrivedAt, pushedId };
    });
  }

  /** Stores readings in one transaction. @throws FencingLostError; after any failure discard this reader */
  async store(arrived: readonly QueuedReading[]): Promise<StoredReading[]> {
    const { pool, bus, metrics, source, membership } = this.#options;
    const pushed = arrived.flatMap(({ pushedId }) => pushedId ?? []);
    const position = this.#position + arrived.length - pushed.length;
    const accepted: NewReading[] = [];
    const wrongCurrency = new Set<string>();
    const ownCurrency = new Set<string>();
    const catalogueEntries: CatalogueEntry[] = [];
    const changedPages: MarketPage[] = [];
    for (const { reading: received, arrivedAt } of arrived) {
      const reading = this.#stamp(received);
      const { newEntries, pages, ...validated } = this.#validate(reading, arrivedAt);
      for (const [reason, times] of validated.rejected)
        metrics.ticksRejected.inc({ reason }, times);
      for (const id of validated.wrongCurrency) {
        wrongCurrency.add(id);
        this.#otherCurrencyAtMs.set(id, arrivedAt.getTime());
      }
      if (validated.accepted === null) continue;
      for (const id of this.#againInOwn(validated.accepted.ticks, arrivedAt)) ownCurrency.add(id);
      const { observedAt, kind } = validated.accepted;
      const isNewest = observedAt.getTime() > this.#newestMs;
      if (isNewest) this.#newestMs = observedAt.getTime();
      const whole = { ticks: validated.accepted.ticks, arrivedAt };
      const changed = this.#unchanged.remove(whole, this.#known.ids, isNewest);
      catalogueEntries.push(...newEntries);
      changedPages.push(...pages);
      const catalogueGrew = newEntries.length > 0;
      accepted.push({ observedAt, kind, ...changed, arrivedAt, catalogueGrew });
    }
    const stored = await inTransaction(pool, async (client) => {
      const isOwner = await lockSource(client, source.name, this.#fencingToken);
      if (!isOwner) throw new FencingLostError(`Another worker reads ${source.name} now.`);
      await insertCatalogueEntries(client, source.name, catalogueEntries);
      await storeMarketPages(client, changedPages);
      const readings = await bus.readings.append(client, source.name, accepted, position);
      await markReadingsTaken(client, pushed);
      await enqueueCurrencyMismatch(client, [...wrongCurrency]);
      await reopenMatchesOf(client, [...ownCurrency]);
      notifyReadings(client, membership.id);
      return readings;
    });
    for (const id of ownCurrency) this.#otherCurrencyAtMs.delete(id);
    for (const { collectibleId, url } of changedPages) this.#pages.set(collectibleId, url);
    this.#position = position;
    this.#hasUnstored = false;
    this.#newestId = stored.at(-1)?.id ?? this.#newestId;
    return stored;
  }

  /** Collectibles that came in another currency, and in their own alone for a while. */
  #againInOwn(ticks: readonly StoredTick[], arrivedAt: Date): string[] {
    if (this.#otherCurrencyAtMs.size === 0) return [];
    const isOver = (atMs = Number.POSITIVE_INFINITY) =>
      arrivedAt.getTime() - atMs >= ownCurrencyForMs;
    return ticks.flatMap(([id, floor]) =>
      // What is said not to be listed has no currency.
      floor !== null && isOver(this.#otherCurrencyAtMs.get(id)) ? [id] : [],
    );
  }

  /** A source whose instants are ours never goes back: no clock that was ever ahead makes its prices late. */
  #stamp(reading: Reading): Reading {
    if (!reading.isStampedHere) return reading;
    const observedAt = parseInstant(reading.observedAt);
    return observedAt === null || observedAt.getTime() > this.#newestMs
      ? reading
      : { ...reading, observedAt: new Date(this.#newestMs + 1).toISOString() };
  }

  /** @returns `newEntries` and `pages`: what is new in the reading's catalogue; nothing when the reading is rejected */
  #validate(
    reading: Reading,
    arrivedAt: Date,
  ): ValidatedReading & { newEntries: readonly CatalogueEntry[]; pages: readonly MarketPage[] } {
    const { supplier = '', catalogue = [] } = reading;
    const newEntries = this.#known.add(catalogue, supplier);
    const currencies = this.#known.currenciesOf(supplier);
    const validated = validateReading(reading, currencies, arrivedAt);
    if (validated.accepted === null) {
      this.#known.remove(newEntries, supplier);
      return { ...validated, newEntries: [], pages: [] };
    }
    const { metrics, source } = this.#options;
    const { pages, rejected } = marketPagesOf(catalogue, source.pageOrigins);
    for (const [reason, times] of rejected) metrics.marketPagesRejected.inc({ reason }, times);
    const changed = pages.filter(
      ({ collectibleId, url }) =>
        currencies.has(collectibleId) && this.#pages.get(collectibleId) !== url,
    );
    return { ...validated, newEntries, pages: changed };
  }

  /** Writes the source's status to the database if it has changed. */
  async saveStatus(): Promise<void> {
    const { pool, source } = this.#options;
    const status: SourceStatus = {
      ended: this.ended,
      expectedEveryMs: source.expectedEveryMs,
      isComplete: source.report?.().isComplete ?? null,
    };
    const text = JSON.stringify(status);
    if (text === this.#savedStatus) return;
    await updateSourceStatus(
      pool,
      { source: source.name, fencingToken: this.#fencingToken },
      status,
    );
    this.#savedStatus = text;
  }

  /** Deletes a page of old readings; once an hour, if the last page was not full. */
  async purge(): Promise<void> {
    const { bus, pool, source } = this.#options;
    if (!this.#isPurging) {
      if (performance.now() - this.#purgedAtMs < purgeEveryMs) return;
      this.#purgedAtMs = performance.now();
      await archiveDataGaps(pool);
    }
    this.#isPurging = await bus.readings.purge(pool, source.name);
  }

  /** Stops reading; the next reader reads again what was not stored. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#queue.wakeSource();
    await this.#producing;
  }

  /** Stops reading and releases the source to another worker. */
  async release(): Promise<void> {
    const { pool, source, membership } = this.#options;
    await this.stop();
    await releaseSource(pool, source.name, membership.id);
  }
}
