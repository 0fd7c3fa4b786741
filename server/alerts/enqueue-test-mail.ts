/** Enqueues the test mail a user asks for: an alert of their newest threshold, marked as a test. */
import { findSampleAlert } from '../db/alerts/sample-alert.ts';
import type { Database } from '../db/pool.ts';
import type { User } from '../db/users/users.ts';
import type { MailLinkConfig } from '../mail/action-links.ts';
import { composeAlertMail } from '../mail/alert-mail.ts';
import { linksFor, toAlertSection } from '../mail/alert-section.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { mailTimeZone } from '../mail/format.ts';
import { enqueuePlainMail, type PlainMail } from '../mail/plain-mail.ts';

export async function enqueueTestMail(
  db: Database,
  user: User,
  config: MailLinkConfig,
): Promise<void> {
  const { uid, email: to, notifications, readAt: now } = user;
  const alert = await findSampleAlert(db, uid);
  if (alert === null) return enqueuePlainMail(db, user, 'test', withoutThreshold(config));
  const links = linksFor(uid, config, now);
  const timeZone = mailTimeZone(notifications.quietHours);
  const sections = [toAlertSection(alert, { links, timeZone })] as const;
  const options = { links, timeZone, now, isTest: true };
  const mail = composeAlertMail({ sections, more: [] }, options);
  await enqueueMail(db, { ...mail, uid, cause: 'test', to });
}

/** Of a user without a threshold, or with nothing on sale. */
const withoutThreshold = ({ appOrigin }: Pick<MailLinkConfig, 'appOrigin'>): PlainMail => ({
  subject: 'Prueba de Vigía: tus alertas llegan aquí',
  title: 'Tus alertas llegan aquí',
  paragraphs: [
    'Es un correo de prueba: ningún precio ha cruzado tu línea.',
    'Cuando uno la cruce, el aviso llegará a esta dirección, con el precio y la hora.',
  ],
  link: { url: `${appOrigin}/dashboard/alertas`, words: 'Ver mis alertas' },
  foot: 'Recibes este correo porque pediste una prueba.',
});
