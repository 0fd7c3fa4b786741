/** The local mailbox: every delivery is kept as it arrived, the same message twice included, so that tests can see repeats. */
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import PostalMime, { type Address, type Email } from 'postal-mime';
import * as z from 'zod';
import { type LinePlace, openDurableLog } from '../durable-log.ts';

const storedMail = z.object({
  id: z.string(),
  /** When it was delivered here: ISO 8601, UTC. */
  receivedAt: z.string(),
  messageId: z.string(),
  from: z.string(),
  /** The envelope's recipients, not the header's: this is where the message really went. */
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

const summaryFields = { text: true, html: true, headers: true, raw: true } as const;
const mailSummary = storedMail.omit(summaryFields);
/** What the list needs; bodies stay on disk. */
export type MailSummary = z.infer<typeof mailSummary>;

export interface Delivery {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: Buffer;
}

/** How the next deliveries go wrong. */
export interface Fault {
  /** How many deliveries are spoilt. */
  readonly count: number;
  /** The SMTP answer of a refusal. */
  readonly code: number;
  /** `refuse`: not stored, `code` answered. `lose-reply`: stored, then the line is cut before the 250. */
  readonly kind: 'refuse' | 'lose-reply';
}

export interface Mailbox {
  /** Newest first. `to` and `text` (recipient or subject) narrow. */
  list(filter?: { to?: string | undefined; text?: string | undefined }): MailSummary[];
  read(id: string): Promise<StoredMail | null>;
  /** Resolves once the message is on disk. */
  store(delivery: Delivery): Promise<MailSummary>;
  clear(): Promise<void>;
  failNext(fault: { count: number; code?: number; kind?: Fault['kind'] }): void;
  /** Takes one spoilt delivery off the order, if any is left. */
  takeFault(): Fault | null;
  pendingFault(): Fault | null;
  onDelivered(listener: (mail: MailSummary) => void): () => void;
  close(): Promise<void>;
}

export async function openMailbox(dataDir: string): Promise<Mailbox> {
  const places = new Map<string, { summary: MailSummary; place: LinePlace }>();
  const log = await openDurableLog(join(dataDir, 'mail.jsonl'), (record, place) => {
    const summary = mailSummary.parse(record);
    places.set(summary.id, { summary, place });
  });
  const delivered = new EventEmitter().setMaxListeners(0);
  let fault: Fault | null = null;
  let last = Math.max(0, ...[...places.keys()].map(Number));

  return {
    list({ to, text } = {}) {
      const wanted = text?.toLocaleLowerCase('es');
      return [...places.values()]
        .map(({ summary }) => summary)
        .filter((mail) => to === undefined || mail.to.includes(to.toLowerCase()))
        .filter((mail) => wanted === undefined || describe(mail).includes(wanted))
        .reverse();
    },
    async read(id) {
      const known = places.get(id);
      return known ? storedMail.parse(await log.read(known.place)) : null;
    },
    async store(delivery) {
      last += 1;
      const mail = await parseMail(String(last), delivery);
      const summary = mailSummary.parse(mail);
      const place = await log.append(mail);
      places.set(mail.id, { summary, place });
      delivered.emit('delivered', summary);
      return summary;
    },
    async clear() {
      await log.clear();
      places.clear();
    },
    failNext({ count, code = 451, kind = 'refuse' }) {
      fault = count > 0 ? { count, code, kind } : null;
    },
    takeFault() {
      const taken = fault;
      if (taken) fault = taken.count > 1 ? { ...taken, count: taken.count - 1 } : null;
      return taken;
    },
    pendingFault: () => fault,
    onDelivered(listener) {
      delivered.on('delivered', listener);
      return () => delivered.off('delivered', listener);
    },
    close: () => log.close(),
  };
}

const describe = (mail: MailSummary): string =>
  `${mail.to.join(' ')} ${mail.subject}`.toLocaleLowerCase('es');

async function parseMail(id: string, { from, to, raw }: Delivery): Promise<StoredMail> {
  const receivedAt = new Date().toISOString();
  // A message no parser understands was still delivered; it is kept and shown as it came.
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
