/** A mail that tells the owner of an account what was done in it: a title, paragraphs, and a link to Configuración. */
import type { Database } from '../db/pool.ts';
import type { User } from '../db/users/users.ts';
import { html } from '../html.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { link, mailLayout, plainBody } from './mail-layout.ts';

export interface AccountNotice {
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** Why it comes, at the foot. */
  readonly reason: string;
}

/** Only to a confirmed address, like every other mail: without one, nothing is enqueued. */
export async function enqueueAccountNotice(
  db: Database,
  { appOrigin }: { readonly appOrigin: string },
  { uid, email, emailConfirmedAt }: Pick<User, 'uid' | 'email' | 'emailConfirmedAt'>,
  { title, paragraphs, reason }: AccountNotice,
): Promise<void> {
  if (emailConfirmedAt === null) return;
  const url = `${appOrigin}/dashboard/configuracion`;
  await enqueueMail(db, {
    uid,
    cause: 'account',
    to: email,
    subject: title,
    text: `${[...paragraphs, `Abrir Configuración:\n${url}`].join('\n\n')}\n`,
    html: mailLayout({
      title,
      preheader: paragraphs[0] ?? title,
      corner: '',
      rows: [
        plainBody(
          title,
          html`${paragraphs.map((text) => html`<p style="margin:0 0 18px">${text}</p>`)}${link(url, 'Abrir Configuración')}`,
        ),
      ],
      foot: html`${reason}`,
    }),
    headers: {},
  });
}
