/** The one worker that reads the source: acknowledges whole readings, durably, before anything is evaluated. */
import type pg from 'pg';
import { readCollectibles } from '../db/market/engine-load.ts';
import { insertCatalogueEntries } from '../db/market/insert-catalogue.ts';
import {
  appendReadings,
  type NewReading,
  notifyReadings,
  purgeReadings,
  readNewestReading,
  type StoredReading,
} from '../db/market/readings.ts';
import {
  readResumedCollectibles,
  type SourceStatus,
  updateSourceStatus,
} from '../db/market/sources.ts';
import {
  lockSource,
  releaseSource,
  type TakenSource,
  takeSource,
} from '../db/market/worker-leases.ts';
import { enqueueCurrencyMismatch } from '../db/market/worker-thresholds.ts';
import { inTransaction } from '../db/transaction.ts';
import type { CatalogueEntry, Reading, ResumableMarketplace } from '../market-model/marketplace.ts';
import type { PlaybackController } from '../marketplaces/playback.ts';
import type { MarketMetrics } from './market-options.ts';
import { type QueuedReading, ReadingQueue } from './reading-queue.ts';
import { type ValidatedReading, validateReading } from './validate-reading.ts';
import { FencingLost, type Membership } from './worker-membership.ts';

export interface ReaderOptions {
  readonly pool: pg.Pool;
  readonly source: ResumableMarketplace;
  readonly pacer: PlaybackController;
  readonly membership: Membership;
  readonly metrics: MarketMetrics;
  /** Something arrived, or nothing more will. */
  readonly onNews: () => void;
}

const purgeEveryMs = 3_600_000;
/** A source that renames its listings at every crawl must not fill the database: beyond this newcomers stay unknown. */
const mostCollectibles = 200_000;

export class SourceReader {
  readonly #options: ReaderOptions;
  readonly #fencing: number;
  /** Of every collectible known. After a failed commit it is ahead of the database: the reader is then given up. */
  readonly #currencies: Map<string, string>;
  readonly #intake: ReadingQueue;
  readonly #stop = new AbortController();
  readonly #producing: Promise<void>;
  #position: number;
  #newest: number;
  #published = '';
  #purgedAt = 0;

  /** @returns null while another worker reads it */
  static async take(options: ReaderOptions): Promise<SourceReader | null> {
    const { pool, source, membership } = options;
    const taken = await takeSource(pool, source.name, membership.id);
    if (taken === null) return null;
    const collectibles = await readCollectibles(pool, source.name, null);
    source.resume({
      position: taken.position,
      collectibles: await readResumedCollectibles(pool),
    });
    const currencies = new Map(collectibles.map((item) => [item.id, item.currency]));
    const newest = await readNewestReading(pool, source.name);
    const reader = new SourceReader(options, taken, currencies, newest);
    await reader.publish();
    return reader;
  }

  private constructor(
    options: ReaderOptions,
    { fencing, position }: TakenSource,
    currencies: Map<string, string>,
    newest: number,
  ) {
    this.#options = options;
    this.#fencing = fencing;
    this.#position = position;
    this.#currencies = currencies;
    this.#newest = newest;
    this.#intake = new ReadingQueue(options.onNews);
    this.#producing = this.#intake.run(options.source, this.#stop.signal);
  }

  /** The source has nothing more, and all of it is acknowledged. */
  get ended(): boolean {
    return this.#intake.ended;
  }

  /** The last reading acknowledged. */
  get newest(): number {
    return this.#newest;
  }

  /** What has arrived. @throws what made the source fail, once nothing else is left */
  takeAll(): QueuedReading[] {
    return this.#intake.drain();
  }

  /** @throws FencingLost; after any failure where the source stands must be asked of the database */
  async store(arrived: readonly QueuedReading[]): Promise<StoredReading[]> {
    const { pool, metrics, source, membership } = this.#options;
    const position = this.#position + arrived.length;
    const accepted: NewReading[] = [];
    const foreign = new Set<string>();
    const newcomers: CatalogueEntry[] = [];
    for (const { reading, arrivedAt } of arrived) {
      const { fresh, ...checked } = this.#check(reading, arrivedAt);
      for (const [reason, times] of checked.rejected) metrics.ticksRejected.inc({ reason }, times);
      for (const id of checked.wrongCurrency) foreign.add(id);
      if (checked.accepted === null) continue;
      newcomers.push(...fresh);
      accepted.push({ ...checked.accepted, arrivedAt, catalogueGrew: fresh.length > 0 });
    }
    const stored = await inTransaction(pool, async (client) => {
      const held = await lockSource(client, source.name, this.#fencing);
      if (!held) throw new FencingLost(`Another worker reads ${source.name} now.`);
      await insertCatalogueEntries(client, source.name, newcomers);
      const readings = await appendReadings(client, source.name, accepted, position);
      await enqueueCurrencyMismatch(client, [...foreign]);
      await notifyReadings(client, membership.id);
      return readings;
    });
    this.#position = position;
    this.#newest = stored.at(-1)?.id ?? this.#newest;
    return stored;
  }

  /** @returns `fresh`: of what it brings to the catalogue, that which nobody knew; none where nothing of it is accepted */
  #check(
    reading: Reading,
    arrivedAt: Date,
  ): ValidatedReading & { fresh: readonly CatalogueEntry[] } {
    const fresh = this.#unknownOf(reading.catalogue ?? []);
    const found = fresh.flatMap(({ collectibles }) => collectibles);
    for (const { id, currency } of found) this.#currencies.set(id, currency);
    const checked = validateReading(reading, this.#currencies, arrivedAt);
    if (checked.accepted !== null) return { ...checked, fresh };
    for (const { id } of found) this.#currencies.delete(id);
    return { ...checked, fresh: [] };
  }

  #unknownOf(entries: readonly CatalogueEntry[]): CatalogueEntry[] {
    let room = mostCollectibles - this.#currencies.size;
    return entries.flatMap(({ match, collectibles }) => {
      const unknown = collectibles.filter(({ id }) => !this.#currencies.has(id) && room-- > 0);
      return unknown.length === 0 ? [] : [{ match, collectibles: unknown }];
    });
  }

  /** Tells every process how the source goes; costs nothing while it goes as before. */
  async publish(): Promise<void> {
    const { pool, source, pacer } = this.#options;
    const news: SourceStatus = {
      pace: pacer.pace,
      ended: this.ended,
      expectedEveryMs: source.expectedEveryMs,
    };
    const text = JSON.stringify(news);
    if (text === this.#published) return;
    await updateSourceStatus(pool, { source: source.name, fencing: this.#fencing }, news);
    this.#published = text;
  }

  async purge(): Promise<void> {
    if (Date.now() - this.#purgedAt < purgeEveryMs) return;
    this.#purgedAt = Date.now();
    await purgeReadings(this.#options.pool, this.#options.source.name);
  }

  /** Stops reading; what had arrived and was not acknowledged is read again by the next one. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#intake.release();
    await this.#producing;
  }

  /** Lets another worker try. */
  async release(): Promise<void> {
    const { pool, source, membership } = this.#options;
    await this.stop();
    await releaseSource(pool, source.name, membership.id);
  }
}
