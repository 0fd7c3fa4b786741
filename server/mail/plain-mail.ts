/** Stores a mail of a title, paragraphs, one link and why it comes, such as a notice of what was done in an account. */
import { settingsPath } from '#domain/app-links.ts';
import type { Cause } from '../db/deliveries/deliveries.ts';
import type { Database } from '../db/pool.ts';
import type { User } from '../db/users/users.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { buttonBlock, paragraphBlock } from './mail-blocks.ts';
import { composeMail } from './mail-layout.ts';

export interface PlainMail {
  /** Absent = the title. */
  readonly subject?: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly link: { readonly url: string; readonly words: string };
  /** Small print. */
  readonly foot: string;
}

export async function enqueuePlainMail(
  db: Database,
  { uid, email: to }: Pick<User, 'uid' | 'email'>,
  cause: Cause,
  { title, subject = title, paragraphs, link, foot }: PlainMail,
): Promise<void> {
  const blocks = [...paragraphs.map(paragraphBlock), buttonBlock(link)];
  const content = composeMail({ subject, header: { title }, blocks, foot: [foot] });
  await enqueueMail(db, { ...content, uid, cause, to });
}

export interface AccountNotice extends Pick<PlainMail, 'title' | 'paragraphs' | 'foot'> {
  /** Of Configuración, where what it tells is. */
  readonly section: 'canales' | 'claves' | 'cuenta';
}

/** Only to a confirmed address, like every other mail: without one, nothing is enqueued. */
export async function enqueueAccountNotice(
  db: Database,
  { appOrigin }: { readonly appOrigin: string },
  user: Pick<User, 'uid' | 'email' | 'emailConfirmedAt'>,
  { section, ...notice }: AccountNotice,
): Promise<void> {
  if (user.emailConfirmedAt === null) return;
  const link = { url: `${appOrigin}${settingsPath(section)}`, words: 'Abrir Configuración' };
  await enqueuePlainMail(db, user, 'account', { ...notice, link });
}
