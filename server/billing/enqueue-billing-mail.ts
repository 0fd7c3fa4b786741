/** Renders a billing mail and enqueues it, in the caller's transaction. */
import { capitalizeFirst } from '#domain/capitalize-first.ts';
import type { Database } from '../db/pool.ts';
import type { User } from '../db/users/users.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { formatMoment, mailTimeZone } from '../mail/format.ts';
import { actionsBlock, buttonBlock, factsBlock, paragraphBlock } from '../mail/mail-blocks.ts';
import { composeMail } from '../mail/mail-layout.ts';
import { billingMailText } from './billing-mail-text.ts';
import type { BillingMail } from './select-billing-mails.ts';

const foot = 'Recibes este correo porque tienes o has tenido un plan de pago en Vigía.';

/** Only to confirmed addresses, and never to a closed account. The panel shows the same facts. */
export async function enqueueBillingMail(
  db: Database,
  user: User,
  mail: BillingMail,
  { appOrigin, now }: { readonly appOrigin: string; readonly now: Date },
): Promise<void> {
  if (user.emailConfirmedAt === null || user.closedAt !== null) return;
  const zone = mailTimeZone(user.notifications.quietHours);
  const text = billingMailText(mail, zone);
  const { subject, title, subtitle, paragraphs, button: words, invoiceUrl } = text;
  const rows = text.facts.map(({ name, value }) => ({
    name,
    values: [{ text: value, tone: 'text' as const }],
  }));
  await enqueueMail(db, {
    uid: user.uid,
    cause: 'billing',
    to: user.email,
    ...composeMail({
      subject,
      corner: capitalizeFirst(formatMoment(now, zone)),
      header: { title, below: [subtitle] },
      blocks: [
        ...paragraphs.map(paragraphBlock),
        ...(rows.length === 0 ? [] : [factsBlock(rows)]),
        buttonBlock({ words, url: `${appOrigin}/dashboard/plan` }),
        ...(invoiceUrl === null
          ? []
          : [actionsBlock([{ words: 'Ver la factura completa', url: invoiceUrl }])]),
      ],
      foot: [foot],
    }),
  });
}
