/** Tests of the EmailJS stand-in with the real SDK, @emailjs/browser 4.4.1. */
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import emailjs from '@emailjs/browser';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emailjsStandin } from '#standins/emailjs/plugin.ts';
import { createSmtpSender } from '#standins/mail/smtp-sender.ts';
import { type SmtpStandin, startSmtpStandin } from '#standins/mail/smtp-server.ts';

let dataDir: string;
let smtp: SmtpStandin;
let app: FastifyInstance;
let origin: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vigia-emailjs-'));
  smtp = await startSmtpStandin({ dataDir });
  app = Fastify();
  const sendMail = createSmtpSender({ url: smtp.url, from: 'Soporte <soporte@vigia.example>' });
  await app.register(emailjsStandin, { sendMail });
  await app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  // The SDK reads `location`.
  vi.stubGlobal('location', { pathname: '/support' });
  emailjs.init({ publicKey: 'clave-publica' }, origin);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await app.close();
  await smtp.close();
  await rm(dataDir, { recursive: true, force: true });
});

const form = {
  from_name: 'Lucía Prado',
  from_email: 'lucia.prado@correo.es',
  subject: 'No me llegó el aviso',
  message: 'Hola:\n<b>¿Qué pasó?</b>',
  priority: 'medium',
  to_email: 'ayuda@vigia.example',
};
const request = {
  lib_version: '4.4.1',
  user_id: 'clave-publica',
  service_id: 'servicio',
  template_id: 'plantilla',
  template_params: form,
};
const post = (body: string, headers: Record<string, string> = { origin: 'http://localhost' }) =>
  app.inject({
    method: 'POST',
    url: '/api/v1.0/email/send',
    headers: { 'content-type': 'application/json', ...headers },
    payload: body,
  });

describe('the contact form', () => {
  it('sent by the real SDK arrives in the mailbox', async () => {
    const answer = await emailjs.send('servicio', 'plantilla', form);
    expect(answer).toMatchObject({ status: 200, text: 'OK' });
    const [mail] = smtp.mailbox.list();
    expect(mail).toMatchObject({
      to: ['ayuda@vigia.example'],
      subject: '[Media] No me llegó el aviso',
    });
    const stored = await smtp.mailbox.find(mail?.id ?? '');
    expect(stored?.text).toContain('Lucía Prado <lucia.prado@correo.es>');
    expect(stored?.html).toContain('&lt;b&gt;¿Qué pasó?&lt;/b&gt;');
  });

  it.each([
    [400, { ...request, user_id: '' }, 'The Public Key is required'],
    [400, { ...request, service_id: undefined }, 'The service ID is required'],
    [400, { ...request, template_id: undefined }, 'The template ID is required'],
    [400, { ...request, template_params: { a: { b: 1 } } }, 'dynamic variables are corrupted'],
    [
      422,
      { ...request, template_params: { ...form, to_email: '' } },
      'recipients address is empty',
    ],
    [
      422,
      { ...request, template_params: { ...form, to_email: 'a@x.es, b@x.es' } },
      'recipients address is corrupted',
    ],
    [
      413,
      { ...request, template_params: { ...form, message: 'x'.repeat(60_000) } },
      'Variables size limit',
    ],
  ])('answers %i in plain text', async (status, body, sentence) => {
    const answer = await post(JSON.stringify(body));
    expect(answer.statusCode).toBe(status);
    expect(answer.body).toContain(sentence);
    expect(answer.headers['access-control-allow-origin']).toBe('http://localhost');
    expect(smtp.mailbox.list()).toEqual([]);
  });

  it('answers 400 to what is not JSON and 403 to what is not a browser', async () => {
    expect((await post('{')).statusCode).toBe(400);
    expect((await post(JSON.stringify(request), {})).statusCode).toBe(403);
  });

  it('answers 451 when the mail server refuses', async () => {
    smtp.mailbox.failNext({ count: 1, code: 451 });
    expect((await post(JSON.stringify(request))).statusCode).toBe(451);
    expect((await post(JSON.stringify(request))).statusCode).toBe(200);
  });
});
