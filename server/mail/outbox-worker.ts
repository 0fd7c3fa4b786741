/**
 * Outbox worker: claims due mails under a lease, sends them by SMTP, records the outcome (docs/alerts.md, rule 10).
 * At least once: `sending` is committed before SMTP and `sent` after its 250, so a crash in between repeats the mail,
 * with the same Message-ID. The lease (`next_attempt_at` of a `sending` row) is renewed while the process lives; once it
 * expires, any worker claims the row again. Each claim counts an attempt, and that number fences a late worker's write.
 * A relay that refuses us stops everything but one probe at a time (relay-backoff.ts); mails it did not look at go back
 * to `pending` uncounted.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import fastq from 'fastq';
import type pg from 'pg';
import { type MailDeliveryEvent, maxAttempts } from '#machines/mail-delivery.machine.ts';
import {
  type ClaimedMail,
  claimMails,
  failMail,
  holdMail,
  markSent,
  recallMail,
  releaseMails,
  renewLease,
  retryMail,
  secondsUntilDue,
} from '../db/alerts/outbox.ts';
import { type ListenerMetrics, startListener } from '../db/pg-listener.ts';
import { retryUntilWritten } from '../db/retry-until-written.ts';
import { inTransaction, retryDeadlocks } from '../db/transaction.ts';
import { WriteBatcher } from '../db/write-batcher.ts';
import type { Metrics } from '../metrics.ts';
import { repeatUntilAborted } from '../repeat-until-aborted.ts';
import { settleWithin } from '../settle-within.ts';
import { WakeSignal } from '../wake-signal.ts';
import { nextDeliveryState, toFailureEvent } from './delivery-state.ts';
import { EvenRate } from './even-rate.ts';
import { defaultConnections, type MailConfig } from './mail-config.ts';
import { quietHoursEnd } from './quiet-hours.ts';
import { loggableCause, publicReply } from './relay-reply.ts';
import { RelayStatus } from './relay-status.ts';
import { createSmtpTransport } from './smtp-transport.ts';

/** New mails wake the worker by NOTIFY; polling bounds the delay should one be lost. */
const pollEveryMs = 10_000;
/** Due rows that could not be claimed are locked by another worker: queried again after this. */
const claimedElsewhereRetryMs = 250;
const afterFailureMs = 1_000;
/** Renewed while the process lives: a row left `sending` by a dead process is claimed again within this time. */
const leaseSeconds = 30;
const renewEveryMs = 8_000;
/** A relay that is silent for longer about one mail is given up, or at its later attempts keeps the others waiting no more. */
const silenceMs = 10_000;
/** Mails it is silent about beside those in flight; further ones keep their slots. */
const maxSilent = 20;
/** How long `close()` waits for mails in flight. */
const drainMs = 8_000;

export interface OutboxWorker {
  /** Waits for mails in flight, at most `drainMs`; the others are claimed by another process once their lease ends. */
  close(): Promise<void>;
}

interface QueuedMail {
  readonly mail: ClaimedMail;
  readonly onStarted: (sending: Promise<void>) => void;
}

export interface OutboxWorkerOptions {
  readonly pool: pg.Pool;
  readonly config: { readonly mail: MailConfig; readonly databaseSessionUrl: string };
  readonly log: FastifyBaseLogger;
  readonly metrics: Pick<Metrics, 'mailsSent' | 'mailsRetried' | 'mailsFailed'> & ListenerMetrics;
  /** For tests. */
  readonly timings?: {
    readonly maxAttempts?: number;
    readonly leaseSeconds?: number;
    readonly renewEveryMs?: number;
    readonly drainMs?: number;
    /** Of the relay, before it is given up for the first time. */
    readonly silenceMs?: number;
  };
}

