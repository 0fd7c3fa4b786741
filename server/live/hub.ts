/**
 * Fan-out of committed prices and alerts (NOTIFY channel `vigia_live`), and of the source's state, to this process's SSE clients.
 *
 * Prices are throttled per match (leading and trailing edge), and once more for clients of every match; a frame is
 * encoded once for all its clients. A price or alert gets its sequence number just before it is first sent; the SSE id
 * is `epoch.seq`. The invariant: a client that has seen id n has been sent everything numbered up to n that is for it,
 * because it will send n back as Last-Event-ID and get only what is newer. Hence events reach a client in order of
 * seq, and one whose buffer is full gets no newer frame first: it falls `behind` and is resent what it missed, the
 * latest price of each collectible and its alerts. No per-client queue: its cursor is all the hub stores.
 */
import type { AlertItem } from '#contract/alerts.ts';
import type { PriceUpdate, SourceEvent } from '#contract/live-stream.ts';
import { RecentIds } from '../base/recent-ids.ts';
import type { PayloadOptions } from '../events/event-bus.ts';
import { type LiveNotification, parseLiveNotification } from '../events/live-notification.ts';
import { FrameLog } from './frame-log.ts';
import { KeyedThrottle } from './keyed-throttle.ts';
import { LatestPrices, type NumberedPrice } from './latest-prices.ts';
import { RecentAlerts } from './recent-alerts.ts';
import { encodeFrames, frame, priceFrame } from './sse-frames.ts';
import { SubscriberIndex } from './subscriber-index.ts';
import { TimeSlicedQueue } from './time-sliced-queue.ts';

/** One SSE client as the hub sees it. Sending never blocks. */
export interface Subscriber {
  readonly uid: string;
  /** Its client's own name for it, among the streams of its user. */
  readonly id?: string | undefined;
  /** The key it was opened with, if not a session. */
  readonly keyId?: string | undefined;
  /** Of which prices are sent at first; null = every match. */
  readonly matches: ReadonlySet<string> | null;
  /**
   * @param mayWait a moment, for what follows
   * @returns false when its buffer is full: the bytes are dropped, and it calls `onDrained` later
   */
  tryWrite(bytes: Buffer, mayWait?: boolean): boolean;
  /** Ends the stream: its account was closed or erased, or its key revoked. */
  end(): void;
}

export interface HubOptions {
  /** Current floors of the whole market. */
  readonly snapshot: (matches: null) => Promise<PriceUpdate[]>;
  readonly findAlerts: (
    owned: readonly { readonly id: string; readonly uid: string }[],
  ) => Promise<{ uid: string; item: AlertItem }[]>;
  readonly source: () => SourceEvent | null;
  /** A first client wants the prices of a match, or a last one has left. null = the clients of every match */
  readonly onInterest?: (matchId: string | null, isWanted: boolean) => void;
  /** Everything of a reading has arrived, for these shards. */
  readonly onApplied?: (source: string, readingId: number, shards: readonly number[]) => void;
  readonly onFailure: (error: unknown) => void;
}

/** How far one client has got. */
interface ClientCursor {
  readonly subscriber: Subscriber;
  /** null = every match. */
  matches: ReadonlySet<string> | null;
  /** Everything for this client up to this number has been sent. */
  lastSentSeq: number;
  /** `current`: gets frames as they are sent; `behind`: first gets what it missed; `noSnapshot`: needs all floors. */
  state: 'current' | 'behind' | 'noSnapshot';
  /** Its buffer was full when the source's state changed. */
  missedSource: boolean;
}

const throttleMs = 250;
/** A reading seldom changes two of so few: their prices are sent at once. */
const fewMatches = 5;
const snapshotRetryMs = 1_000;
/** How long clients are resent what they missed before the event loop turns. */
const resendSliceMs = 20;
const alertLimits = { alerts: 10_000, bytes: 8_000_000 };
/** For how long after a user's last stream closes alerts are still numbered for them, so that they can resume. */
const alertRetentionMs = 120_000;

