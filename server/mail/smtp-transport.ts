/** Hands one mail to the relay: exactly one recipient, no header but those we mean, the same Message-ID at every attempt. */
import { createTransport } from 'nodemailer';
import type { ClaimedMail } from '../db/alerts/outbox.ts';
import { toSingleLine } from '../to-single-line.ts';
import type { MailConfig } from './mail-config.ts';

/** What we wrote down is not one plain address; trying again would not help. */
export class InvalidRecipientError extends Error {}

export interface MailTransport {
  /** Resolves once the relay has answered 250 to the whole message. */
  send(mail: ClaimedMail): Promise<void>;
  close(): void;
}

/** Both unsubscribe headers must be signed for one-click to be trusted (RFC 8058, section 4). */
const signedHeaders =
  'From:To:Subject:Date:Message-ID:MIME-Version:Content-Type:List-Unsubscribe:List-Unsubscribe-Post';

export function createSmtpTransport(
  { smtpUrl, from, dkim }: MailConfig,
  { concurrency }: { readonly concurrency: number },
): MailTransport {
  const sender = parseSender(from);
  const domain = sender.address.split('@')[1] ?? 'localhost';
  const transport = createTransport({
    pool: true,
    url: smtpUrl,
    maxConnections: concurrency,
    // Repeating is the outbox's business alone: the transport cannot know whether the relay already has the mail.
    maxRequeues: 0,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    // A relay may think for minutes after the final dot (RFC 5321, 4.5.3.2); hanging up early would repeat the mail.
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
  return {
    async send(mail) {
      const to = onlyAddress(mail.to);
      await transport.sendMail({
        messageId: `<${mail.id}@${domain}>`,
        date: mail.createdAt,
        from: sender,
        // An object and an explicit envelope: a string would be parsed, and may name other recipients.
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

const oneAddress = /^[^\s@,;:<>"()[\]\\\p{Cc}]{1,64}@[^\s@,;:<>"()[\]\\\p{Cc}]{1,255}$/u;

function onlyAddress(text: string): string {
  if (!oneAddress.test(text)) throw new InvalidRecipientError('not one plain e-mail address');
  return text;
}

/** @param from `Vigía <avisos@vigia.example>`, or the bare address */
function parseSender(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(from) ?? [];
  return { name, address: onlyAddress(address.trim()) };
}
