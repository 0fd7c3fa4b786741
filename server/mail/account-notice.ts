/** A mail that tells the owner of an account what was done in it, with a link to Configuración. */
import { settingsPath } from '#domain/app-links.ts';
import type { Database } from '../db/pool.ts';
import type { User } from '../db/users/users.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { composePlainMail, type PlainMail } from './plain-mail.ts';

export interface AccountNotice extends Pick<PlainMail, 'title' | 'paragraphs' | 'foot'> {
  /** Of Configuración, where what it tells is. */
  readonly section: 'canales' | 'claves' | 'cuenta';
}

/** Only to a confirmed address, like every other mail: without one, nothing is enqueued. */
export async function enqueueAccountNotice(
  db: Database,
  { appOrigin }: { readonly appOrigin: string },
  { uid, email: to, emailConfirmedAt }: Pick<User, 'uid' | 'email' | 'emailConfirmedAt'>,
  { section, ...notice }: AccountNotice,
): Promise<void> {
  if (emailConfirmedAt === null) return;
  const link = { url: `${appOrigin}${settingsPath(section)}`, words: 'Abrir Configuración' };
  await enqueueMail(db, { ...composePlainMail({ ...notice, link }), uid, cause: 'account', to });
}
