/**
 * The log of readings with its ticks in a stream of NATS, in messages by shard. A row in PostgreSQL, committed under the
 * source's lease, acknowledges a reading and says where its ticks are: what was published without one is never read, and
 * order, positions and fencing are those of the rows.
 */
import { randomUUID } from 'node:crypto';
import type { StoredMsg } from '@nats-io/jetstream';
import { headers, TimeoutError } from '@nats-io/transport-node';
import { forEachConcurrent } from '../base/concurrency.ts';
import { listShardsOfCollectibles } from '../db/market/catalogue.ts';
import {
  appendReadings,
  findFirstStreamNumber,
  idsSeenBefore,
  listEarlierDeliveries,
  listReadingsAfter,
  type NewReading,
  purgeReadings,
  type StoredReading,
  type StoredTick,
  type StreamReference,
} from '../db/market/readings.ts';
import { findShardCount } from '../db/market/worker-leases.ts';
import type { Database } from '../db/pool.ts';
import { EventBusUnavailableError, type ReadingLog, type ReadingPage } from './event-bus.ts';
import { type NatsSession, requestTimeoutMs, subjectToken } from './nats-session.ts';

export interface MessageLimits {
  /** A server takes a megabyte, unless it is told otherwise. */
  readonly messageBytes: number;
  readonly ticks: number;
}

const defaultLimits: MessageLimits = { messageBytes: 500_000, ticks: 5_000 };
/** Published before the database is asked something, lest it end the transaction as idle. */
const windowBytes = 4_000_000;
const maxConcurrentReads = 32;
const batchHeader = 'Vigia-Batch';

/** Readings of one batch, by place, with ticks of one shard. */
type Parts = readonly (readonly [place: number, ticks: readonly StoredTick[]])[];

interface Message {
  readonly shard: number;
  readonly places: readonly number[];
  readonly text: string;
}

export class NatsReadingLog implements ReadingLog {
  readonly #session: NatsSession;
  readonly #onFailure: (error: unknown) => void;
  readonly #limits: MessageLimits;
  /** By collectible: a match leaves its shard only when their number is raised. */
  readonly #shards = new Map<string, number>();
  #shardCount = 0;

  constructor(
    session: NatsSession,
    onFailure: (error: unknown) => void,
    limits: MessageLimits = defaultLimits,
  ) {
    this.#session = session;
    this.#onFailure = onFailure;
    this.#limits = limits;
  }

  async append(
    db: Database,
    source: string,
    readings: readonly NewReading[],
    position: number,
  ): Promise<StoredReading[]> {
    await this.#findShards(db, readings);
    const batch = randomUUID();
    const shards = readings.map((): Record<string, number[]> => ({}));
    const bytes = readings.map(() => 0);
    let published = 0;
    for (const window of windowsOf(this.#pack(readings))) {
      if (published > 0) await db.query('select');
      published += window.length;
      await Promise.all(
        window.map(async (message) => {
          const number = await this.#publish(source, batch, message);
          for (const place of message.places) {
            const numbers = shards[place];
            if (numbers !== undefined)
              numbers[message.shard] = [...(numbers[message.shard] ?? []), number];
            bytes[place] = (bytes[place] ?? 0) + message.text.length / message.places.length;
          }
        }),
      );
    }
    const references = readings.map(
      (_, place): StreamReference => ({
        batch,
        place,
        bytes: Math.ceil(bytes[place] ?? 0),
        shardCount: this.#shardCount,
        shards: shards[place] ?? {},
      }),
    );
    return appendReadings(db, source, readings, position, references);
  }

  async listAfter(db: Database, source: string, page: ReadingPage): Promise<StoredReading[]> {
    const rows = await listReadingsAfter(db, source, page);
    const references = rows.flatMap(({ stream }) => (stream === null ? [] : [stream]));
    const read = await this.#read(references, page.shards);
    return rows.map(({ stream, ...reading }) =>
      stream === null ? reading : { ...reading, ticks: read(stream) },
    );
  }

  async listEarlierDeliveredIds(
    db: Database,
    source: string,
    reading: StoredReading,
    shards: readonly number[],
  ): Promise<Set<string>> {
    const rows = await listEarlierDeliveries(db, source, reading);
    const read = await this.#read(
      rows.flatMap(({ stream }) => (stream === null ? [] : [stream])),
      shards,
    );
    const earlier = rows.map(({ stream, ...row }) =>
      stream === null ? row : { ...row, ticks: read(stream) },
    );
    return idsSeenBefore(reading, earlier);
  }

  async purge(db: Database, source: string): Promise<boolean> {
    if (await purgeReadings(db, source)) return true;
    const seq = await findFirstStreamNumber(db, source);
    // With 1 the server would purge everything.
    if (seq === null || seq <= 1) return false;
    const filter = `${this.#session.prefix}.readings.${subjectToken(source)}.*`;
    const { jetstream } = this.#session.openOrThrow;
    await this.#request(() => jetstream.streams.purge(this.#session.stream, { filter, seq }));
    return false;
  }

