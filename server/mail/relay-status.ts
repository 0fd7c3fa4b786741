/** Whether the relay takes mail from this worker: decides what may be sent, logs changes, stores them for /health. */
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { clearRelayRefusal, storeRelayRefusal } from '../db/alerts/mail-relay.ts';
import { RelayBackoff } from './relay-backoff.ts';
import { hasMailReply, RelayRefusedError } from './relay-errors.ts';
import { loggableCause, publicReply } from './relay-reply.ts';

export interface RelayStatusOptions {
  readonly pool: pg.Pool;
  readonly log: FastifyBaseLogger;
  readonly smtpUrl: string;
}

export class RelayStatus {
  readonly #backoff = new RelayBackoff();
  readonly #options: RelayStatusOptions;

  constructor(options: RelayStatusOptions) {
    this.#options = options;
  }

  get isRefusing(): boolean {
    return this.#backoff.isRefusing;
  }

  /** Whether to send one mail at a time: a probe, or one of the first after a refusal. */
  get isOneAtATime(): boolean {
    return this.#backoff.isRefusing || this.#backoff.isSlowStart;
  }

  /** Milliseconds until the next probe is due. */
  get waitMs(): number {
    return this.#backoff.waitMs;
  }

  /** Takes effect at once, so that no further mail is tried. @param error of sending a mail; null = accepted */
  update(error: unknown): void {
    const { pool, log, smtpUrl } = this.#options;
    const logFailure = (err: unknown) => log.warn({ err }, 'the relay’s status was not stored');
    if (error === null || hasMailReply(error)) {
      if (!this.#backoff.answered()) return;
      log.info('the relay accepts mail again');
      clearRelayRefusal(pool).catch(logFailure);
      return;
    }
    // A probe whose connection was lost in the middle of its message proves nothing: the next one is delayed, too.
    const isRefusal = error instanceof RelayRefusedError || this.isRefusing;
    if (!isRefusal || !this.#backoff.refused()) return;
    const reason = publicReply(error, smtpUrl);
    log.warn({ ...loggableCause(error), reason }, 'the relay refuses us: all mails wait');
    storeRelayRefusal(pool, reason).catch(logFailure);
  }
}
