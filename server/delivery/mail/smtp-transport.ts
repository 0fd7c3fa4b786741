/** SMTP transport (nodemailer): one recipient, no injected headers, a constant Message-ID. */
import { createTransport, type SendMailOptions } from 'nodemailer';
import { toSingleLine } from '../../base/to-single-line.ts';
import type { ClaimedMail } from '../../db/deliveries/claim-deliveries.ts';
import { AdaptiveTimeout } from './adaptive-timeout.ts';
import type { MailConfig } from './mail-config.ts';
import { isRelayRefusal, RelayRefusedError } from './relay-errors.ts';
import { isPlainAddress, parseSender } from './sender.ts';

/** The stored recipient is not one plain address: a permanent failure. */
export class InvalidRecipientError extends Error {}

/** From the connection to the relay's answer to DATA; nothing is lost by trying again. */
const maxSessionMs = 20_000;
/**
 * From there to its answer to the whole message. RFC 5321 (4.5.3.2.6) asks for ten minutes, because giving up repeats a
 * mail that the relay has; but a connection that went mute would hold it for as long. So the first attempt waits for
 * ten seconds and each further one for twice as long: a mail is repeated six times at most, under its Message-ID, and a
 * relay known to be slow is waited for.
 */
const maxReplyMs = 600_000;

/** Mail clients trust one-click unsubscribe only if both its headers are signed (RFC 8058, section 4). */
const signedHeaders =
  'From:To:Subject:Date:Message-ID:MIME-Version:Content-Type:List-Unsubscribe:List-Unsubscribe-Post';

export interface TransportLimits {
  readonly maxConnections: number;
  /** After this the relay is given up for the first time. */
  readonly silenceMs: number;
}

/** @param onBegun called with a Message-ID once the relay has answered DATA and the message goes over the wire */
function openPool(
  { smtpUrl, requireTls, ehloName, dkim }: MailConfig,
  maxConnections: number,
  onBegun: (messageId: string) => void,
) {
  const pool = createTransport({
    pool: true,
    url: smtpUrl,
    // Otherwise whoever is on the path strips STARTTLS from the greeting and reads every mail.
    requireTLS: requireTls,
    ...(ehloName !== null && { name: ehloName }),
    maxConnections,
    // Only the worker retries: the transport cannot know whether the relay has already accepted the mail.
    maxRequeues: 0,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    // Deadlines are set below, by phase.
    socketTimeout: 2 * maxReplyMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim && {
      dkim: {
        domainName: dkim.domain,
        keySelector: dkim.selector,
        privateKey: dkim.privateKey,
        headerFieldNames: signedHeaders,
      },
    }),
  });
  pool.use('stream', ({ message }, done) => {
    const createReadStream = message.createReadStream.bind(message);
    message.createReadStream = (options) =>
      createReadStream(options).once('resume', () => onBegun(message.messageId()));
    done();
  });
  return pool;
}

/** @throws InvalidRecipientError when `from` holds no plain address */
export function createSmtpTransport(
  config: MailConfig,
  { maxConnections, silenceMs }: TransportLimits,
) {
  const sender = parseSender(config.from);
  if (sender === null) throw new InvalidRecipientError('not one plain e-mail address');
  const domain = sender.address.split('@')[1] ?? 'localhost';
  const sessionTimeout = new AdaptiveTimeout({ firstMs: silenceMs, maxMs: maxSessionMs });
  const replyTimeout = new AdaptiveTimeout({ firstMs: silenceMs, maxMs: maxReplyMs });
  const onBegun = new Map<string, () => void>();
  const open = () => openPool(config, maxConnections, (messageId) => onBegun.get(messageId)?.());
  let pool = open();

  /** After one connection went mute its idle siblings are not tried one after the other. */
  function replacePool(mute: typeof pool): void {
    if (mute !== pool) return;
    pool = open();
    mute.close();
  }

  /** @throws RelayRefusedError, or nodemailer's error */
  async function submit(
    data: SendMailOptions & { readonly messageId: string },
    attempt: number,
  ): Promise<void> {
    const used = pool;
    const timeout = new AbortController();
    const limit = (phase: AdaptiveTimeout, ms: number) => {
      const startedAtMs = performance.now();
      const timer = setTimeout(() => {
        phase.expired(ms);
        replacePool(used);
        timeout.abort();
      }, ms);
      return {
        end: () => clearTimeout(timer),
        answered: () => phase.answered(performance.now() - startedAtMs),
      };
    };
    let messageBegun = false;
    let phase = limit(sessionTimeout, sessionTimeout.forAttempt());
    onBegun.set(data.messageId, () => {
      phase.end();
      phase.answered();
      messageBegun = true;
      phase = limit(replyTimeout, replyTimeout.forAttempt(attempt));
    });
    try {
      await used.sendMail({ ...data, signal: timeout.signal });
      phase.answered();
    } catch (error) {
      if (timeout.signal.aborted && messageBegun)
        throw new Error('the relay did not answer the whole message', { cause: error });
      if (timeout.signal.aborted)
        throw new RelayRefusedError('the relay does not answer', { cause: error });
      if (!isRelayRefusal(error, { messageBegun })) throw error;
      throw new RelayRefusedError(error instanceof Error ? error.message : String(error), {
        cause: error,
      });
    } finally {
      phase.end();
      onBegun.delete(data.messageId);
    }
  }

  return {
    /**
     * Resolves once the relay has answered 250 to the whole message.
     * @throws InvalidRecipientError; RelayRefusedError when the relay refused us or did not answer, before it saw the mail;
     *   otherwise nodemailer's error, with `command` and `responseCode` where the relay replied
     */
    async send(mail: ClaimedMail): Promise<void> {
      const to = onlyAddress(mail.to);
      const data = {
        messageId: `<${mail.id}@${domain}>`,
        date: mail.createdAt,
        from: sender,
        // An object and an explicit envelope: nodemailer would parse a string, which could name other recipients.
        to: { name: '', address: to },
        envelope: { from: sender.address, to: [to] },
        subject: toSingleLine(mail.subject),
        text: mail.text,
        html: mail.html,
        headers: {
          'Auto-Submitted': 'auto-generated',
          // Exchange answers with absences all the same, unless told in its own way.
          'X-Auto-Response-Suppress': 'All',
          ...Object.fromEntries(
            Object.entries(mail.headers).map(([name, value]) => [name, toSingleLine(value)]),
          ),
        },
      };
      await submit(data, mail.attempts);
    },
    close: () => pool.close(),
  };
}

function onlyAddress(text: string): string {
  if (!isPlainAddress(text)) throw new InvalidRecipientError('not one plain e-mail address');
  return text;
}
