/** Sends what waits in the outbox (alerts.md, rule 10): `sending` is committed before SMTP, `sent` after its 250. */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import fastq from 'fastq';
import type pg from 'pg';
import { type MailDeliveryEvent, maxAttempts } from '#machines/mail-delivery.machine.ts';
import {
  type ClaimedMail,
  claimMails,
  failMail,
  markSent,
  renewLease,
  retryMail,
  secondsUntilDue,
} from '../db/alerts/outbox.ts';
import { startListener } from '../db/pg-listener.ts';
import type { Metrics } from '../metrics.ts';
import { WakeSignal } from '../wake-signal.ts';
import { nextDeliveryState, toFailureEvent } from './delivery-state.ts';
import type { MailConfig } from './mail-config.ts';
import { createSmtpTransport } from './smtp-transport.ts';
import { WriteBatcher } from './write-batcher.ts';

/** Mails on their way, each until it is written that it is sent: no more may be repeated by our death. */
const concurrency = 5;
/** With those that wait their turn: the next are claimed together while others are on their way. */
const mostInHand = 4 * concurrency;
/** A new mail rings; should the ring be lost, this is how late we notice. */
const lookEveryMs = 10_000;
/** A row that stays due is in another sender's hands. */
const inOtherHandsMs = 250;
/** Renewed while we live: a row left `sending` by a dead process is taken up within this time. */
const leaseSeconds = 30;
const renewEveryMs = 8_000;
const drainMs = 8_000;

export interface OutboxWorker {
  /** Waits for what is being sent, a few seconds at most; the rest is taken up by the next process. */
  close(): Promise<void>;
}

export interface SenderParts {
  readonly pool: pg.Pool;
  readonly config: { readonly mail: MailConfig; readonly databaseUrl: string };
  readonly log: FastifyBaseLogger;
  readonly metrics: Pick<Metrics, 'mailsSent' | 'mailsRetried' | 'mailsFailed'>;
  /** Tests need not wait a day. */
  readonly timings?: {
    readonly maxAttempts?: number;
    readonly leaseSeconds?: number;
    readonly renewEveryMs?: number;
    readonly drainMs?: number;
  };
}

export function startOutboxWorker(parts: SenderParts): OutboxWorker {
  const { pool, config, log, metrics } = parts;
  const lease = parts.timings?.leaseSeconds ?? leaseSeconds;
  const lastAttempt = parts.timings?.maxAttempts ?? maxAttempts;
  const drain = parts.timings?.drainMs ?? drainMs;
  const postman = createSmtpTransport(config.mail, { concurrency });
  const stop = new AbortController();
  const inHand = new Map<ClaimedMail, Promise<void>>();
  const sent = new WriteBatcher<string>((ids) => markSent(pool, ids));
  const onTheirWay = fastq.promise(send, concurrency);
  const bell = new WakeSignal();
  const ring = () => bell.notify();
  const ear = startListener({
    databaseUrl: config.databaseUrl,
    channel: 'vigia_outbox',
    onPayload: ring,
    onReconnect: ring,
    onFailure: (error) => log.warn({ err: error }, 'the outbox falls back to looking now and then'),
  });

  async function send(mail: ClaimedMail): Promise<void> {
    try {
      await postman.send(mail);
    } catch (error) {
      return write(mail, toFailureEvent(mail, error), error);
    }
    await write(mail, { type: 'RELAY.ACCEPTED' });
  }

  /** The machine says what becomes of it, the row whether we may still say so. */
  async function write(mail: ClaimedMail, event: MailDeliveryEvent, error?: unknown) {
    const { id, kind, attempts } = mail;
    const { state, retryAfterSeconds } = nextDeliveryState(mail, event, lastAttempt);
    const why = error instanceof Error ? error.message : String(error);
    if (state === 'sent') {
      metrics.mailsSent.inc({ kind });
      await untilWritten(() => sent.add(id));
    } else if (state === 'failed') {
      metrics.mailsFailed.inc({ kind });
      log.error({ mail: id, ...causeOf(error) }, 'a mail was given up');
      await failMail(pool, mail, why);
    } else if (retryAfterSeconds !== null) {
      metrics.mailsRetried.inc({ kind });
      log.warn({ mail: id, attempts, ...causeOf(error) }, 'a mail will be tried again');
      await retryMail(pool, mail, { afterSeconds: retryAfterSeconds, error: why });
    }
  }

  /** The relay has the mail: only our own death may now repeat it, not a moment without database. */
  async function untilWritten(write: () => Promise<void>): Promise<void> {
    for (let turn = 1; ; turn += 1) {
      try {
        return await write();
      } catch (error) {
        if (turn === 20 || stop.signal.aborted) throw error;
        await delay(Math.min(2_000, 50 * 2 ** turn));
      }
    }
  }

  function takeInHand(mail: ClaimedMail): void {
    const work = onTheirWay
      .push(mail)
      .catch((error: unknown) =>
        log.error({ err: error, mail: mail.id }, 'a mail was left as it was'),
      )
      .finally(() => {
        inHand.delete(mail);
        // It may be due again soon.
        ring();
      });
    inHand.set(mail, work);
  }

  /** Until the next mail comes due. */
  async function untilNextMs(): Promise<number> {
    const seconds = await secondsUntilDue(pool);
    if (seconds === null) return lookEveryMs;
    return seconds > 0 ? Math.min(lookEveryMs, seconds * 1_000) : inOtherHandsMs;
  }

  const pause = (ms: number) => delay(ms, undefined, { signal: stop.signal }).catch(() => {});
  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        const free = mostInHand - inHand.size;
        const mails = await claimMails(pool, { limit: free, leaseSeconds: lease });
        for (const mail of mails) takeInHand(mail);
        if (mails.length === 0) await bell.wait(await untilNextMs());
        while (inHand.size > mostInHand / 2 && !stop.signal.aborted) await bell.wait(lookEveryMs);
      } catch (error) {
        log.warn({ err: error }, 'the outbox waits for the database');
        await pause(1_000);
      }
    }
  }

  const running = run();
  const renewing = setInterval(
    () => {
      if (inHand.size === 0) return;
      renewLease(pool, [...inHand.keys()], lease).catch((error: unknown) =>
        log.warn({ err: error }, 'leases of mails were not renewed'),
      );
    },
    Math.min(parts.timings?.renewEveryMs ?? renewEveryMs, (lease * 1_000) / 3),
  );
  return {
    async close() {
      stop.abort();
      ring();
      await running;
      await ear.close();
      const late = delay(drain, undefined, { ref: false });
      await Promise.race([Promise.all(inHand.values()), late]);
      onTheirWay.kill();
      clearInterval(renewing);
      postman.close();
    },
  };
}

/** A relay's own words repeat the address: they go to the row, not to the log. */
function causeOf(error: unknown): { code?: unknown; responseCode?: unknown } {
  if (!(error instanceof Error)) return {};
  return {
    ...('code' in error && { code: error.code }),
    ...('responseCode' in error && { responseCode: error.responseCode }),
  };
}