export function startOutboxWorker(parts: OutboxWorkerOptions): OutboxWorker {
  const { pool, config, log, metrics } = parts;
  const lease = parts.timings?.leaseSeconds ?? leaseSeconds;
  const lastAttempt = parts.timings?.maxAttempts ?? maxAttempts;
  const drain = parts.timings?.drainMs ?? drainMs;
  const slotMs = parts.timings?.silenceMs ?? silenceMs;
  // Maximum mails in flight (sent by SMTP, `sent` not yet committed): the most a crash can duplicate.
  const concurrency = config.mail.connections ?? defaultConnections;
  // In flight or queued: the next ones are claimed in batches while others are being sent.
  const maxClaimed = 4 * concurrency;
  // A probe needs one more.
  const maxConnections = concurrency + maxSilent + 1;
  const transport = createSmtpTransport(config.mail, {
    maxConnections,
    silenceMs: slotMs,
  });
  const rate = new EvenRate(config.mail.perSecond ?? Infinity);
  const stop = new AbortController();
  const claimed = new Map<ClaimedMail, Promise<void>>();
  /** Of these, mails the relay has been silent about for `silenceMs`. */
  const silent = new Set<ClaimedMail>();
  const sentBatcher = new WriteBatcher<string>((ids) => markSent(pool, ids));
  const releaseBatcher = new WriteBatcher<ClaimedMail>((mails) => releaseMails(pool, mails, null));
  const relay = new RelayStatus({ pool, log, smtpUrl: config.mail.smtpUrl });
  /** Sent although the relay refuses us; null while it does not. */
  let probe: ClaimedMail | null = null;
  /** Of mails that two workers died with one at a time is sent. */
  let suspect: ClaimedMail | null = null;
  const sendQueue = fastq.promise(sendInSlot, concurrency);
  const wakeSignal = new WakeSignal();
  const wake = () => wakeSignal.notify();
  const pause = (ms: number) => delay(ms, undefined, { signal: stop.signal }).catch(() => {});
  const activeCount = () => claimed.size - silent.size;
  const listener = startListener({
    databaseSessionUrl: config.databaseSessionUrl,
    channel: 'vigia_outbox',
    metrics,
    onPayload: wake,
    onConnect: wake,
    onFailure: (error) =>
      log.warn({ err: error }, 'LISTEN vigia_outbox failed: the outbox is polled meanwhile'),
  });

  async function send(mail: ClaimedMail): Promise<void> {
    const mustWait = () => relay.isRefusing && mail !== probe;
    if (mustWait()) return releaseBatcher.add(mail);
    const turnMs = rate.take();
    if (turnMs > 0) {
      await pause(turnMs);
      if (stop.signal.aborted || mustWait()) return releaseBatcher.add(mail);
    }
    try {
      await transport.send(mail);
    } catch (caught) {
      const error = relay.failed(mail.to, caught);
      return recordOutcome(mail, toFailureEvent(mail, error), error);
    }
    relay.accepted(mail.to);
    await recordOutcome(mail, { type: 'RELAY.ACCEPTED' });
  }

  /** Holds one of the queue's slots until the mail was sent, or the relay is silent about it. */
  async function sendInSlot({ mail, onStarted }: QueuedMail): Promise<void> {
    const sending = send(mail);
    onStarted(sending);
    await leaveWhenSilent(mail, sending);
  }

  async function leaveWhenSilent(mail: ClaimedMail, sending: Promise<void>): Promise<void> {
    const ended = sending.catch(() => {});
    await settleWithin(ended, slotMs);
    if (silent.size >= maxSilent) return ended;
    silent.add(mail);
    void ended.then(() => silent.delete(mail));
  }

  const queue = (mail: ClaimedMail) =>
    track(mail, new Promise((resolve) => void sendQueue.push({ mail, onStarted: resolve })));

  /** The machine decides the next state; the row's attempt number whether this worker may still write it. */
  async function recordOutcome(mail: ClaimedMail, event: MailDeliveryEvent, error?: unknown) {
    const { id, kind, attempts } = mail;
    const { state, retryAfterSeconds } = nextDeliveryState(mail, event, lastAttempt);
    const words = error instanceof Error ? error.message : String(error);
    const reason = publicReply(error, config.mail.smtpUrl);
    if (state === 'sent') {
      metrics.mailsSent.inc({ kind });
      await retryUntilWritten(
        () => sentBatcher.add(id),
        () => stop.signal.aborted,
      );
    } else if (state === 'failed') {
      metrics.mailsFailed.inc({ kind });
      log.error({ mail: id, ...loggableCause(error), reason }, 'a mail was given up');
      await inTransaction(pool, (client) => failMail(client, mail, words));
    } else if (event.type === 'RELAY.REFUSED') {
      await releaseMails(pool, [mail], words);
    } else if (retryAfterSeconds !== null) {
      metrics.mailsRetried.inc({ kind });
      log.warn(
        { mail: id, attempts, ...loggableCause(error), reason },
        'a mail will be tried again',
      );
      await retryMail(pool, mail, { afterSeconds: retryAfterSeconds, error: words });
    }
  }

  /** Holds the mail's lease until it was sent and its outcome recorded. */
  function track(mail: ClaimedMail, sending: Promise<void>): Promise<void> {
    const work = sending
      .catch((error: unknown) =>
        log.error({ err: error, mail: mail.id }, 'the outcome of a mail could not be recorded'),
      )
      .finally(() => {
        claimed.delete(mail);
        endSuspicion(mail);
        // There is room for another, and this one may soon be due again.
        wake();
      });
    claimed.set(mail, work);
    return work;
  }

  /** Milliseconds until the next mail is due, at most `pollEveryMs`. */
  async function nextWaitMs(): Promise<number> {
    const seconds = await secondsUntilDue(pool);
    if (seconds === null) return pollEveryMs;
    return seconds > 0 ? Math.min(pollEveryMs, seconds * 1_000) : claimedElsewhereRetryMs;
  }

  /** As {@link claimDue}, of mails that their owners may be sent now. */
  async function claim(limit: number, except: readonly string[] = []): Promise<ClaimedMail[]> {
    for (;;) {
      const due = await claimDue(limit, except);
      const mails: ClaimedMail[] = [];
      for (const mail of due) if (await mayLeave(mail)) mails.push(mail);
      if (mails.length > 0 || due.length === 0) return mails;
    }
  }

  /** What its owner has said meanwhile holds for an alert that waited, too. */
  async function mayLeave(mail: ClaimedMail): Promise<boolean> {
    if (mail.kind !== 'alert') return true;
    const { estado, correo, confirmed, silencio } = mail.owner;
    const quietEnd = quietHoursEnd(silencio, mail.claimedAt);
    if (estado !== 'activo' || correo !== 'activo' || !confirmed)
      await retryDeadlocks(() => inTransaction(pool, (client) => recallMail(client, mail)));
    else if (quietEnd !== null) await holdMail(pool, mail, quietEnd);
    else return true;
    endSuspicion(mail);
    return false;
  }

  function endSuspicion(mail: ClaimedMail): void {
    if (suspect === mail) suspect = null;
  }

  /** Of mails that two workers died with, one at a time; @param limit of the others */
  async function claimDue(limit: number, except: readonly string[]): Promise<ClaimedMail[]> {
    const { mails, parked } = await claimMails(pool, {
      limit,
      suspects: suspect === null ? 1 : 0,
      leaseSeconds: lease,
      except,
    });
    suspect ??= mails.find(({ expiredClaims }) => expiredClaims > 1) ?? null;
    for (const { id, kind } of parked) {
      metrics.mailsFailed.inc({ kind });
      log.error({ mail: id }, 'a mail was given up: worker after worker died while sending it');
    }
    return mails;
  }

  /** @returns the pause after it, as below */
  async function sendDue(): Promise<number> {
    const mails = await claim(maxClaimed - activeCount());
    for (const mail of mails) void queue(mail);
    if (mails.length === 0) return nextWaitMs();
    while (activeCount() > maxClaimed / 2 && !stop.signal.aborted && !relay.isOneAtATime)
      await wakeSignal.wait(pollEveryMs);
    return 0;
  }

  /** The oldest mail, past the queue: it asks whether the relay takes mail again, or is one of the first it takes. */
  async function sendOldest(): Promise<number> {
    await pause(relay.waitMs);
    if (stop.signal.aborted) return 0;
    const { suspected } = relay;
    let mails = await claim(1, suspected);
    if (mails.length === 0 && suspected.length > 0) mails = await claim(1);
    const [oldest, ...others] = mails;
    if (oldest === undefined) return nextWaitMs();
    probe = oldest;
    const sending = track(oldest, send(oldest));
    await Promise.race([leaveWhenSilent(oldest, sending), pause(slotMs)]);
    probe = null;
    for (const mail of others) void queue(mail);
    return 0;
  }

  const running = repeatUntilAborted(() => (relay.isOneAtATime ? sendOldest() : sendDue()), {
    signal: stop.signal,
    wake: wakeSignal,
    retryMs: afterFailureMs,
    onFailure: (error) => log.warn({ err: error }, 'the outbox waits for the database'),
  });
  const renewing = setInterval(
    () => {
      if (claimed.size === 0) return;
      renewLease(pool, [...claimed.keys()], lease).catch((error: unknown) =>
        log.warn({ err: error }, 'leases of mails were not renewed'),
      );
    },
    Math.min(parts.timings?.renewEveryMs ?? renewEveryMs, (lease * 1_000) / 3),
  );
  return {
    async close() {
      stop.abort();
      await running;
      await listener.close();
      await settleWithin(Promise.all(claimed.values()), drain);
      sendQueue.kill();
      clearInterval(renewing);
      relay.close();
      transport.close();
    },
  };
}
