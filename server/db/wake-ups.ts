/**
 * Wake-ups of other processes by NOTIFY, after the commit: PostgreSQL takes one lock of the whole cluster from a
 * transaction's NOTIFY until its commit is durable, so that committing would be one after the other. A channel gets at most
 * one notification per process and 50 ms. One that is lost (the process dies after the commit) costs a delay: who listens
 * polls too, workers and projections every second, checks, mails and channels every ten.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from './pool.ts';

type WakeUpChannel =
  | 'vigia_threshold_commands'
  | 'vigia_readings'
  | 'vigia_checks'
  | 'vigia_outbox'
  | 'vigia_channels'
  | 'vigia_projections';

/** Channel to payload: the last one counts. */
export type WakeUps = Map<WakeUpChannel, string>;

const intervalMs = 50;

/** Of the transactions under way, by their connection. */
const collected = new WeakMap<object, WakeUps>();
const senders = new WeakMap<object, WakeUpSender>();

/** Until the transaction has ended, wake-ups on this connection are kept in the result. */
export function collectWakeUps(client: object): WakeUps {
  const wakeUps: WakeUps = new Map();
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
  if (ofTransaction !== undefined) ofTransaction.set(channel, payload);
  else if ('totalCount' in db) sendWakeUps(db, new Map([[channel, payload]]));
}

/** Does not wait, and fails silently: see above. */
export function sendWakeUps(pool: Database, wakeUps: WakeUps): void {
  if (wakeUps.size === 0) return;
  let sender = senders.get(pool);
  if (sender === undefined) {
    sender = new WakeUpSender(pool);
    senders.set(pool, sender);
  }
  for (const [channel, payload] of wakeUps) sender.send(channel, payload);
}

class WakeUpSender {
  readonly #pool: Database;
  readonly #pending: WakeUps = new Map();
  /** Channels that got a notification less than the interval ago. */
  readonly #resting = new Set<WakeUpChannel>();

  constructor(pool: Database) {
    this.#pool = pool;
  }

  send(channel: WakeUpChannel, payload: string): void {
    this.#pending.set(channel, payload);
    if (!this.#resting.has(channel)) void this.#sendPending(channel);
  }

  async #sendPending(channel: WakeUpChannel): Promise<void> {
    this.#resting.add(channel);
    for (;;) {
      const payload = this.#pending.get(channel);
      if (payload === undefined) break;
      this.#pending.delete(channel);
      await Promise.all([
        this.#notify(channel, payload),
        delay(intervalMs, undefined, { ref: false }),
      ]);
    }
    this.#resting.delete(channel);
  }

  /** Nothing to make durable: the lock is held for no write to the disk, nor for a standby. */
  async #notify(channel: WakeUpChannel, payload: string): Promise<void> {
    try {
      await this.#pool.query(
        `select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`,
        [channel, payload],
      );
    } catch {
      // Polling covers it; the pool reports its own failures.
    }
  }
}
