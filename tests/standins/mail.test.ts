/** The local mailbox over SMTP (nodemailer): what testers and journeys read, and the stand-ins' sender. */
import { createTransport } from 'nodemailer';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { mailboxPlugin } from '#standins/mail/mailbox-plugin.ts';
import { type SmtpStandin, startSmtpStandin } from '#standins/mail/smtp-server.ts';
import { openDataDir, type Served, serve } from './serve.ts';

let smtp: SmtpStandin;
let app: Served['app'];
let restart: () => Promise<void>;
beforeEach(async () => {
  const dataDir = await openDataDir();
  const start = async () => {
    smtp = await startSmtpStandin({ dataDir });
    ({ app } = await serve((one) => one.register(mailboxPlugin, { mailbox: smtp.mailbox })));
  };
  restart = async () => {
    await smtp.close();
    await start();
  };
  await start();
  onTestFinished(() => smtp.close());
});

const alertMail = {
  from: 'Vigía <alertas@vigia.example>',
  to: 'lucia.prado@correo.es',
  subject: '172 € · España – Uruguay ha cruzado tu línea',
  messageId: '<t-7f3a.v1.e1@vigia.example>',
  text: 'Ha bajado a 172 €',
  html: '<p>Ha bajado a <b>172 €</b> <a href="http://localhost/ver?a=1&#38;b=2">Ver</a></p><script>alert(1)</script>',
  headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
};
const send = (mail: object = {}) => createTransport(smtp.url).sendMail({ ...alertMail, ...mail });
const items = async (query = '') => (await app.inject(`/__local/buzon.json${query}`)).json().items;
const subjects = async (query = '') =>
  (await items(query)).map(({ subject }: { subject: string }) => subject);

it('each delivery is listed, newest first, under everybody it went to, until it is emptied', async () => {
  await send({ subject: 'uno', to: 'Bruno@Correo.es' });
  await send({ subject: 'dos', bcc: 'oculto@correo.es' });
  await restart();
  expect(await subjects()).toEqual(['dos', 'uno']);
  expect(await subjects('?to=bruno@correo.ES')).toEqual(['uno']);
  expect(await subjects('?to=oculto@correo.es')).toEqual(['dos']);
  await app.inject({ method: 'POST', url: '/__local/buzon/vaciar' });
  await restart();
  expect(await subjects()).toEqual([]);
});

it('the page shows the links and the HTML apart, under a policy without scripts', async () => {
  await send({ subject: '<img src=x onerror=alert(1)>' });
  const list = (await app.inject('/__local/buzon')).body;
  expect(list).not.toContain('<img src=x');
  const path = /href="(\/__local\/buzon\/\d+)"/.exec(list)?.[1] ?? '';
  const page = (await app.inject(path)).body;
  expect(page).toContain('href="http://localhost/ver?a=1&#38;b=2"');
  expect(page).not.toContain('<script>alert');
  const part = await app.inject(`${path}/html`);
  expect(part.body).toContain('<b>172 €</b>');
  expect(part.headers['content-security-policy']).toMatch(/^sandbox allow-popups(?!.*script)/);
});
