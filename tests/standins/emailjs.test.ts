/** The EmailJS stand-in with the real SDK, @emailjs/browser 4.4.1. */
import emailjs from '@emailjs/browser';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { emailjsStandin } from '#standins/emailjs/plugin.ts';
import { createSmtpSender } from '#standins/mail/smtp-sender.ts';
import { type SmtpStandin, startSmtpStandin } from '#standins/mail/smtp-server.ts';
import { openDataDir, type Served, serve } from './serve.ts';

let smtp: SmtpStandin;
let served: Served;
beforeEach(async () => {
  smtp = await startSmtpStandin({ dataDir: await openDataDir() });
  onTestFinished(() => smtp.close());
  const sendMail = createSmtpSender({ url: smtp.url, from: 'Soporte <soporte@vigia.example>' });
  served = await serve((app) => app.register(emailjsStandin, { sendMail }));
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
const post = (payload: object | string, headers: object = { origin: 'http://localhost' }) =>
  served.app.inject({
    method: 'POST',
    url: '/api/v1.0/email/send',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });

it('a form sent by the real SDK arrives in the mailbox', async () => {
  // The SDK reads `location`.
  vi.stubGlobal('location', { pathname: '/support' });
  onTestFinished(() => void vi.unstubAllGlobals());
  emailjs.init({ publicKey: 'clave-publica' }, served.origin);
  const answer = await emailjs.send('servicio', 'plantilla', form);
  expect(answer).toMatchObject({ status: 200, text: 'OK' });
  const [mail] = smtp.mailbox.list();
  const subject = '[Media] No me llegó el aviso';
  expect(mail).toMatchObject({ to: ['ayuda@vigia.example'], subject });
  const stored = await smtp.mailbox.find(mail?.id ?? '');
  expect(stored?.text).toContain('Lucía Prado <lucia.prado@correo.es>');
  expect(stored?.html).toContain('&lt;b&gt;¿Qué pasó?&lt;/b&gt;');
});

const withForm = (part: object) => ({ template_params: { ...form, ...part } });
it.each([
  [400, { user_id: '' }, 'The Public Key is required'],
  [400, { service_id: undefined }, 'The service ID is required'],
  [400, { template_id: undefined }, 'The template ID is required'],
  [400, { template_params: { a: { b: 1 } } }, 'dynamic variables are corrupted'],
  [422, withForm({ to_email: '' }), 'recipients address is empty'],
  [422, withForm({ to_email: 'a@x.es, b@x.es' }), 'recipients address is corrupted'],
  [413, withForm({ message: 'x'.repeat(60_000) }), 'Variables size limit'],
])('answers %i in plain text', async (status, part, sentence) => {
  const answer = await post({ ...request, ...part });
  expect(answer.statusCode).toBe(status);
  expect(answer.body).toContain(sentence);
  expect(answer.headers['access-control-allow-origin']).toBe('http://localhost');
  expect(smtp.mailbox.list()).toEqual([]);
});

it('what is not JSON, not a browser, or not taken by the mail server is refused', async () => {
  expect((await post('{')).statusCode).toBe(400);
  expect((await post(request, {})).statusCode).toBe(403);
  smtp.mailbox.failNext({ count: 1, code: 451 });
  expect((await post(request)).statusCode).toBe(451);
  expect((await post(request)).statusCode).toBe(200);
});
