/** Enqueues the test mail a user asks for: an alert of their newest threshold, marked as a test. */
import { findSampleAlert } from '../db/alerts/sample-alert.ts';
import type { AlertMailData } from '../db/alerts/unsent-alerts.ts';
import type { Database } from '../db/pool.ts';
import type { User } from '../db/users/users.ts';
import type { MailLinkConfig } from '../mail/action-links.ts';
import { composeAlertMail } from '../mail/alert-mail.ts';
import { linksFor, toAlertSection } from '../mail/alert-section.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { mailTimeZone } from '../mail/format.ts';
import { composePlainMail } from '../mail/plain-mail.ts';

export async function enqueueTestMail(
  db: Database,
  user: User,
  config: MailLinkConfig,
): Promise<void> {
  const alert = await findSampleAlert(db, user.uid);
  const content = alert === null ? composeWithoutThreshold(config) : compose(alert, user, config);
  await enqueueMail(db, { ...content, uid: user.uid, cause: 'test', to: user.email, headers: {} });
}

function compose(
  alert: AlertMailData,
  { uid, notifications, readAt: now }: User,
  config: MailLinkConfig,
) {
  const links = linksFor(uid, config, now);
  const timeZone = mailTimeZone(notifications.quietHours);
  const section = toAlertSection(alert, { links, timeZone });
  return composeAlertMail(
    { sections: [section], more: [] },
    { links, timeZone, now, isTest: true },
  );
}

/** Of a user without a threshold, or with nothing on sale. */
const composeWithoutThreshold = ({ appOrigin }: Pick<MailLinkConfig, 'appOrigin'>) =>
  composePlainMail({
    subject: 'Prueba de Vigía: tus alertas llegan aquí',
    title: 'Tus alertas llegan aquí',
    paragraphs: [
      'Es un correo de prueba: ningún precio ha cruzado tu línea.',
      'Cuando uno la cruce, el aviso llegará a esta dirección, con el precio y la hora.',
    ],
    link: { url: `${appOrigin}/dashboard/alertas`, words: 'Ver mis alertas' },
    foot: 'Recibes este correo porque pediste una prueba.',
  });
