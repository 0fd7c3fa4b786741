/** SMTP transport (nodemailer): one recipient, no injected headers, a constant Message-ID. */
import type { Readable } from 'node:stream';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { ClaimedMail } from '../db/alerts/outbox.ts';
import { toSingleLine } from '../to-single-line.ts';
import type { MailConfig } from './mail-config.ts';
import { isRelayRefusal, RelayRefusedError } from './relay-errors.ts';
import { isPlainAddress, parseSender } from './sender.ts';

/** The stored recipient is not one plain address: a permanent failure. */
export class InvalidRecipientError extends Error {}

export interface MailTransport {
  /**
   * Resolves once the relay has answered 250 to the whole message.
   * @throws InvalidRecipientError; RelayRefusedError when the relay refused us or did not answer, before it saw the mail;
   *   otherwise nodemailer's error, with `command` and `responseCode` where the relay replied
   */
  send(mail: ClaimedMail): Promise<void>;
  close(): void;
}

/** From the connection to the relay's answer to DATA. A relay that is silent for longer does not answer. */
const sessionTimeoutMs = 30_000;

/** Mail clients trust one-click unsubscribe only if both its headers are signed (RFC 8058, section 4). */
const signedHeaders =
  'From:To:Subject:Date:Message-ID:MIME-Version:Content-Type:List-Unsubscribe:List-Unsubscribe-Post';

/** @throws InvalidRecipientError when `from` holds no plain address */
export function createSmtpTransport(
  { smtpUrl, from, dkim }: MailConfig,
  { concurrency }: { readonly concurrency: number },
): MailTransport {
  const sender = parseSender(from);
  if (sender === null) throw new InvalidRecipientError('not one plain e-mail address');
  const domain = sender.address.split('@')[1] ?? 'localhost';
  const transport = createTransport({
    pool: true,
    url: smtpUrl,
    // One more than are sent at once: a probe needs one while the others wait for a relay that has gone silent.
    maxConnections: concurrency + 1,
    // Only the outbox retries: the transport cannot know whether the relay has already accepted the mail.
    maxRequeues: 0,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    // A relay may take minutes after the final dot (RFC 5321, 4.5.3.2); a shorter timeout would repeat the mail.
    socketTimeout: 300_000,
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
  /** The messages under way, by Message-ID: one that was read from has gone over the wire, in part at least. */
  const streams = new Map<string, Readable>();
  transport.use('stream', ({ message }, done) => {
    const createReadStream = message.createReadStream.bind(message);
    message.createReadStream = (options) => {
      const stream = createReadStream(options);
      streams.set(message.messageId(), stream);
      return stream;
    };
    done();
  });

  /** @throws RelayRefusedError, or nodemailer's error */
  async function submit(data: SendMailOptions & { readonly messageId: string }): Promise<void> {
    const messageBegun = () => streams.get(data.messageId)?.readableDidRead === true;
    const timeout = new AbortController();
    const timer = setTimeout(() => {
      if (!messageBegun()) timeout.abort();
    }, sessionTimeoutMs);
    try {
      await transport.sendMail({ ...data, signal: timeout.signal });
    } catch (error) {
      if (timeout.signal.aborted)
        throw new RelayRefusedError('the relay does not answer', { cause: error });
      if (!isRelayRefusal(error, { messageBegun: messageBegun() })) throw error;
      throw new RelayRefusedError(error instanceof Error ? error.message : String(error), {
        cause: error,
      });
    } finally {
      clearTimeout(timer);
      streams.delete(data.messageId);
    }
  }

  return {
    async send(mail) {
      const to = onlyAddress(mail.to);
      await submit({
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
          ...Object.fromEntries(
            Object.entries(mail.headers).map(([name, value]) => [name, toSingleLine(value)]),
          ),
        },
      });
    },
    close: () => transport.close(),
  };
}

function onlyAddress(text: string): string {
  if (!isPlainAddress(text)) throw new InvalidRecipientError('not one plain e-mail address');
  return text;
}
