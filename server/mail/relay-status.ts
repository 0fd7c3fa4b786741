/** Whether the relay takes mail from this worker: decides what may be sent, logs changes, stores them for /health. */
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { clearRelayRefusal, storeRelayRefusal } from '../db/alerts/mail-relay.ts';
import { PolicyRefusals } from './policy-refusals.ts';
import { RelayBackoff } from './relay-backoff.ts';
import {
  DoubtfulRefusalError,
  hasMailReply,
  isPolicyRefusal,
  mailReplyCode,
  RelayRefusedError,
} from './relay-errors.ts';
import { loggableCause, publicReply } from './relay-reply.ts';

export interface RelayStatusOptions {
  readonly pool: pg.Pool;
  readonly log: FastifyBaseLogger;
  readonly smtpUrl: string;
  /** A monotonic clock; tests set their own. */
  readonly nowMs?: () => number;
}

/** So many attempts in a row over so long, and none accepted: mail cannot leave, whatever the relay says. */
const failing = { attempts: 3, forMs: 60_000 };
/** More often than the stored words expire. */
const storeEveryMs = 30_000;
/** Longer than the longest wait between two attempts of a mail: no mail is left to try. */
const outdatedAfterMs = 35 * 60_000;

export class RelayStatus {
  readonly #backoff = new RelayBackoff();
  readonly #policies = new PolicyRefusals();
  readonly #options: RelayStatusOptions;
  readonly #nowMs: () => number;
  /** Attempts since the last accepted mail, but for refusals of us. */
  #failed = 0;
  #failingSinceMs = 0;
  /** What /health shows; null while mail leaves. */
  #reason: string | null = null;
  #reasonAtMs = 0;
  readonly #storing: NodeJS.Timeout;

  constructor(options: RelayStatusOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? (() => performance.now());
    this.#storing = setInterval(() => {
      if (this.#nowMs() - this.#reasonAtMs > outdatedAfterMs) this.#clear();
      else this.#store();
    }, storeEveryMs);
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

  /** Recipients a probe should leave out while there are others. */
  get suspected(): readonly string[] {
    return this.#policies.suspected;
  }

  accepted(recipient: string): void {
    this.#failed = 0;
    this.#policies.accepted(recipient);
    this.#answered();
    this.#clear();
  }

  /**
   * Takes effect at once, so that no further mail is tried.
   * @returns the error, as a RelayRefusedError where it is a refusal of us, as a DoubtfulRefusalError where it may be
   */
  failed(recipient: string, error: unknown): unknown {
    if (isPolicyRefusal(error)) {
      if (!this.#policies.isOurs(recipient)) return error;
      const refusal = new RelayRefusedError(wordsOf(error), { cause: error });
      this.#refused(error);
      return refusal;
    }
    const isForGood = (mailReplyCode(error) ?? 0) >= 500;
    const fault = isForGood ? this.#policies.judge(recipient) : null;
    if (fault === 'ours') {
      this.#refused(error);
      return new RelayRefusedError(wordsOf(error), { cause: error });
    }
    if (fault === 'doubtful') {
      this.#failedAttempt(error);
      return new DoubtfulRefusalError(wordsOf(error), { cause: error });
    }
    if (error instanceof RelayRefusedError) this.#refused(error);
    else this.#failedAttempt(error);
    return error;
  }

  close(): void {
    clearInterval(this.#storing);
  }

  #refused(error: unknown): void {
    if (!this.#backoff.refused()) return;
    const reason = this.#publish(error);
    this.#options.log.warn(
      { ...loggableCause(error), reason },
      'the relay refuses us: all mails wait',
    );
  }

  #failedAttempt(error: unknown): void {
    if (hasMailReply(error)) {
      this.#answered();
      if (this.#failed === 0) this.#clear();
    } else if (this.isRefusing) {
      // A probe whose connection was lost in the middle of its message proves nothing: the next one is delayed, too.
      this.#refused(error);
    }
    // A refusal of the mail for good says nothing about the next one.
    if ((mailReplyCode(error) ?? 0) >= 500) return;
    if (this.#failed === 0) this.#failingSinceMs = this.#nowMs();
    this.#failed += 1;
    if (this.#failed < failing.attempts) return;
    if (this.#nowMs() - this.#failingSinceMs < failing.forMs) return;
    const wasKnown = this.#reason !== null;
    const reason = this.#publish(error);
    if (!wasKnown)
      this.#options.log.warn(
        { ...loggableCause(error), reason },
        'no mail leaves, though the relay answers',
      );
  }

  #answered(): void {
    if (this.#backoff.answered()) this.#options.log.info('the relay accepts mail again');
  }

  #publish(error: unknown): string {
    this.#reason = publicReply(error, this.#options.smtpUrl);
    this.#reasonAtMs = this.#nowMs();
    this.#store();
    return this.#reason;
  }

  #store(): void {
    if (this.#reason === null) return;
    storeRelayRefusal(this.#options.pool, this.#reason).catch(this.#logFailure);
  }

  #clear(): void {
    if (this.#reason === null) return;
    this.#reason = null;
    clearRelayRefusal(this.#options.pool).catch(this.#logFailure);
  }

  readonly #logFailure = (err: unknown) =>
    this.#options.log.warn({ err }, 'the relay’s status was not stored');
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
