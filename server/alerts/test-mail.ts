/** A mail that only shows that mails arrive. */
import type { Database } from '../db/pool.ts';
import type { User } from '../db/users.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { sheet } from '../mail/page.ts';

export async function sendTestMail(db: Database, user: User): Promise<void> {
  const words = 'Este es un correo de prueba: tus alertas llegarán a esta dirección.';
  await enqueueMail(db, {
    uid: user.uid,
    kind: 'test',
    to: user.email,
    subject: 'Prueba de Vigía: tus alertas llegan aquí',
    text: `${words}\n`,
    html: sheet('Tus alertas llegan aquí', `<p>${words}</p>`),
    headers: {},
  });
}
