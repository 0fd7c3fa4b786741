/** Enqueues the test mail a user asks for to see that alerts arrive. */

import type { Database } from '../db/pool.ts';
import type { User } from '../db/users/users.ts';
import { html } from '../html.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import type { MailLinkConfig } from '../mail/mail-config.ts';
import { button, mailLayout, plainBody } from '../mail/mail-layout.ts';

export async function enqueueTestMail(
  db: Database,
  user: User,
  config: Pick<MailLinkConfig, 'appOrigin'>,
): Promise<void> {
  const title = 'Tus alertas llegan aquí';
  const words = 'Es un correo de prueba: ningún precio ha cruzado tu línea.';
  const next = 'Cuando uno la cruce, el aviso llegará a esta dirección, con el precio y la hora.';
  const url = `${config.appOrigin}/dashboard/alertas`;
  await enqueueMail(db, {
    uid: user.uid,
    kind: 'test',
    to: user.email,
    subject: 'Prueba de Vigía: tus alertas llegan aquí',
    text: `${words} ${next}\n\nVer mis alertas:\n${url}\n\nRecibes este correo porque pediste una prueba.\n`,
    html: mailLayout({
      title,
      preheader: words,
      corner: '',
      rows: [
        plainBody(
          title,
          html`<p style="margin:0 0 12px">${words}</p><p style="margin:0 0 22px">${next}</p>${button(url, 'Ver mis alertas')}`,
        ),
      ],
      foot: html`Recibes este correo porque pediste una prueba.`,
    }),
    headers: {},
  });
}
