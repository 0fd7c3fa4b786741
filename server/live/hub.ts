/**
 * The live stream's one ear per process: hears what was committed (channel `vigia_live`) and tells every reader. The
 * first price of a quiet match is told at once, those of a busy one four times a second; so for those who read every
 * match, taken together. Each match is written down once per turn, however many read it. A reader who cannot keep up,
 * or comes back, is given what it missed in its latest state: nothing is kept for it but the number it got to.
 */
import type { AlertItem } from '#contract/alerts.ts';
import type { PriceUpdate, SourceEvent } from '#contract/live-stream.ts';
import { KeyedThrottle } from './keyed-throttle.ts';
import { LatestPrices, type NumberedPrice } from './latest-prices.ts';
import { type LiveNotification, parseLiveNotification } from './live-notification.ts';
import { RecentAlerts } from './recent-alerts.ts';
import { encodeFrames, frame, priceFrame } from './sse-frames.ts';
import { SubscriberIndex } from './subscriber-index.ts';

/** Where a reader's events go; the hub never waits for it. */
export interface Subscriber {
  readonly uid: string;
  /** null = every match. */
  readonly matches: ReadonlySet<string> | null;
  /** Takes it, or refuses it for want of room and calls `catchUp` when there is some. */
  offer(bytes: Buffer): boolean;
  /** Its account was closed or erased: nothing more is for it. */
  end(): void;
}

export interface HubOptions {
  /** Floors as they stand. */
  readonly snapshot: (matches: null) => Promise<PriceUpdate[]>;
  readonly findAlerts: (
    owned: readonly { readonly id: string; readonly uid: string }[],
  ) => Promise<{ uid: string; item: AlertItem }[]>;
  readonly source: () => SourceEvent | null;
  readonly onFailure: (error: unknown) => void;
}

/** What is known of a reader between two turns. */
interface ClientCursor {
  readonly subscriber: Subscriber;
  /** Everything up to here was told. */
  told: number;
  /** `current` hears each turn; `behind` catches up first; `waiting` needs the floors as they stand. */
  state: 'current' | 'behind' | 'waiting';
  /** There was no room to say how the market is. */
  missedSource: boolean;
}

const restMs = 250;
const retryMs = 1_000;
const alertLimits = { alerts: 10_000, bytes: 8_000_000 };
/** How long after leaving a reader may come back and still find its alerts kept. */
const rememberMs = 120_000;

