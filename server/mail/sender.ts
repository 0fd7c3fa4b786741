/** Sends what waits in the outbox (alerts.md, rule 10): `sending` is committed before SMTP, `sent` after its 250. */
import type { FastifyBaseLogger } from 'fastify';
import nodemailer from 'nodemailer';
import type pg from 'pg';
import * as z from 'zod';
import type { Config } from '../config.ts';
import { type ClaimedMail, claimMails, failMail, markSent, retryMail } from '../db/outbox.ts';
import type { Metrics } from '../metrics.ts';

const concurrency = 4;
const leaseSeconds = 120;
const maxAttempts = 10;
const idleMs = 500;
const address = z.email();

export interface OutboxSender {
  close(): Promise<void>;
}

export function startOutboxSender(parts: {
  readonly pool: pg.Pool;
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
}): OutboxSender {
  const { pool, config, log, metrics } = parts;
  const { from, dkim, smtpUrl } = config.mail;
  const sender = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
  const transport = nodemailer.createTransport({
    pool: true,
    url: smtpUrl,
    maxConnections: concurrency,
    // All far inside the lease, so that a slow relay never meets a second sender.
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim && {
      dkim: {
        domainName: dkim.domain,
        keySelector: dkim.selector,
        privateKey: dkim.privateKey,
      },
    }),
  });

  async function send(mail: ClaimedMail): Promise<void> {
    try {
      // An object and an explicit envelope: a string would be parsed, and may name other recipients.
      const to = address.parse(mail.to);
      await transport.sendMail({
        messageId: `<${mail.id}@${sender.split('@')[1] ?? 'localhost'}>`,
        from,
        to: { name: '', address: to },
        envelope: { from: sender, to: [to] },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        headers: mail.headers,
      });
    } catch (error) {
      return giveBack(mail, error);
    }
    await markSent(pool, mail.id);
    metrics.mailsSent.inc({ kind: mail.kind });
  }

  async function giveBack(mail: ClaimedMail, error: unknown): Promise<void> {
    const why = error instanceof Error ? error.message : String(error);
    const lasting = error instanceof z.ZodError || answerCode(error) >= 500;
    if (lasting || mail.attempts >= maxAttempts) {
      metrics.mailsFailed.inc({ kind: mail.kind });
      log.error({ err: error, mail: mail.id }, 'a mail was given up');
      return failMail(pool, mail, why);
    }
    metrics.mailsRetried.inc({ kind: mail.kind });
    const afterSeconds = Math.min(3_600, 2 ** mail.attempts) * (0.5 + Math.random());
    return retryMail(pool, mail, { afterSeconds, error: why });
  }

  let closed = false;
  let wake: () => void = () => {};
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, idleMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  async function run(): Promise<void> {
    while (!closed) {
      try {
        const mails = await claimMails(pool, { limit: concurrency, leaseSeconds });
        await Promise.all(mails.map(send));
        if (mails.length > 0) continue;
      } catch (error) {
        log.error({ err: error }, 'the outbox stumbled');
      }
      if (!closed) await pause();
    }
  }
  const running = run();
  return {
    async close() {
      closed = true;
      wake();
      await running;
      transport.close();
    },
  };
}

function answerCode(error: unknown): number {
  return error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
}
