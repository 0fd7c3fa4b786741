/** Local mailbox: stores every delivery, duplicates included, and can inject delivery faults. */
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import PostalMime, { type Address, type Email } from 'postal-mime';
import * as z from 'zod';
import { type LinePosition, openDurableLog } from '../durable-log.ts';

const storedMail = z.object({
  id: z.string(),
  /** When it was delivered here: ISO 8601, UTC. */
  receivedAt: z.string(),
  messageId: z.string(),
  from: z.string(),
  /** The envelope's recipients, not the header's. */
  to: z.array(z.string()),
  subject: z.string(),
  date: z.string(),
  text: z.string(),
  html: z.string(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  bytes: z.number(),
  raw: z.string(),
});
export type StoredMail = z.infer<typeof storedMail>;

const bodyFields = { text: true, html: true, headers: true, raw: true } as const;
const mailSummary = storedMail.omit(bodyFields);
/** The fields of the list; bodies stay on disk. */
export type MailSummary = z.infer<typeof mailSummary>;

export interface SmtpDelivery {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: Buffer;
}

/** Fault injection for the next deliveries. */
export interface MailFault {
  /** Number of deliveries to fail. */
  readonly count: number;
  /** The SMTP reply code of `refuse`. */
  readonly code: number;
  /** `refuse`: not stored, `code` answered. `lose-reply`: stored, then the connection is closed before the 250. */
  readonly kind: 'refuse' | 'lose-reply';
}

export interface Mailbox {
  /** Newest first. Filters: `to` is a recipient, `text` a part of recipients or subject. */
  list(filter?: { to?: string | undefined; text?: string | undefined }): MailSummary[];
  find(id: string): Promise<StoredMail | null>;
  /** Resolves once the message is on disk. */
  store(delivery: SmtpDelivery): Promise<MailSummary>;
  clear(): Promise<void>;
  failNext(fault: { count: number; code?: number; kind?: MailFault['kind'] }): void;
  /** Consumes one of the pending fault's deliveries. @returns the fault; null when none is pending */
  takeFault(): MailFault | null;
  pendingFault(): MailFault | null;
  /** @returns unsubscribe function */
  onDelivered(listener: (mail: MailSummary) => void): () => void;
  close(): Promise<void>;
}

export async function openMailbox(dataDir: string): Promise<Mailbox> {
  const mails = new Map<string, { summary: MailSummary; position: LinePosition }>();
  const log = await openDurableLog(join(dataDir, 'mail.jsonl'), (record, position) => {
    const summary = mailSummary.parse(record);
    mails.set(summary.id, { summary, position });
  });
  const delivered = new EventEmitter().setMaxListeners(0);
  let fault: MailFault | null = null;
  let lastId = Math.max(0, ...[...mails.keys()].map(Number));

  return {
    list({ to, text } = {}) {
      const wanted = text?.toLocaleLowerCase('es');
      return [...mails.values()]
        .map(({ summary }) => summary)
        .filter((mail) => to === undefined || mail.to.includes(to.toLowerCase()))
        .filter((mail) => wanted === undefined || searchText(mail).includes(wanted))
        .reverse();
    },
    async find(id) {
      const known = mails.get(id);
      return known ? storedMail.parse(await log.read(known.position)) : null;
    },
    async store(delivery) {
      lastId += 1;
      const mail = await parseMail(String(lastId), delivery);
      const summary = mailSummary.parse(mail);
      const position = await log.append(mail);
      mails.set(mail.id, { summary, position });
      delivered.emit('delivered', summary);
      return summary;
    },
    async clear() {
      await log.clear();
      mails.clear();
    },
    failNext({ count, code = 451, kind = 'refuse' }) {
      fault = count > 0 ? { count, code, kind } : null;
    },
    takeFault() {
      const next = fault;
      if (next) fault = next.count > 1 ? { ...next, count: next.count - 1 } : null;
      return next;
    },
    pendingFault: () => fault,
    onDelivered(listener) {
      delivered.on('delivered', listener);
      return () => delivered.off('delivered', listener);
    },
    close: () => log.close(),
  };
}

const searchText = (mail: MailSummary): string =>
  `${mail.to.join(' ')} ${mail.subject}`.toLocaleLowerCase('es');

async function parseMail(id: string, { from, to, raw }: SmtpDelivery): Promise<StoredMail> {
  const receivedAt = new Date().toISOString();
  // A message that cannot be parsed was still delivered; it is stored and shown raw.
  const email: Email = await PostalMime.parse(raw).catch(() => ({
    headers: [],
    headerLines: [],
    attachments: [],
  }));
  return {
    id,
    receivedAt,
    messageId: email.messageId ?? '',
    from: email.from ? formatAddress(email.from) : from,
    to: to.map((address) => address.toLowerCase()),
    subject: email.subject ?? '',
    date: email.date ?? receivedAt,
    text: email.text ?? '',
    html: email.html ?? '',
    headers: email.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    bytes: raw.length,
    raw: raw.toString('utf8'),
  };
}

function formatAddress({ name, address }: Address): string {
  if (address === undefined) return name;
  return name ? `${name} <${address}>` : address;
}
