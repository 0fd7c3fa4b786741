/** Tests of the mailbox over SMTP (nodemailer), its JSON API, faults and pages, and of the SMTP sender. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mailboxPlugin } from '#standins/mail/mailbox-plugin.ts';
import { createSmtpSender } from '#standins/mail/smtp-sender.ts';
import { type SmtpStandin, startSmtpStandin } from '#standins/mail/smtp-server.ts';

let dataDir: string;
let smtp: SmtpStandin;
let app: FastifyInstance;

async function start(): Promise<void> {
  smtp = await startSmtpStandin({ dataDir });
  app = Fastify();
  await app.register(mailboxPlugin, { mailbox: smtp.mailbox });
}

async function stop(): Promise<void> {
  await app.close();
  await smtp.close();
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vigia-mail-'));
  await start();
});
afterEach(async () => {
  await stop();
  await rm(dataDir, { recursive: true, force: true });
});

const alertMail = {
  from: 'Vigía <alertas@vigia.example>',
  to: 'lucia.prado@correo.es',
  subject: '172 € · España – Uruguay ha cruzado tu línea',
  messageId: '<t-7f3a.v1.e1@vigia.example>',
  text: 'Ha bajado a 172 €',
  html: '<p>Ha bajado a <b>172 €</b> <a href="http://localhost/ver?a=1&amp;b=2">Ver la gráfica</a></p><script>alert(1)</script>',
  headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
};
const send = (mail: object = {}) => createTransport(smtp.url).sendMail({ ...alertMail, ...mail });
const items = async (query = '') => (await app.inject(`/__local/buzon.json${query}`)).json().items;

describe('the mailbox', () => {
  it('shows a delivered message with its parts, headers and Message-ID', async () => {
    await send();
    expect(await items()).toEqual([
      expect.objectContaining({
        messageId: alertMail.messageId,
        from: alertMail.from,
        to: alertMail.to,
        subject: alertMail.subject,
        text: expect.stringContaining('172 €'),
        html: expect.stringContaining('<b>172 €</b>'),
        headers: expect.arrayContaining([
          { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
        ]),
      }),
    ]);
  });

  it('keeps a message delivered twice as two deliveries, newest first', async () => {
    await send();
    await send({ subject: 'otra vez' });
    const subjects = (await items()).map((mail: { subject: string }) => mail.subject);
    expect(subjects).toEqual(['otra vez', alertMail.subject]);
  });

  it('filters by recipient, case-insensitively', async () => {
    await send();
    await send({ to: 'Bruno@Correo.es' });
    expect(await items('?to=bruno@correo.ES')).toHaveLength(1);
  });

  it('lists blind copies under the recipient they went to', async () => {
    await send({ bcc: 'oculto@correo.es' });
    expect(await items('?to=oculto@correo.es')).toHaveLength(1);
  });

  it('still has every acknowledged message after a restart', async () => {
    await send();
    await stop();
    await start();
    expect(await items()).toHaveLength(1);
    await send();
    expect(await items()).toHaveLength(2);
  });

  it('accepts many messages at once and loses none', async () => {
    const transport = createTransport({ url: smtp.url, pool: true, maxConnections: 10 });
    const wanted = Array.from({ length: 200 }, (_, i) => `aviso ${i}`);
    await Promise.all(wanted.map((subject) => transport.sendMail({ ...alertMail, subject })));
    transport.close();
    const subjects = (await items()).map((mail: { subject: string }) => mail.subject);
    expect(subjects.toSorted()).toEqual(wanted.toSorted());
  });

  it('deletes everything when emptied, also after a restart', async () => {
    await send();
    expect((await app.inject({ method: 'DELETE', url: '/__local/buzon.json' })).statusCode).toBe(
      204,
    );
    await stop();
    await start();
    expect(await items()).toEqual([]);
  });
});

describe('fault injection', () => {
  const inject = (payload: object) =>
    app.inject({ method: 'POST', url: '/__local/buzon/fallos', payload });

  it('rejects the requested number of deliveries with the requested code, then accepts', async () => {
    await inject({ count: 2, code: 552 });
    await expect(send()).rejects.toMatchObject({ responseCode: 552 });
    await expect(send()).rejects.toMatchObject({ responseCode: 552 });
    await send();
    expect(await items()).toHaveLength(1);
  });

  it('stores the message and closes the connection with lose-reply', async () => {
    await inject({ count: 1, kind: 'lose-reply' });
    await expect(send()).rejects.toThrow();
    expect(await items()).toHaveLength(1);
  });

  it('answers 400 to an invalid request', async () => {
    expect((await inject({ count: -1 })).statusCode).toBe(400);
    expect((await inject({ cuenta: 1 })).statusCode).toBe(400);
  });
});

describe('the mailbox pages', () => {
  it('shows the message, its links and the HTML part apart, under a policy without scripts', async () => {
    await send();
    const list = await app.inject('/__local/buzon');
    const [, path = ''] = /href="(\/__local\/buzon\/\d+)"/.exec(list.body) ?? [];
    const page = await app.inject(path);
    expect(page.body).toContain('Message-ID');
    expect(page.body).toContain('href="http://localhost/ver?a=1&amp;b=2"');
    expect(page.body).not.toContain('<script>alert');
    const part = await app.inject(`${path}/html`);
    expect(part.body).toContain('<b>172 €</b>');
    expect(part.headers['content-security-policy']).toMatch(/^sandbox allow-popups/);
    expect(part.headers['content-security-policy']).not.toContain('script');
  });

  it('reads numeric references in the address of a link', async () => {
    await send({ html: '<a href="http://localhost/ver?a=1&#38;b=2&#x26;c=3">Ver</a>' });
    const [, path = ''] =
      /href="(\/__local\/buzon\/\d+)"/.exec((await app.inject('/__local/buzon')).body) ?? [];
    expect((await app.inject(path)).body).toContain(
      'href="http://localhost/ver?a=1&amp;b=2&amp;c=3"',
    );
  });

  it('escapes what a sender writes in the subject', async () => {
    await send({ subject: '<img src=x onerror=alert(1)>' });
    expect((await app.inject('/__local/buzon')).body).not.toContain('<img src=x');
  });

  it('sends an unknown message back to the list', async () => {
    expect((await app.inject('/__local/buzon/999')).headers.location).toBe('/__local/buzon');
  });
});

describe('the sender stand-ins use', () => {
  it('delivers to exactly one recipient, however the address is written', async () => {
    const sendMail = createSmtpSender({ url: smtp.url, from: 'Vigía <cuenta@vigia.example>' });
    await sendMail({ to: 'ana@correo.es', subject: 'Hola', text: 'Hola', html: '<p>Hola</p>' });
    const hostile = { to: 'a@x.es, b@x.es\r\nRCPT TO:<c@x.es>', subject: '', text: '', html: '' };
    await expect(sendMail(hostile)).rejects.toThrow('not one e-mail address');
    expect(await items('?to=ana@correo.es')).toHaveLength(1);
    expect(await items()).toHaveLength(1);
  });
});
