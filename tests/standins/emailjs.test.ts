/** The EmailJS double with the real SDK, @emailjs/browser 4.4.1: what support gets, and what the form says otherwise. */
import emailjs from '@emailjs/browser';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { emailjsStandin } from '#standins/emailjs/plugin.ts';
import { createSmtpSender } from '#standins/mail/smtp-sender.ts';
import { type SmtpStandin, startSmtpStandin } from '#standins/mail/smtp-server.ts';
import { openDataDir, serve } from './serve.ts';

let smtp: SmtpStandin;
beforeEach(async () => {
  smtp = await startSmtpStandin({ dataDir: await openDataDir() });
  onTestFinished(() => smtp.close());
  const sendMail = createSmtpSender({ url: smtp.url, from: 'Soporte <soporte@vigia.example>' });
  const { origin } = await serve((app) => app.register(emailjsStandin, { sendMail }));
  // The SDK reads `location`.
  vi.stubGlobal('location', { pathname: '/support' });
  onTestFinished(() => void vi.unstubAllGlobals());
  emailjs.init({ publicKey: 'clave-publica' }, origin);
});

const form = {
  from_name: 'Lucía Prado',
  from_email: 'lucia.prado@correo.es',
  subject: 'No me llegó el aviso',
  message: 'Hola:\n<b>¿Qué pasó?</b>',
  priority: 'medium',
  to_email: 'ayuda@vigia.example',
};
const send = (part: object = {}) => emailjs.send('servicio', 'plantilla', { ...form, ...part });

it('a form arrives in the mailbox', async () => {
  expect(await send()).toMatchObject({ status: 200, text: 'OK' });
  const [mail] = smtp.mailbox.list();
  const subject = '[Media] No me llegó el aviso';
  expect(mail).toMatchObject({ recipients: ['ayuda@vigia.example'], subject });
  expect(mail?.text).toContain('Lucía Prado <lucia.prado@correo.es>');
  expect(mail?.html).toContain('&#60;b&#62;¿Qué pasó?&#60;/b&#62;');
});

it('one that has no address or is too long is refused', async () => {
  await expect(send({ to_email: '' })).rejects.toMatchObject({ status: 422 });
  await expect(send({ message: 'x'.repeat(60_000) })).rejects.toMatchObject({ status: 413 });
});
