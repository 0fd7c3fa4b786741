/** Reads the source, in one worker at a time: stores whole readings durably before anything is evaluated. */
import type pg from 'pg';
import type { DatabaseClock } from '../db/database-clock.ts';
import { listStoredCollectibles } from '../db/market/catalogue.ts';
import { archiveDataGaps } from '../db/market/data-gaps.ts';
import { loadEngineCollectibles } from '../db/market/engine-load.ts';
import { insertCatalogueEntries } from '../db/market/insert-catalogue.ts';
import { storeMarketPages } from '../db/market/market-pages.ts';
import {
  findNewestInstant,
  findNewestReadingId,
  type NewReading,
  notifyReadings,
  type StoredReading,
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
import type { MarketPage } from '../market-model/market-page.ts';
import type { CatalogueEntry, Reading, ResumableMarketplace } from '../market-model/marketplace.ts';
import { parseInstant } from '../marketplaces/parse-instant.ts';
import type { PlaybackController } from '../marketplaces/playback.ts';
import type { MarketMetrics } from './market-options.ts';
import { MarketPageChanges } from './market-page-changes.ts';
import { type QueuedReading, ReadingQueue } from './reading-queue.ts';
import { UnchangedTicks } from './unchanged-ticks.ts';
import { type ValidatedReading, validateReading } from './validate-reading.ts';
import { FencingLostError, type Membership } from './worker-membership.ts';

export interface ReaderOptions {
  readonly pool: pg.Pool;
  readonly bus: EventBus;
  readonly source: ResumableMarketplace;
  readonly playback: PlaybackController;
  readonly membership: Membership;
  readonly metrics: MarketMetrics;
  /** Absent = this process's. */
  readonly clock?: DatabaseClock;
  /** A reading has arrived, or the source has ended. */
  readonly onChange: () => void;
}

const purgeEveryMs = 3_600_000;
/** Beyond this new collectibles stay unknown: a source that renames its listings must not fill the database. */
const maxCollectibles = 200_000;

export class SourceReader {
  readonly #options: ReaderOptions;
  readonly #fencingToken: number;
  /** Currency by collectible. After a failed commit it is ahead of the database: the reader must be discarded. */
  readonly #currencies: Map<string, string>;
  /** What the source last said of each match, as JSON; like the currencies, ahead of the database after a failure. */
  readonly #matches = new Map<string, string>();
  readonly #pages: MarketPageChanges;
  readonly #unchanged = new UnchangedTicks();
  readonly #queue: ReadingQueue;
  readonly #stop = new AbortController();
  readonly #producing: Promise<void>;
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
    const currencies = new Map(collectibles.map((item) => [item.id, item.currency]));
    const newestId = await findNewestReadingId(pool, source.name);
    const newestAt = await findNewestInstant(pool, source.name);
    const reader = new SourceReader(options, claimed, currencies, { newestId, newestAt });
    await reader.saveStatus();
    return reader;
  }

  private constructor(
    options: ReaderOptions,
    { fencingToken, position }: ClaimedSource,
    currencies: Map<string, string>,
    { newestId, newestAt }: { readonly newestId: number; readonly newestAt: Date | null },
  ) {
    this.#options = options;
    this.#fencingToken = fencingToken;
    this.#position = position;
    this.#currencies = currencies;
    this.#newestId = newestId;
    this.#newestMs = newestAt?.getTime() ?? Number.NEGATIVE_INFINITY;
    const { clock, metrics, source } = options;
    this.#pages = new MarketPageChanges(source.pageOrigins, (reason, times) =>
      metrics.marketPagesRejected.inc({ reason }, times),
    );
    this.#queue = new ReadingQueue(options.onChange, clock?.now);
    this.#producing = this.#queue.run(options.source, this.#stop.signal);
  }

  /** The source has ended, its queue is empty, and what was in it is stored. */
  get ended(): boolean {
    return this.#queue.ended && !this.#hasUnstored;
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

  /** Stores readings in one transaction. @throws FencingLostError; after any failure discard this reader */
  async store(arrived: readonly QueuedReading[]): Promise<StoredReading[]> {
    const { pool, bus, metrics, source, membership } = this.#options;
    const position = this.#position + arrived.length;
    const accepted: NewReading[] = [];
    const wrongCurrency = new Set<string>();
    const catalogueEntries: CatalogueEntry[] = [];
    const changedPages: MarketPage[] = [];
    for (const { reading: received, arrivedAt } of arrived) {
      const reading = this.#stamp(received);
      const { newEntries, pages, ...validated } = this.#validate(reading, arrivedAt);
      for (const [reason, times] of validated.rejected)
        metrics.ticksRejected.inc({ reason }, times);
      for (const id of validated.wrongCurrency) wrongCurrency.add(id);
      if (validated.accepted === null) continue;
      const { observedAt, kind } = validated.accepted;
      const isNewest = observedAt.getTime() > this.#newestMs;
      if (isNewest) this.#newestMs = observedAt.getTime();
      const whole = { ticks: validated.accepted.ticks, arrivedAt };
      const changed = this.#unchanged.remove(whole, this.#currencies, isNewest);
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
      await enqueueCurrencyMismatch(client, [...wrongCurrency]);
      notifyReadings(client, membership.id);
      return readings;
    });
    this.#position = position;
    this.#hasUnstored = false;
    this.#newestId = stored.at(-1)?.id ?? this.#newestId;
    return stored;
  }

  /** A source whose instants are ours never goes back: no clock that was ever ahead makes its prices late. */
  #stamp(reading: Reading): Reading {
    if (!this.#options.source.isStampedHere) return reading;
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
    const newEntries = this.#newEntriesOf(reading.catalogue ?? []);
    const found = newEntries.flatMap(({ collectibles }) => collectibles);
    for (const { id, currency } of found) this.#currencies.set(id, currency);
    const isKnown = (id: string) => this.#currencies.has(id);
    const pages = this.#pages.take(reading.catalogue ?? [], isKnown);
    const validated = validateReading(
      reading,
      this.#currencies,
      arrivedAt,
      this.#options.source.isStampedHere,
    );
    if (validated.accepted !== null) return { ...validated, newEntries, pages };
    for (const { id } of found) this.#currencies.delete(id);
    for (const { match } of newEntries) this.#matches.delete(match.id);
    this.#pages.release(pages);
    return { ...validated, newEntries: [], pages: [] };
  }

  /** Entries whose match is new or described otherwise, or that have new collectibles; with these alone. */
  #newEntriesOf(entries: readonly CatalogueEntry[]): CatalogueEntry[] {
    let remaining = maxCollectibles - this.#currencies.size;
    return entries.flatMap(({ match, collectibles }) => {
      const unknown = collectibles.filter(({ id }) => !this.#currencies.has(id) && remaining-- > 0);
      const described = JSON.stringify(match);
      const isKnown = this.#matches.get(match.id) === described;
      this.#matches.set(match.id, described);
      return unknown.length === 0 && isKnown ? [] : [{ match, collectibles: unknown }];
    });
  }

  /** Writes the source's status to the database if it has changed. */
  async saveStatus(): Promise<void> {
    const { pool, source, playback } = this.#options;
    const status: SourceStatus = {
      playback: playback.settings,
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
    this.#queue.wakeProducer();
    await this.#producing;
  }

  /** Stops reading and releases the source to another worker. */
  async release(): Promise<void> {
    const { pool, source, membership } = this.#options;
    await this.stop();
    await releaseSource(pool, source.name, membership.id);
  }
}
