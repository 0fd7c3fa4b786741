/**
 * The live stream's one ear per process: hears what was committed (channel `vigia_live`), keeps the latest floor per
 * collectible, and tells every reader four times a second.
 */
import * as z from 'zod/mini';
import type { AlertItem } from '#contract/alerts.ts';
import { type PriceUpdate, type SourceEvent, sourceEvent } from '#contract/live-stream.ts';
import { type LiveEvent, type Reader, Ring } from './ring.ts';

/** Where a reader's text goes; the hub never waits for it. */
export interface Subscriber extends Reader {
  send(text: string): void;
  /** Its account was closed or erased: nothing more is for it. */
  end(): void;
}

export interface HubSources {
  /** Floors of the asked matches as they stand; null = all. */
  readonly snapshot: (matches: ReadonlySet<string> | null) => Promise<PriceUpdate[]>;
  readonly findAlerts: (
    owned: readonly { readonly id: string; readonly uid: string }[],
  ) => Promise<{ uid: string; item: AlertItem }[]>;
  readonly source: () => SourceEvent | null;
  readonly onFailure: (error: unknown) => void;
}

const flushMs = 250;
const ringLimits = { events: 1_000, bytes: 8_000_000 };
/** How long after leaving a reader may come back and still find its alerts kept. */
const rememberMs = 120_000;

const notice = z.object({
  prices: z.optional(
    z.array(z.tuple([z.string(), z.string(), z.nullable(z.number()), z.string()])),
  ),
  alerts: z.optional(z.array(z.tuple([z.string(), z.string()]))),
  source: z.optional(sourceEvent),
  ended: z.optional(z.array(z.string())),
});

const frame = (event: string, data: string, id: string) =>
  `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`;

export class LiveHub {
  readonly #sources: HubSources;
  readonly #ring = new Ring(ringLimits);
  readonly #subscribers = new Set<Subscriber>();
  readonly #lastSeen = new Map<string, number>();
  #waiting = new Map<string, PriceUpdate>();
  #timer: NodeJS.Timeout | null = null;
  #seq = 0;
  #source: SourceEvent | null = null;
  /** Event numbers of another process, or of before a gap in hearing, mean nothing here. */
  #epoch = newEpoch();

  constructor(sources: HubSources) {
    this.#sources = sources;
  }