export class LiveHub {
  readonly #sources: HubOptions;
  readonly #places = new Map<Subscriber, ClientCursor>();
  readonly #perUser = new Map<string, number>();
  readonly #lastSeen = new Map<string, number>();
  readonly #latest = new LatestPrices();
  readonly #alerts = new RecentAlerts(alertLimits);
  readonly #readership = new SubscriberIndex<ClientCursor>();
  /** Turns of matches; null: of those who read every match. */
  readonly #cadence = new KeyedThrottle<string | null>(restMs, (matchId) =>
    this.#takeTurn(matchId),
  );
  /** By match, then by collectible: heard, and told to nobody yet. */
  readonly #waiting = new Map<string, Map<string, PriceUpdate>>();
  /** Told to those who read the match, and not yet to those who read every one. */
  readonly #untold = new LatestPrices();
  #source: SourceEvent | null = null;
  /** The floors as they stood, in `#latest`; null until someone needs them. */
  #floors: Promise<void> | null = null;
  #floorsKnown = false;
  #seq = 0;
  /** Event numbers of another process, or of before a gap in hearing, mean nothing here. */
  #epoch = newEpoch();
  #closed = false;

  constructor(sources: HubOptions) {
    this.#sources = sources;
  }

  /** One NOTIFY payload. */
  onNotification(payload: string): void {
    let notice: LiveNotification;
    try {
      notice = parseLiveNotification(payload);
    } catch (error) {
      this.#sources.onFailure(error);
      return;
    }
    const { prices = [], source, alerts, ended } = notice;
    for (const [collectibleId, matchId, floorCents, observedAt] of prices)
      this.#await({ collectibleId, matchId, floorCents, observedAt });
    if (source) this.#tellSource(source);
    if (ended) this.#end(new Set(ended));
    if (alerts) void this.#tellAlerts(alerts);
  }

  /** Something may have been missed: what every reader knows is replaced whole. */
  async resync(): Promise<void> {
    this.#epoch = newEpoch();
    this.#seq = 0;
    this.#latest.clear();
    this.#untold.clear();
    this.#alerts.clear();
    this.#floors = null;
    this.#floorsKnown = false;
    for (const place of this.#places.values()) Object.assign(place, { told: 0, state: 'waiting' });
    if (this.#places.size > 0) await this.#readFloors();
  }

  /** @param lastEventId what the reader saw last; undefined = it begins now */
  async join(subscriber: Subscriber, lastEventId: string | undefined): Promise<void> {
    const { uid } = subscriber;
    const place: ClientCursor = {
      subscriber,
      told: this.#seq,
      state: 'current',
      missedSource: false,
    };
    this.#places.set(subscriber, place);
    this.#readership.add(place, subscriber.matches);
    this.#perUser.set(uid, this.countOf(uid) + 1);
    this.#lastSeen.set(uid, Number.POSITIVE_INFINITY);
    const source = this.#source ?? this.#sources.source();
    if (lastEventId === undefined) {
      // Numbered, so that one who is cut off before anything else happens resumes here, and misses no alert.
      const data = JSON.stringify(source);
      if (source) subscriber.offer(frame('source', data, this.#epoch, this.#toldToAll()).bytes);
      return;
    }
    if (source) subscriber.offer(sourceBytes(source));
    const told = this.#numberOf(lastEventId);
    place.told = told ?? 0;
    place.state = told === null ? 'waiting' : 'behind';
    if (told === null) await this.#readFloors();
    this.#release(subscriber, place);
  }

  leave(subscriber: Subscriber): void {
    const { uid, matches } = subscriber;
    const place = this.#places.get(subscriber);
    if (place === undefined) return;
    this.#places.delete(subscriber);
    this.#readership.remove(place, matches);
    const left = this.countOf(uid) - 1;
    if (left > 0) {
      this.#perUser.set(uid, left);
      return;
    }
    this.#perUser.delete(uid);
    if (this.#lastSeen.has(uid)) this.#lastSeen.set(uid, Date.now() + rememberMs);
  }

  countOf(uid: string): number {
    return this.#perUser.get(uid) ?? 0;
  }

  get uids(): string[] {
    return [...this.#perUser.keys()];
  }

  /** There is room again: offers what a reader missed, as much as it takes. */
  catchUp(subscriber: Subscriber): void {
    const place = this.#places.get(subscriber);
    if (place?.state !== 'behind') return;
    const { uid, matches } = subscriber;
    const prices = this.#latest.after(place.told, matches);
    const alerts = this.#alerts.after(place.told, uid);
    for (const { bytes, seq } of encodeFrames(prices, alerts, this.#epoch)) {
      if (!subscriber.offer(bytes)) return;
      place.told = seq;
    }
    place.told = this.#seq;
    if (place.missedSource && this.#source && !subscriber.offer(sourceBytes(this.#source))) return;
    place.missedSource = false;
    place.state = 'current';
  }

  /** Tells everybody what waits now. */
  flush(): void {
    for (const matchId of [...this.#waiting.keys()]) {
      this.#tellMatch(matchId);
      this.#cadence.startCooldown(matchId);
    }
    this.#tellWide();
  }

  close(): void {
    this.#closed = true;
    this.#cadence.close();
    this.#places.clear();
  }

  #await(update: PriceUpdate): void {
    const { matchId, collectibleId } = update;
    const waiting = this.#waiting.get(matchId);
    if (waiting === undefined) this.#waiting.set(matchId, new Map([[collectibleId, update]]));
    else waiting.set(collectibleId, update);
    this.#cadence.request(matchId);
  }

  /** Those who read every match are told whatever waits by then, so that nothing waits for two turns. */
  #takeTurn(matchId: string | null): void {
    if (matchId === null) {
      this.flush();
      return;
    }
    this.#tellMatch(matchId);
    if (this.#readership.allMatches.size > 0) this.#cadence.request(null);
  }

  #tellMatch(matchId: string): void {
    const waiting = this.#waiting.get(matchId);
    if (waiting === undefined) return;
    this.#waiting.delete(matchId);
    const prices = Array.from(waiting.values(), this.#number);
    const readers = this.#readership.of(matchId);
    if (readers.size === 0) return;
    const { bytes } = priceFrame(prices, this.#epoch);
    for (const place of readers) this.#offer(place, bytes);
  }

  #tellWide(): void {
    const prices = this.#untold.after(0, null);
    if (prices.length === 0) return;
    this.#untold.clear();
    const frames = [...encodeFrames(prices, [], this.#epoch)];
    const bytes = Buffer.concat(frames.map((each) => each.bytes));
    for (const place of this.#readership.allMatches) this.#offer(place, bytes);
  }

  /** The number up to which nobody waits for a turn. */
  #toldToAll(): number {
    const [waiting] = this.#untold.after(0, null);
    return waiting === undefined ? this.#seq : waiting.seq - 1;
  }

  readonly #number = (update: PriceUpdate): NumberedPrice => {
    this.#seq += 1;
    this.#latest.set(this.#seq, update);
    if (this.#readership.allMatches.size > 0) this.#untold.set(this.#seq, update);
    return { seq: this.#seq, update };
  };

  /** The next thing for a reader that has been told all before it. */
  #offer(place: ClientCursor, bytes: Buffer): void {
    if (place.state !== 'current') return;
    if (place.subscriber.offer(bytes)) {
      place.told = this.#seq;
    } else {
      place.state = 'behind';
      this.catchUp(place.subscriber);
    }
  }

  #tellSource(source: SourceEvent): void {
    this.#source = source;
    const bytes = sourceBytes(source);
    for (const [subscriber, place] of this.#places) {
      if (subscriber.offer(bytes)) continue;
      place.missedSource = true;
      if (place.state === 'current') place.state = 'behind';
    }
  }

  #end(uids: ReadonlySet<string>): void {
    for (const uid of uids) this.#lastSeen.delete(uid);
    for (const subscriber of this.#places.keys()) if (uids.has(subscriber.uid)) subscriber.end();
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
        this.#seq += 1;
        const data = JSON.stringify(item);
        this.#alerts.push({ seq: this.#seq, uid, data });
        this.#tellOwner(uid, frame('alert', data, this.#epoch, this.#seq).bytes);
      }
    } catch (error) {
      this.#sources.onFailure(error);
    }
  }

  #tellOwner(uid: string, bytes: Buffer): void {
    for (const [subscriber, place] of this.#places) {
      if (subscriber.uid !== uid || place.state !== 'current') continue;
      if (subscriber.matches !== null) {
        this.#offer(place, bytes);
      } else {
        // Prices before it may still wait for the next turn of those who read every match.
        place.state = 'behind';
        this.catchUp(subscriber);
      }
    }
  }

  /** Read once for all who wait, and again until it succeeds. */
  #readFloors(): Promise<void> {
    this.#floors ??= this.#addFloors(this.#epoch);
    return this.#floors;
  }

  async #addFloors(epoch: string): Promise<void> {
    try {
      const floors = await this.#sources.snapshot(null);
      if (epoch !== this.#epoch) return;
      // What was heard meanwhile is as new or newer.
      for (const floor of floors) if (!this.#latest.has(floor.collectibleId)) this.#number(floor);
    } catch (error) {
      this.#sources.onFailure(error);
      await new Promise((resolve) => setTimeout(resolve, retryMs));
      if (this.#closed || epoch !== this.#epoch) return;
      return this.#addFloors(epoch);
    }
    this.#floorsKnown = true;
    for (const [subscriber, place] of this.#places) this.#release(subscriber, place);
  }

  /** Those who wait for the floors may catch up once they are known. */
  #release(subscriber: Subscriber, place: ClientCursor): void {
    if (place.state === 'waiting' && this.#floorsKnown) place.state = 'behind';
    this.catchUp(subscriber);
  }

  #numberOf(lastEventId: string): number | null {
    const [epoch, seq] = lastEventId.split('.');
    if (epoch !== this.#epoch || seq === undefined || !/^\d{1,15}$/.test(seq)) return null;
    return Number(seq) > this.#seq ? null : Number(seq);
  }
}

/** Without a number, to those who have one: a reader cut off after it still resumes where it was. */
const sourceBytes = (source: SourceEvent) =>
  Buffer.from(`event: source\ndata: ${JSON.stringify(source)}\n\n`);
const newEpoch = () => crypto.randomUUID().slice(0, 8);