  /**
   * Collectibles that the transaction itself has inserted are found, too. It owns the source, so that the number of shards
   * stays until its commit.
   */
  async #findShards(db: Database, readings: readonly NewReading[]): Promise<void> {
    const count = await findShardCount(db);
    if (count !== this.#shardCount) this.#shards.clear();
    this.#shardCount = count;
    const unknown = new Set<string>();
    for (const { ticks } of readings)
      for (const [id] of ticks) if (!this.#shards.has(id)) unknown.add(id);
    if (unknown.size === 0) return;
    for (const { id, shard } of await listShardsOfCollectibles(db, [...unknown]))
      this.#shards.set(id, shard);
  }

  /** Messages of one shard each, in the order of the readings. */
  *#pack(readings: readonly NewReading[]): Generator<Message> {
    const open = new Map<number, { texts: string[]; places: Set<number>; bytes: number }>();
    const close = (shard: number): Message | null => {
      const message = open.get(shard);
      open.delete(shard);
      return message === undefined
        ? null
        : { shard, places: [...message.places], text: `[${message.texts.join(',')}]` };
    };
    for (const [place, { ticks }] of readings.entries()) {
      for (const [shard, ofShard] of Map.groupBy(ticks, ([id]) => this.#shards.get(id) ?? 0)) {
        for (let from = 0; from < ofShard.length; from += this.#limits.ticks) {
          const slice = ofShard.slice(from, from + this.#limits.ticks);
          const text = JSON.stringify([place, slice]);
          const size = Buffer.byteLength(text) + 1;
          if ((open.get(shard)?.bytes ?? 0) + size > this.#limits.messageBytes) {
            const full = close(shard);
            if (full !== null) yield full;
          }
          const message = open.get(shard) ?? { texts: [], places: new Set<number>(), bytes: 0 };
          message.texts.push(text);
          message.places.add(place);
          message.bytes += size;
          open.set(shard, message);
        }
      }
    }
    for (const shard of [...open.keys()]) {
      const last = close(shard);
      if (last !== null) yield last;
    }
  }

  async #publish(source: string, batch: string, { shard, text }: Message): Promise<number> {
    const { jetstream } = this.#session.openOrThrow;
    const named = headers();
    named.set(batchHeader, batch);
    const { seq } = await this.#request(() =>
      jetstream
        .jetstream()
        .publish(`${this.#session.prefix}.readings.${subjectToken(source)}.${shard}`, text, {
          headers: named,
          timeout: requestTimeoutMs,
          // What a lost acknowledgement leaves behind is never referred to.
          retries: 0,
        }),
    );
    return seq;
  }

  /** Reads each message once. @returns what gives a reading's ticks of these shards */
  async #read(references: readonly StreamReference[], shards: readonly number[]) {
    const wanted = new Map<number, string>();
    for (const reference of references)
      for (const number of messagesOf(reference, shards)) wanted.set(number, reference.batch);
    const found = new Map<number, Parts>();
    await forEachConcurrent(maxConcurrentReads, [...wanted], async ([number, batch]) => {
      found.set(number, await this.#find(number, batch));
    });
    return (reference: StreamReference): StoredTick[] =>
      messagesOf(reference, shards).flatMap((number) =>
        (found.get(number) ?? []).flatMap((part) => (part[0] === reference.place ? part[1] : [])),
      );
  }

  /**
   * What NATS does not have any more is counted, and read as nothing: a market that stood still for it would lose more. The
   * next prices are those of the next reading.
   */
  async #find(number: number, batch: string): Promise<Parts> {
    const { jetstream } = this.#session.openOrThrow;
    const { stream } = this.#session;
    const query = { seq: number };
    const isOurs = (message: StoredMsg | null) => message?.header?.get(batchHeader) === batch;
    let message = await this.#request(() => jetstream.direct.getMessage(stream, query));
    // A replica may be behind the leader.
    if (!isOurs(message))
      message = await this.#request(() => jetstream.streams.getMessage(stream, query));
    if (message !== null && isOurs(message)) return message.json<Parts>();
    this.#session.metrics.readingsLost.inc();
    this.#onFailure(new Error(`message ${number} of the stream of readings is lost`));
    return [];
  }

  /** @throws EventBusUnavailableError */
  async #request<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      // The stream itself may be gone: it is made again with the next connection.
      if (!(error instanceof TimeoutError)) this.#session.reopen();
      throw new EventBusUnavailableError('NATS did not answer.', { cause: error });
    }
  }
}

/** Numbers of the messages with the ticks of these shards: of those they have been split from, if the reading is older. */
function messagesOf(
  { shardCount, shards: numbers }: StreamReference,
  shards: readonly number[],
): number[] {
  const stored = new Set(shards.map((shard) => shard % shardCount));
  return [...stored].flatMap((shard) => numbers[shard] ?? []);
}

function* windowsOf(messages: Iterable<Message>): Generator<Message[]> {
  let window: Message[] = [];
  let bytes = 0;
  for (const message of messages) {
    window.push(message);
    bytes += message.text.length;
    if (bytes < windowBytes) continue;
    yield window;
    window = [];
    bytes = 0;
  }
  if (window.length > 0) yield window;
}
