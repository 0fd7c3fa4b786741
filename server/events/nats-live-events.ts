/** Live events over NATS: prices by subject of their match, everything else on one subject; accounts stay with NOTIFY. */
import { type ListenerMetrics, startListener } from '../db/pg-listener.ts';
import { afterCommit } from '../db/wake-ups.ts';
import type { LiveEvents, LiveSubscriber, LiveSubscription, MarketEvents } from './event-bus.ts';
import { alertPayloads, appliedPayload, pricePayloads } from './live-notification.ts';
import { type NatsSession, type OpenSession, subjectToken } from './nats-session.ts';

export interface AccountListener {
  readonly databaseSessionUrl: string;
  readonly metrics: ListenerMetrics;
}

export const createNatsLiveEvents = (
  session: NatsSession,
  accounts: AccountListener,
): LiveEvents => ({
  publish: (db, events) => afterCommit(db, () => publish(session, events)),
  subscribe: (subscriber) => new Subscription(session, accounts, subscriber),
});

const eventsSubject = ({ prefix }: NatsSession) => `${prefix}.events`;
const pricesSubject = ({ prefix }: NatsSession, matchId: string | null) =>
  `${prefix}.prices.${matchId === null ? '*' : subjectToken(matchId)}`;

/** One connection: a server passes on what it gets from it in this order, so that what completes a reading comes last. */
function publish(session: NatsSession, { prices, alerts = [], applied }: MarketEvents): void {
  const connection = session.open?.connection;
  if (connection === undefined || connection.isClosed()) return;
  for (const [matchId, changes] of Map.groupBy(prices?.changes ?? [], (one) => one.matchId))
    for (const payload of pricePayloads(changes, prices?.observedAt ?? new Date()))
      connection.publish(pricesSubject(session, matchId), payload);
  const others = [...alertPayloads(alerts), ...(applied ? [appliedPayload(applied)] : [])];
  for (const payload of others) connection.publish(eventsSubject(session), payload);
}

class Subscription implements LiveSubscription {
  readonly #session: NatsSession;
  readonly #subscriber: LiveSubscriber;
  readonly #listener: { close(): Promise<void> };
  readonly #stopOpening: () => void;
  /** null = every match, which then has the one subscription. */
  readonly #wanted = new Set<string | null>();
  readonly #open = new Map<string | null, { unsubscribe(): void }>();
  /** Subscribed, and not yet acknowledged by the server. */
  #unconfirmed = new Set<string | null>();
  #connected: OpenSession | null = null;

  constructor(session: NatsSession, accounts: AccountListener, subscriber: LiveSubscriber) {
    this.#session = session;
    this.#subscriber = subscriber;
    this.#listener = startListener({
      ...accounts,
      channel: 'vigia_live',
      onPayload: subscriber.onPayload,
      // Closed accounts and revoked keys are looked for every 30 s.
      onConnect() {},
      onFailure: subscriber.onFailure,
    });
    this.#stopOpening = session.onOpen((opened) => void this.#start(opened));
  }

  watch(matchId: string | null): void {
    this.#wanted.add(matchId);
    if (matchId !== null && this.#wanted.has(null)) return;
    this.#subscribe(matchId);
    if (matchId === null)
      for (const one of [...this.#open.keys()]) if (one !== null) this.#end(one);
  }

  unwatch(matchId: string | null): void {
    this.#wanted.delete(matchId);
    if (matchId === null) for (const one of this.#wanted) this.#subscribe(one);
    this.#end(matchId);
  }

  async close(): Promise<void> {
    this.#stopOpening();
    for (const one of [...this.#open.keys()]) this.#end(one);
    await this.#listener.close();
  }

  /** On a new connection nothing is subscribed yet. */
  async #start(opened: OpenSession): Promise<void> {
    this.#connected = opened;
    this.#open.clear();
    this.#unconfirmed.clear();
    this.#receive(opened, eventsSubject(this.#session));
    for (const one of this.#wanted.has(null) ? [null] : this.#wanted) this.#subscribe(one);
    try {
      await opened.connection.flush();
    } catch {
      // The session reports it, and opens the next one.
      return;
    }
    this.#subscriber.onConnect();
  }

  #subscribe(matchId: string | null): void {
    const opened = this.#connected;
    if (opened === null || opened.connection.isClosed() || this.#open.has(matchId)) return;
    this.#open.set(matchId, this.#receive(opened, pricesSubject(this.#session, matchId)));
    if (this.#unconfirmed.size === 0) setImmediate(() => void this.#confirm(opened));
    this.#unconfirmed.add(matchId);
  }

  /** All of one turn of the event loop together. */
  async #confirm(opened: OpenSession): Promise<void> {
    const matches = this.#unconfirmed;
    this.#unconfirmed = new Set();
    try {
      await opened.connection.flush();
    } catch {
      return;
    }
    const named = [...matches].filter((matchId) => matchId !== null);
    this.#subscriber.onWatched(matches.has(null) ? null : new Set(named));
  }

  #end(matchId: string | null): void {
    this.#open.get(matchId)?.unsubscribe();
    this.#open.delete(matchId);
  }

  #receive({ connection }: OpenSession, subject: string): { unsubscribe(): void } {
    return connection.subscribe(subject, {
      callback: (error, message) => {
        if (error) this.#subscriber.onFailure(error);
        else this.#subscriber.onPayload(message.string(), { marketOnly: true });
      },
    });
  }
}
