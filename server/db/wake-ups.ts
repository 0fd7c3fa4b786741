/**
 * NOTIFY to other processes, after the commit: PostgreSQL takes one lock of the whole cluster from a transaction's NOTIFY
 * until its commit is durable, so that committing would be one after the other. A wake-up says only that there is
 * something new: a channel gets at most one per process and 50 ms. A message says what: all are sent, in order, those that
 * wait in one statement. One that is lost (the process dies after the commit) costs a delay: who listens polls too, workers
 * and the live stream every second, checks and deliveries every ten.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from './pool.ts';

type WakeUpChannel =
  | 'vigia_threshold_commands'
  | 'vigia_readings'
  | 'vigia_checks'
  | 'vigia_deliveries';

type MessageChannel = 'vigia_live' | 'vigia_user_erased';

interface Message {
  readonly channel: MessageChannel;
  readonly payload: string;
}

export interface WakeUps {
  /** Channel to payload: the last one counts. */
  readonly byChannel: Map<WakeUpChannel, string>;
  readonly messages: Message[];
  readonly callbacks: (() => void)[];
}

const intervalMs = 50;
/** While the database takes none; older ones are dropped. */
const maxWaitingMessages = 10_000;
/** Waits for no disk and no standby, so that the lock is held for as long as it takes to append to the queue. */
const notWaiting = `set_config('synchronous_commit', 'off', true)`;

/** Of the transactions under way, by their connection. */
const collected = new WeakMap<object, WakeUps>();
const senders = new WeakMap<object, NotificationSender>();

/** Until the transaction has ended, wake-ups on this connection are kept in the result. */
export function collectWakeUps(client: object): WakeUps {
  const wakeUps: WakeUps = { byChannel: new Map(), messages: [], callbacks: [] };
  collected.set(client, wakeUps);
  return wakeUps;
}

export const stopCollectingWakeUps = (client: object): boolean => collected.delete(client);

/**
 * Wakes who listens to the channel, once what was written with `db` is committed.
 * @param db the client of `inTransaction`, or a pool, whose statements commit by themselves; nobody knows when another
 *   connection commits, so it wakes nobody
 */
export function wakeUp(db: Database, channel: WakeUpChannel, payload = ''): void {
  const ofTransaction = collected.get(db);
  if (ofTransaction !== undefined) ofTransaction.byChannel.set(channel, payload);
  else if ('totalCount' in db) senderOf(db).wakeUp(channel, payload);
}

/** Sends messages to who listens to the channel, once what was written with `db` is committed. @param db as for `wakeUp` */
export function sendMessages(
  db: Database,
  channel: MessageChannel,
  payloads: readonly string[],
): void {
  const messages = payloads.map((payload) => ({ channel, payload }));
  const ofTransaction = collected.get(db);
  if (ofTransaction !== undefined) ofTransaction.messages.push(...messages);
  else if ('totalCount' in db) senderOf(db).send(messages);
}

/** Calls back once what was written with `db` is committed, in the order of the commits. @param db as for `wakeUp` */
export function afterCommit(db: Database, callback: () => void): void {
  const ofTransaction = collected.get(db);
  if (ofTransaction !== undefined) ofTransaction.callbacks.push(callback);
  else if ('totalCount' in db) callback();
}

/** Does not wait, and fails silently: see above. */
export function sendWakeUps(pool: Database, { byChannel, messages, callbacks }: WakeUps): void {
  for (const callback of callbacks) callback();
  if (messages.length > 0) senderOf(pool).send(messages);
  for (const [channel, payload] of byChannel) senderOf(pool).wakeUp(channel, payload);
}

/** Resolves when no message of this pool waits any more. */
export async function messagesSent(pool: Database): Promise<void> {
  await senders.get(pool)?.sent;
}

/**
 * A notification at once, outside any transaction, on whatever connection.
 * @throws the database's error
 */
export async function notifyNow(db: Database, channel: string, payload = ''): Promise<void> {
  await db.query(`select pg_notify($1, $2), ${notWaiting}`, [channel, payload]);
}

function senderOf(pool: Database): NotificationSender {
  let sender = senders.get(pool);
  if (sender === undefined) {
    sender = new NotificationSender(pool);
    senders.set(pool, sender);
  }
  return sender;
}

class NotificationSender {
  readonly #pool: Database;
  readonly #pending = new Map<WakeUpChannel, string>();
  /** Channels that got a notification less than the interval ago. */
  readonly #resting = new Set<WakeUpChannel>();
  #messages: Message[] = [];
  /** Resolves when no message waits. */
  sent: Promise<void> = Promise.resolve();
  #isSending = false;

  constructor(pool: Database) {
    this.#pool = pool;
  }

  wakeUp(channel: WakeUpChannel, payload: string): void {
    this.#pending.set(channel, payload);
    if (!this.#resting.has(channel)) void this.#sendPending(channel);
  }

  send(messages: readonly Message[]): void {
    this.#messages.push(...messages);
    const excess = this.#messages.length - maxWaitingMessages;
    if (excess > 0) this.#messages.splice(0, excess);
    if (!this.#isSending) this.sent = this.#sendMessages();
  }

  /** One statement at a time: the order is that of the commits, and what comes meanwhile shares the next one. */
  async #sendMessages(): Promise<void> {
    this.#isSending = true;
    while (this.#messages.length > 0) {
      const batch = this.#messages;
      this.#messages = [];
      try {
        await this.#pool.query(
          `select pg_notify(channel, payload), ${notWaiting}
             from unnest($1::text[], $2::text[]) as message (channel, payload)`,
          [batch.map(({ channel }) => channel), batch.map(({ payload }) => payload)],
        );
      } catch {
        // Polling covers it; the pool reports its own failures.
      }
    }
    this.#isSending = false;
  }

  async #sendPending(channel: WakeUpChannel): Promise<void> {
    this.#resting.add(channel);
    for (;;) {
      const payload = this.#pending.get(channel);
      if (payload === undefined) break;
      this.#pending.delete(channel);
      await Promise.all([
        // Polling covers a failure; the pool reports its own.
        notifyNow(this.#pool, channel, payload).catch(() => {}),
        delay(intervalMs, undefined, { ref: false }),
      ]);
    }
    this.#resting.delete(channel);
  }
}