export class LiveHub {
  readonly #options: HubOptions;
  readonly #cursors = new Map<Subscriber, ClientCursor>();
  readonly #cursorsByUid = new Map<string, Set<ClientCursor>>();
  readonly #alertsRetainedUntilMs = new Map<string, number>();
  readonly #latestPrices = new LatestPrices();
  readonly #recentAlerts = new RecentAlerts(alertLimits);
  /** Of alerts sent, or being loaded in order to be sent. */
  readonly #alertIds = new RecentIds(alertLimits.alerts);
  readonly #cursorIndex = new SubscriberIndex<ClientCursor>((matchId, isWanted) =>
    this.#options.onInterest?.(matchId, isWanted),
  );
  /** Keys are match ids; null = the clients of every match, taken together. */
  readonly #throttle = new KeyedThrottle<string | null>(throttleMs, (matchId) =>
    this.#runThrottled(matchId),
  );
  /** Clients to be resent what they missed: many at once, after a large change or a restart, take turns. */
  readonly #resends = new TimeSlicedQueue<Subscriber>(resendSliceMs, (subscriber) =>
    this.#resumeWithSnapshot(subscriber),
  );
  /** Prices received and not yet numbered, by match and collectible: a newer one replaces an older one. */
  readonly #pendingByMatch = new Map<string, Map<string, PriceUpdate>>();
  /** Numbered and sent to the clients of their match, but not yet to the clients of every match. */
  readonly #unsentToAllMatches = new LatestPrices();
  /** What `#unsentToAllMatches` was sent as. */
  readonly #frameLog = new FrameLog();
  #source: SourceEvent | null = null;
  /** The one load of all floors into `#latestPrices`, shared by the clients that need it; null before the first. */
  #snapshotLoad: Promise<void> | null = null;
  #snapshotLoaded = false;
  #seq = 0;
  /** Changes with the process and at every resync: numbers of another epoch cannot be resumed from. */
  #epoch = newEpoch();
  #closed = false;

  constructor(options: HubOptions) {
    this.#options = options;
  }

  /** Handles one NOTIFY payload; a malformed one is reported and ignored. */
  onNotification(payload: string, { marketOnly }: PayloadOptions = { marketOnly: false }): void {
    let notification: LiveNotification;
    try {
      notification = parseLiveNotification(payload);
    } catch (error) {
      this.#options.onFailure(error);
      return;
    }
    const { prices = [], alerts, applied, ended, revokedKeys } = notification;
    for (const [collectibleId, matchId, floorCents, observedAt] of prices)
      this.#queuePrice({ collectibleId, matchId, floorCents, observedAt });
    if (ended && !marketOnly) this.#endStreams(new Set(ended));
    if (revokedKeys && !marketOnly) this.#endStreamsOfKeys(new Set(revokedKeys));
    if (alerts) void this.#sendAlerts(alerts);
    if (applied) this.#options.onApplied?.(...applied);
  }

  /** To every client, whatever its matches. */
  sendSource(source: SourceEvent): void {
    this.#source = source;
    const bytes = sourceBytes(source);
    for (const [subscriber, cursor] of this.#cursors) {
      // With what else comes, in slices: it is for every client at once.
      if (subscriber.tryWrite(bytes, true)) continue;
      cursor.missedSource = true;
      if (cursor.state === 'current') cursor.state = 'behind';
    }
  }

  /** Prices and alerts found in the tables, which may have been sent already. */
  async sendMissed(
    prices: readonly PriceUpdate[],
    alerts: readonly { readonly id: string; readonly uid: string }[],
  ): Promise<void> {
    for (const price of prices) this.#queuePrice(price);
    await this.#sendAlerts(alerts.map(({ id, uid }) => [id, uid]));
  }

  /** Notifications may have been lost (LISTEN reconnected): starts a new epoch and resends every client all floors. */
  async resync(): Promise<void> {
    this.#epoch = newEpoch();
    this.#seq = 0;
    this.#latestPrices.clear();
    this.#unsentToAllMatches.clear();
    this.#recentAlerts.clear();
    this.#frameLog.clear(0);
    this.#snapshotLoad = null;
    this.#snapshotLoaded = false;
    for (const cursor of this.#cursors.values()) {
      cursor.lastSentSeq = 0;
      cursor.state = 'noSnapshot';
    }
    if (this.#cursors.size > 0) await this.#loadSnapshot();
  }

  /** @param lastEventId the client's Last-Event-ID; undefined = it connects first and has just loaded all by HTTP */
  async join(subscriber: Subscriber, lastEventId: string | undefined): Promise<void> {
    const { uid, matches } = subscriber;
    const cursor: ClientCursor = {
      subscriber,
      matches,
      lastSentSeq: matches === null ? this.#lastSeqSentToAll() : this.#seq,
      state: 'current',
      missedSource: false,
    };
    this.#cursors.set(subscriber, cursor);
    // Without clients of every match their frames are not made: the log would have a gap.
    if (matches === null && this.#cursorIndex.allMatches.size === 0)
      this.#frameLog.clear(this.#seq);
    this.#cursorIndex.add(cursor, matches);
    const ofUser = this.#cursorsByUid.get(uid);
    if (ofUser === undefined) this.#cursorsByUid.set(uid, new Set([cursor]));
    else ofUser.add(cursor);
    this.#alertsRetainedUntilMs.set(uid, Number.POSITIVE_INFINITY);
    const source = this.#source ?? this.#options.source();
    if (lastEventId === undefined) {
      // With an id, so that a client cut off before its next event can resume from here and miss no alert.
      const [event, data] = source ? ['source', source] : ['prices', { items: [] }];
      const seq = this.#lastSeqSentToAll();
      subscriber.tryWrite(frame(event, JSON.stringify(data), this.#epoch, seq).bytes);
      return;
    }
    if (source) subscriber.tryWrite(sourceBytes(source));
    const lastSentSeq = this.#parseSeq(lastEventId);
    cursor.lastSentSeq = lastSentSeq ?? 0;
    cursor.state = lastSentSeq === null ? 'noSnapshot' : 'behind';
    if (lastSentSeq === null) await this.#loadSnapshot();
    this.#resumeWithSnapshot(subscriber);
  }

  /** Idempotent. */
  leave(subscriber: Subscriber): void {
    const { uid } = subscriber;
    const cursor = this.#cursors.get(subscriber);
    if (cursor === undefined) return;
    this.#cursors.delete(subscriber);
    this.#cursorIndex.remove(cursor, cursor.matches);
    this.#cursorsByUid.get(uid)?.delete(cursor);
    if (this.streamCount(uid) > 0) return;
    this.#cursorsByUid.delete(uid);
    if (this.#alertsRetainedUntilMs.has(uid))
      this.#alertsRetainedUntilMs.set(uid, Date.now() + alertRetentionMs);
  }

  /**
   * Sends a client the prices of these matches from now on. Those that the added ones have already are not sent: the caller
   * reads them afterwards, so that none falls between.
   * @returns false when the user has no such stream here
   */
  changeMatches(uid: string, streamId: string, matches: ReadonlySet<string>): boolean {
    const cursor = this.#findCursor(uid, streamId);
    if (cursor === undefined) return false;
    const previous = cursor.matches;
    cursor.matches = matches;
    this.#cursorIndex.move(cursor, previous, matches);
    if (cursor.state !== 'current') return true;
    if (previous !== null) {
      // It has been sent everything numbered: older prices of the added matches would be sent twice.
      cursor.lastSentSeq = this.#seq;
      return true;
    }
    // What is numbered and not yet sent to the clients of every match does not reach it with them any more.
    cursor.state = 'behind';
    this.resendMissed(cursor.subscriber);
    return true;
  }

  /** Ends a stream that its client has replaced, and counts it no more. */
  replace(uid: string, streamId: string): void {
    const subscriber = this.#findCursor(uid, streamId)?.subscriber;
    if (subscriber === undefined) return;
    this.leave(subscriber);
    subscriber.end();
  }

  /** How many streams a user has open. */
  streamCount(uid: string): number {
    return this.#cursorsByUid.get(uid)?.size ?? 0;
  }

  /** Users with an open stream. */
  get uids(): string[] {
    return [...this.#cursorsByUid.keys()];
  }

  /** Users whose alerts are numbered: those with an open stream, or one closed a short while ago. */
  get alertUids(): string[] {
    return [...this.#alertsRetainedUntilMs.keys()];
  }

  /** A client whose buffer was full has room again. */
  onDrained(subscriber: Subscriber): void {
    this.#resends.add(subscriber);
  }

  /** Sends a client that is behind what it missed, in order of seq, until its buffer is full again. */
  resendMissed(subscriber: Subscriber): void {
    const cursor = this.#cursors.get(subscriber);
    if (cursor?.state !== 'behind') return;
    if (!(this.#sharesFrames(cursor) ? this.#resendShared(cursor) : this.#resendOwn(cursor)))
      return;
    if (cursor.missedSource && this.#source && !subscriber.tryWrite(sourceBytes(this.#source)))
      return;
    cursor.missedSource = false;
    cursor.state = 'current';
  }

  /** It lacks only what all clients of every match are sent, and no alert of its user in between. */
  #sharesFrames({ subscriber, matches, lastSentSeq }: ClientCursor): boolean {
    return matches === null && !this.#recentAlerts.has(lastSentSeq, subscriber.uid);
  }

  /** What all clients of every match have been sent; the rest comes with the next frames. @returns false when the buffer is full */
  #resendShared(cursor: ClientCursor): boolean {
    const { subscriber } = cursor;
    if (!this.#frameLog.reaches(cursor.lastSentSeq))
      this.#frameLog.replace([...encodeFrames(this.#latestPrices.after(0, null), [], this.#epoch)]);
    for (
      let next = this.#frameLog.next(cursor.lastSentSeq);
      next !== undefined;
      next = this.#frameLog.next(cursor.lastSentSeq)
    ) {
      if (!subscriber.tryWrite(next.bytes)) return false;
      cursor.lastSentSeq = next.seq;
    }
    return true;
  }

  /** Encoded for this client alone. @returns false when the buffer is full */
  #resendOwn(cursor: ClientCursor): boolean {
    const { matches } = cursor;
    const { uid } = cursor.subscriber;
    const isAfterShared = matches === null && cursor.lastSentSeq >= this.#lastSeqSentToAll();
    const prices = (isAfterShared ? this.#unsentToAllMatches : this.#latestPrices).after(
      cursor.lastSentSeq,
      matches,
    );
    const alerts = this.#recentAlerts.after(cursor.lastSentSeq, uid);
    for (const { bytes, seq } of encodeFrames(prices, alerts, this.#epoch)) {
      if (!cursor.subscriber.tryWrite(bytes)) return false;
      cursor.lastSentSeq = seq;
    }
    cursor.lastSentSeq = this.#seq;
    return true;
  }

  /** Sends all pending prices now, and restarts their throttles. */
  flush(): void {
    for (const matchId of [...this.#pendingByMatch.keys()]) {
      this.#sendMatch(matchId);
      this.#throttle.startCooldown(matchId);
    }
    this.#sendAllMatches();
  }

  close(): void {
    this.#closed = true;
    this.#throttle.close();
    this.#resends.close();
    this.#cursors.clear();
  }

  #findCursor(uid: string, streamId: string): ClientCursor | undefined {
    for (const cursor of this.#cursorsByUid.get(uid) ?? [])
      if (cursor.subscriber.id === streamId) return cursor;
    return undefined;
  }

  #queuePrice(update: PriceUpdate): void {
    const { matchId, collectibleId } = update;
    const pending = this.#pendingByMatch.get(matchId);
    const known = pending?.get(collectibleId) ?? this.#latestPrices.find(collectibleId);
    // Processes send after their commits: the last price of a shard's previous owner may arrive after one of the next.
    if (known !== undefined && isOlderOrSame(update, known)) return;
    if (pending === undefined)
      this.#pendingByMatch.set(matchId, new Map([[collectibleId, update]]));
    else pending.set(collectibleId, update);
    this.#throttle.request(matchId);
  }

  /** The clients of every match get all pending prices at once: none waits for two throttle intervals. */
  #runThrottled(matchId: string | null): void {
    if (matchId === null) {
      this.flush();
      return;
    }
    this.#sendMatch(matchId);
    if (this.#cursorIndex.allMatches.size > 0) this.#throttle.request(null);
  }

  #sendMatch(matchId: string): void {
    const pending = this.#pendingByMatch.get(matchId);
    if (pending === undefined) return;
    this.#pendingByMatch.delete(matchId);
    const prices = Array.from(pending.values(), this.#assignSeq);
    const cursors = this.#cursorIndex.forMatch(matchId);
    if (cursors.size === 0) return;
    const { bytes } = priceFrame(prices, this.#epoch);
    for (const cursor of cursors)
      this.#sendIfCurrent(cursor, bytes, { mayWait: (cursor.matches?.size ?? 0) > fewMatches });
  }

  #sendAllMatches(): void {
    const prices = this.#unsentToAllMatches.after(0, null);
    if (prices.length === 0) return;
    this.#unsentToAllMatches.clear();
    const frames = [...encodeFrames(prices, [], this.#epoch)];
    for (const each of frames) this.#frameLog.append(each);
    for (const cursor of this.#cursorIndex.allMatches) {
      for (const { bytes, seq } of frames) this.#sendIfCurrent(cursor, bytes, { seq });
    }
  }

  /** The highest number up to which every current client has been sent all prices. */
  #lastSeqSentToAll(): number {
    const [first] = this.#unsentToAllMatches.after(0, null);
    return first === undefined ? this.#seq : first.seq - 1;
  }

  readonly #assignSeq = (update: PriceUpdate): NumberedPrice => {
    this.#seq += 1;
    this.#latestPrices.set(this.#seq, update);
    if (this.#cursorIndex.allMatches.size > 0) this.#unsentToAllMatches.set(this.#seq, update);
    return { seq: this.#seq, update };
  };

  /**
   * Sends a frame that holds everything after `lastSentSeq` up to `seq`; a client that is behind gets it with what it missed.
   */
  #sendIfCurrent(
    cursor: ClientCursor,
    bytes: Buffer,
    { seq = this.#seq, mayWait = false }: { seq?: number; mayWait?: boolean } = {},
  ): void {
    if (cursor.state !== 'current' || cursor.lastSentSeq >= seq) return;
    if (cursor.subscriber.tryWrite(bytes, mayWait)) {
      cursor.lastSentSeq = seq;
    } else {
      cursor.state = 'behind';
      this.resendMissed(cursor.subscriber);
    }
  }

  #endStreams(uids: ReadonlySet<string>): void {
    for (const uid of uids) this.#alertsRetainedUntilMs.delete(uid);
    for (const subscriber of this.#cursors.keys()) if (uids.has(subscriber.uid)) subscriber.end();
  }

  #endStreamsOfKeys(ids: ReadonlySet<string>): void {
    for (const { subscriber } of this.#cursors.values())
      if (subscriber.keyId !== undefined && ids.has(subscriber.keyId)) subscriber.end();
  }

  /** Each alert once, though notified and found. */
  async #sendAlerts(alerts: readonly [string, string][]): Promise<void> {
    const nowMs = Date.now();
    for (const [uid, untilMs] of this.#alertsRetainedUntilMs)
      if (untilMs < nowMs) this.#alertsRetainedUntilMs.delete(uid);
    const retained = alerts
      .map(([id, uid]) => ({ id, uid }))
      .filter(({ id, uid }) => this.#alertsRetainedUntilMs.has(uid) && !this.#alertIds.has(id));
    if (retained.length === 0) return;
    for (const { id } of retained) this.#alertIds.add(id);
    try {
      for (const { uid, item } of await this.#options.findAlerts(retained)) {
        this.#seq += 1;
        const data = JSON.stringify(item);
        this.#recentAlerts.push({ seq: this.#seq, uid, data });
        this.#sendToOwner(uid, frame('alert', data, this.#epoch, this.#seq).bytes);
      }
    } catch (error) {
      for (const { id } of retained) this.#alertIds.delete(id);
      this.#options.onFailure(error);
    }
  }

  #sendToOwner(uid: string, bytes: Buffer): void {
    for (const cursor of this.#cursorsByUid.get(uid) ?? []) {
      if (cursor.state !== 'current') continue;
      if (cursor.matches !== null) {
        this.#sendIfCurrent(cursor, bytes);
      } else {
        // Prices with lower numbers may still be unsent to the clients of every match: they must go out first.
        cursor.state = 'behind';
        this.resendMissed(cursor.subscriber);
      }
    }
  }

  /** One load shared by all clients that need it; retried until it succeeds. */
  #loadSnapshot(): Promise<void> {
    this.#snapshotLoad ??= this.#fetchSnapshot(this.#epoch);
    return this.#snapshotLoad;
  }

  async #fetchSnapshot(epoch: string): Promise<void> {
    try {
      const floors = await this.#options.snapshot(null);
      if (epoch !== this.#epoch) return;
      // A price received during the query is as new or newer.
      for (const floor of floors)
        if (this.#latestPrices.find(floor.collectibleId) === undefined) this.#assignSeq(floor);
    } catch (error) {
      this.#options.onFailure(error);
      await new Promise((resolve) => setTimeout(resolve, snapshotRetryMs));
      if (this.#closed || epoch !== this.#epoch) return;
      return this.#fetchSnapshot(epoch);
    }
    this.#snapshotLoaded = true;
    this.#sendAllMatches();
    for (const subscriber of this.#cursors.keys()) this.#resends.add(subscriber);
  }

  /** Once the floors are loaded, a client that lacked them is merely behind. */
  #resumeWithSnapshot(subscriber: Subscriber): void {
    const cursor = this.#cursors.get(subscriber);
    if (cursor?.state === 'noSnapshot' && this.#snapshotLoaded) cursor.state = 'behind';
    this.resendMissed(subscriber);
  }

  /** @returns null for an id of another epoch or none of ours: everything is resent */
  #parseSeq(lastEventId: string): number | null {
    const [epoch, seq] = lastEventId.split('.');
    if (epoch !== this.#epoch || seq === undefined || !/^\d{1,15}$/.test(seq)) return null;
    return Number(seq) > this.#seq ? null : Number(seq);
  }
}

/** ISO instants in UTC with milliseconds: their order is that of their text. */
const isOlderOrSame = (update: PriceUpdate, known: PriceUpdate) =>
  update.observedAt < known.observedAt ||
  (update.observedAt === known.observedAt && update.floorCents === known.floorCents);
/** Sent without an SSE id, so that the client's Last-Event-ID does not move. */
const sourceBytes = (source: SourceEvent) =>
  Buffer.from(`event: source\ndata: ${JSON.stringify(source)}\n\n`);
const newEpoch = () => crypto.randomUUID().slice(0, 8);
