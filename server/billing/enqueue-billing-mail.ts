/** Renders a billing mail and enqueues it, in the caller's transaction. */
import { type Html, html } from '#domain/html.ts';
import { lightColors } from '#domain/palette.ts';
import type { Database } from '../db/pool.ts';
import type { User } from '../db/users/users.ts';
import { headerBlock, perforation } from '../mail/alert-mail-layout.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { capitalised, formatMoment, mailTimeZone } from '../mail/format.ts';
import { button, link, mailLayout } from '../mail/mail-layout.ts';
import { type BillingMailText, billingMailText } from './billing-mail-text.ts';
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
  const content = billingMailText(mail, zone);
  const url = `${appOrigin}/dashboard/plan`;
  await enqueueMail(db, {
    uid: user.uid,
    cause: 'billing',
    to: user.email,
    subject: content.subject,
    text: bodyText(content, url),
    html: mailLayout({
      title: content.title,
      preheader: content.paragraphs[0] ?? content.title,
      corner: capitalised(formatMoment(now, zone)),
      rows: [
        headerBlock({ above: null, title: content.title, below: html`${content.subtitle}` }),
        perforation,
        html`<tr><td class="paper pad" style="background:${lightColors.surface};border-radius:0 0 5px 5px;padding:26px 32px 28px"><div class="f t" style="font-size:16px;line-height:1.5;color:${lightColors.text}">${bodyHtml(content, url)}</div></td></tr>`,
      ],
      foot: html`${foot}`,
    }),
    headers: {},
  });
}

function bodyText(
  { paragraphs, facts, button: label, invoiceUrl }: BillingMailText,
  url: string,
): string {
  const parts = [
    ...paragraphs,
    facts.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    `${label}:\n${url}`,
    invoiceUrl === null ? '' : `Factura completa:\n${invoiceUrl}`,
    foot,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const bodyHtml = (
  { paragraphs, facts, button: label, invoiceUrl }: BillingMailText,
  url: string,
): Html =>
  html`${paragraphs.map((paragraph) => html`<p style="margin:0 0 18px">${paragraph}</p>`)}${
    facts.length === 0 ? null : factTable(facts)
  }${button(url, label)}${
    invoiceUrl === null
      ? null
      : html`<p style="margin:18px 0 0;font-size:15px">${link(invoiceUrl, 'Ver la factura completa')}</p>`
  }`;

const factTable = (facts: BillingMailText['facts']): Html =>
  html`<table class="f t strong" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 22px;font-size:15px;color:${lightColors.text};border-top:1px solid ${lightColors.text}">
${facts.map(({ name, value }) => html`<tr><th class="s line" align="left" scope="row" style="padding:10px 12px 10px 0;font-weight:400;white-space:nowrap;color:${lightColors.textSoft};border-bottom:1px solid ${lightColors.rule}">${name}</th><td class="t line" align="right" style="padding:10px 0;font-weight:700;color:${lightColors.text};border-bottom:1px solid ${lightColors.rule}">${value}</td></tr>`)}</table>`;