  /** One NOTIFY payload. */
  hear(payload: string): void {
    const read = notice.safeParse(parseJson(payload));
    if (!read.success) {
      this.#sources.onFailure(read.error);
      return;
    }
    for (const [collectibleId, matchId, floorCents, observedAt] of read.data.prices ?? [])
      this.#waiting.set(collectibleId, { collectibleId, matchId, floorCents, observedAt });
    if (this.#waiting.size > 0) this.#timer ??= setTimeout(() => this.flush(), flushMs);
    if (read.data.source) this.#tellSource(read.data.source);
    if (read.data.ended) this.#end(new Set(read.data.ended));
    if (read.data.alerts) void this.#tellAlerts(read.data.alerts);
  }

  /** Something may have been missed: what every reader knows is replaced whole. */
  async resync(): Promise<void> {
    this.#epoch = newEpoch();
    this.#seq = 0;
    await Promise.all([...this.#subscribers].map((subscriber) => this.#sendSnapshot(subscriber)));
  }

  /** @param lastEventId what the reader saw last; undefined = it begins now */
  async join(subscriber: Subscriber, lastEventId: string | undefined): Promise<void> {
    this.#subscribers.add(subscriber);
    this.#lastSeen.set(subscriber.uid, Number.POSITIVE_INFINITY);
    const source = this.#source ?? this.#sources.source();
    if (source) subscriber.send(frame('source', JSON.stringify(source), this.#id()));
    if (lastEventId === undefined) return;
    const missed = this.#missedSince(lastEventId);
    if (missed === null) return this.#sendSnapshot(subscriber);
    for (const event of missed) this.#send(subscriber, event);
  }

  leave(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
    if (this.countOf(subscriber.uid) === 0)
      this.#lastSeen.set(subscriber.uid, Date.now() + rememberMs);
  }

  countOf(uid: string): number {
    let count = 0;
    for (const subscriber of this.#subscribers) if (subscriber.uid === uid) count += 1;
    return count;
  }

  get uids(): string[] {
    return [...new Set([...this.#subscribers].map(({ uid }) => uid))];
  }

  /** Tells what waits now. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#waiting.size === 0) return;
    const items = [...this.#waiting.values()];
    this.#waiting = new Map();
    // Each match is serialised once, however many readers ask for it.
    const textOf = new Map<string, string>();
    for (const [matchId, group] of Map.groupBy(items, (item) => item.matchId))
      textOf.set(matchId, group.map((item) => JSON.stringify(item)).join(','));
    const everything = [...textOf.values()].join(',');
    this.#tell(everything.length, 'prices', ({ matches }) => {
      if (matches === null) return `{"items":[${everything}]}`;
      const texts = [...textOf].filter(([matchId]) => matches.has(matchId));
      if (texts.length === 0) return null;
      return `{"items":[${texts.map(([, text]) => text).join(',')}]}`;
    });
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#subscribers.clear();
  }

  #tell(bytes: number, name: string, dataFor: (reader: Reader) => string | null): void {
    this.#seq += 1;
    const id = this.#id();
    const event: LiveEvent = {
      seq: this.#seq,
      bytes: bytes + 100,
      textFor: (reader) => {
        const data = dataFor(reader);
        return data === null ? null : frame(name, data, id);
      },
    };
    this.#ring.push(event);
    for (const subscriber of this.#subscribers) this.#send(subscriber, event);
  }

  #tellSource(source: SourceEvent): void {
    const changed = this.#source?.state !== source.state;
    this.#source = source;
    const data = JSON.stringify(source);
    if (changed) {
      this.#tell(data.length, 'source', () => data);
      return;
    }
    // Ordinary readings are told, not remembered.
    for (const subscriber of this.#subscribers) subscriber.send(frame('source', data, this.#id()));
  }

  #end(uids: ReadonlySet<string>): void {
    for (const subscriber of this.#subscribers) if (uids.has(subscriber.uid)) subscriber.end();
  }

  async #tellAlerts(alerts: readonly [string, string][]): Promise<void> {
    const now = Date.now();
    for (const [uid, until] of this.#lastSeen) if (until < now) this.#lastSeen.delete(uid);
    const wanted = alerts
      .map(([id, uid]) => ({ id, uid }))
      .filter(({ uid }) => this.#lastSeen.has(uid));
    if (wanted.length === 0) return;
    try {
      for (const { uid, item } of await this.#sources.findAlerts(wanted)) {
        const data = JSON.stringify(item);
        this.#tell(data.length, 'alert', (reader) => (reader.uid === uid ? data : null));
      }
    } catch (error) {
      this.#sources.onFailure(error);
    }
  }

  async #sendSnapshot(subscriber: Subscriber): Promise<void> {
    const id = this.#id();
    try {
      const items = await this.#sources.snapshot(subscriber.matches);
      subscriber.send(frame('prices', JSON.stringify({ items }), id));
    } catch (error) {
      this.#sources.onFailure(error);
    }
  }

  #send(subscriber: Subscriber, event: LiveEvent): void {
    const text = event.textFor(subscriber);
    if (text !== null) subscriber.send(text);
  }

  #missedSince(lastEventId: string): readonly LiveEvent[] | null {
    const [epoch, seq] = lastEventId.split('.');
    if (epoch !== this.#epoch || seq === undefined || !/^\d{1,15}$/.test(seq)) return null;
    return this.#ring.after(Number(seq), this.#seq);
  }

  #id(): string {
    return `${this.#epoch}.${this.#seq}`;
  }
}

const newEpoch = () => crypto.randomUUID().slice(0, 8);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
