/**
 * What workers and API processes tell each other of the market: the log of readings, and prices and alerts for the live
 * stream. Two implementations, PostgreSQL (the default) and NATS with JetStream, meet one contract
 * (`event-bus.contract.ts`). Which readings count, how far each shard has got, and who may write is PostgreSQL's with
 * both: an alert is stored in the transaction that moves its shard, hence once.
 */
import type { InsertedAlert } from '../db/market/reading-writes.ts';
import type { NewReading, StoredReading } from '../db/market/readings.ts';
import type { Database } from '../db/pool.ts';

/** The log cannot be read or written now: nothing is lost, and nothing in memory is wrong. */
export class EventBusUnavailableError extends Error {}

export interface ReadingLog {
  /**
   * Stores readings durably, all or none, with the transaction. Call after the source's lease was asserted in it.
   * @param position readings taken from the source, these included
   * @throws EventBusUnavailableError within some seconds, or the database's error
   */
  append(
    db: Database,
    source: string,
    readings: readonly NewReading[],
    position: number,
  ): Promise<StoredReading[]>;
  /**
   * The next readings after an id, in order, with the ticks of these shards at least; one in any case, further ones as
   * `limit` and `maxBytes` (stored) allow.
   * @throws EventBusUnavailableError within some seconds, or the database's error
   */
  listAfter(db: Database, source: string, page: ReadingPage): Promise<StoredReading[]>;
  /**
   * Collectibles of the reading and of these shards that earlier readings of the same instant have seen, and perhaps others.
   * @throws EventBusUnavailableError within some seconds, or the database's error
   */
  listEarlierDeliveredIds(
    db: Database,
    source: string,
    reading: StoredReading,
    shards: readonly number[],
  ): Promise<Set<string>>;
  /**
   * Deletes a page of the readings older than a week that every shard has applied.
   * @returns whether there may be more
   * @throws as `listAfter`
   */
  purge(db: Database, source: string): Promise<boolean>;
}

export interface ReadingPage {
  readonly id: number;
  readonly shards: readonly number[];
  readonly limit: number;
  readonly maxBytes: number;
}

export interface PublishedFloor {
  readonly collectibleId: string;
  readonly matchId: string;
  readonly floorCents: number | null;
}

export interface MarketEvents {
  /** Floors that changed at one instant. */
  readonly prices?: { readonly changes: readonly PublishedFloor[]; readonly observedAt: Date };
  readonly alerts?: readonly InsertedAlert[];
  /** The reading that these events complete, for these shards. */
  readonly applied?: AppliedReadingEvent;
}

export interface AppliedReadingEvent {
  readonly source: string;
  readonly readingId: number;
  readonly shards: readonly number[];
}

export interface LiveEvents {
  /**
   * Sends events to who subscribes, once what was written with `db` is committed, in the order of the commits of this
   * process. Does not wait, and fails silently: what does not arrive is found in the tables (server/live/missed-events.ts).
   * @param db the client of `inTransaction`, or a pool
   */
  publish(db: Database, events: MarketEvents): void;
  /** @returns at once; the first connection calls `onConnect` */
  subscribe(subscriber: LiveSubscriber): LiveSubscription;
}

export interface PayloadOptions {
  /** It came over NATS: what it says of accounts and keys is not believed, which PostgreSQL alone tells. */
  readonly marketOnly: boolean;
}

export interface LiveSubscriber {
  /** A live notification, as `parseLiveNotification` reads it. */
  readonly onPayload: (payload: string, options?: PayloadOptions) => void;
  /** After every connection, the first included: what was published before may be lost. */
  readonly onConnect: () => void;
  /** Prices of these matches arrive from now on; what was published before is lost. null = every match */
  readonly onWatched: (matches: ReadonlySet<string> | null) => void;
  readonly onFailure: (error: unknown) => void;
}

export interface LiveSubscription {
  /**
   * Prices of a match are wanted: where they do not arrive already, `onWatched` says from when on. Others may arrive too.
   * @param matchId null = every match
   */
  watch(matchId: string | null): void;
  /** Ends what `watch` began. */
  unwatch(matchId: string | null): void;
  close(): Promise<void>;
}

export interface EventBus {
  readonly readings: ReadingLog;
  readonly live: LiveEvents;
  /** Whether it can be read and written now; the database has a check of its own. */
  isAvailable(): boolean;
  /** Takes at most some seconds, whatever the other side does. */
  close(): Promise<void>;
}
