/** The local mailbox over SMTP (nodemailer): what testers and journeys read, and the stand-ins' sender. */
import { createTransport } from 'nodemailer';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { mailboxPlugin } from '#standins/mail/mailbox-plugin.ts';
import { type SmtpStandin, startSmtpStandin } from '#standins/mail/smtp-server.ts';
import { openDataDir, type Served, serve } from './serve.ts';

let smtp: SmtpStandin;
let app: Served['app'];
beforeEach(async () => {
  const dataDir = await openDataDir();
  smtp = await startSmtpStandin({ dataDir });
  ({ app } = await serve((one) => one.register(mailboxPlugin, { mailbox: smtp.mailbox })));
  onTestFinished(() => smtp.close());
});

const alertMail = {
  from: 'Vigía <alertas@vigia.example>',
  to: 'lucia.prado@correo.es',
  subject: '172 € · España – Uruguay ha cruzado tu línea',
  messageId: '<t-7f3a.v1.e1@vigia.example>',
  text: 'Ha bajado a 172 €',
  html: '<p>Ha bajado a <b>172 €</b></p><script>alert(1)</script>',
  headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
};
const send = (mail: object = {}) => createTransport(smtp.url).sendMail({ ...alertMail, ...mail });

it('the page shows the HTML apart, under a policy without scripts', async () => {
  await send({ subject: '<img src=x onerror=alert(1)>' });
  const list = (await app.inject('/__local/buzon')).body;
  expect(list).not.toContain('<img src=x');
  const path = /href="(\/__local\/buzon\/\d+)"/.exec(list)?.[1] ?? '';
  const page = (await app.inject(path)).body;
  expect(page).not.toContain('<script>alert');
  const part = await app.inject(`${path}/html`);
  expect(part.body).toContain('<b>172 €</b>');
  expect(part.headers['content-security-policy']).toMatch(/^sandbox allow-popups(?!.*script)/);
});
