/** Local mailbox: stores every delivery, duplicates included. */
import PostalMime, { type Address, type Email } from 'postal-mime';
import { openStore } from '../store.ts';

export interface StoredMail {
  readonly id: string;
  /** When it was delivered here: ISO 8601, UTC. */
  readonly receivedAt: string;
  readonly messageId: string;
  readonly from: string;
  /** The envelope's recipients, not the header's; lower case. */
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly raw: string;
}

interface SmtpDelivery {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: Buffer;
}

export type Mailbox = ReturnType<typeof openMailbox>;

export function openMailbox(dataDir: string) {
  const store = openStore<{ mail: StoredMail }>(dataDir, 'mail');
  let lastId = Math.max(0, ...store.list('mail').map(({ id }) => Number(id)));
  return {
    /** Newest first. Filters: `to` is a recipient, `text` a part of recipients or subject. */
    list({ to, text = '' }: { to?: string | undefined; text?: string | undefined } = {}) {
      const wanted = text.toLocaleLowerCase('es');
      return store
        .list('mail')
        .filter(({ recipients }) => to === undefined || recipients.includes(to.toLowerCase()))
        .filter((mail) => searchText(mail).includes(wanted))
        .reverse();
    },
    find: (id: string): StoredMail | null => store.get('mail', id) ?? null,
    /** @returns its id; a killed process would find it again */
    async store(delivery: SmtpDelivery): Promise<string> {
      lastId += 1;
      const id = String(lastId);
      store.put('mail', id, await parseMail(id, delivery));
      return id;
    },
    clear: () =>
      store.transact(() => {
        for (const { id } of store.list('mail')) store.delete('mail', id);
      }),
    close: store.close,
  };
}

const searchText = ({ recipients, subject }: StoredMail): string =>
  `${recipients.join(' ')} ${subject}`.toLocaleLowerCase('es');

async function parseMail(id: string, { from, to, raw }: SmtpDelivery): Promise<StoredMail> {
  // A message that cannot be parsed was still delivered; it is stored and shown raw.
  const email: Email = await PostalMime.parse(raw).catch(() => ({
    headers: [],
    headerLines: [],
    attachments: [],
  }));
  return {
    id,
    receivedAt: new Date().toISOString(),
    messageId: email.messageId ?? '',
    from: email.from ? formatAddress(email.from) : from,
    recipients: to.map((address) => address.toLowerCase()),
    subject: email.subject ?? '',
    text: email.text ?? '',
    html: email.html ?? '',
    headers: email.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    raw: raw.toString('utf8'),
  };
}

function formatAddress({ name, address }: Address): string {
  if (address === undefined) return name;
  return name ? `${name} <${address}>` : address;
}
