// @vitest-environment jsdom
/** Sending a contact message: the request, rejections, and the rate limit. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyDraft } from '#machines/contact-modal.machine.ts';
import { createContactMail } from './contact-mail.ts';
import { maxMessages } from './contact-rate-limit.ts';

const account = {
  origin: 'http://correo.test',
  publicKey: 'clave',
  serviceId: 'servicio',
  templateId: 'plantilla',
  toEmail: 'ayuda@vigia.example',
};
const draft = {
  ...emptyDraft,
  name: ' Lucía Prado ',
  email: 'lucia@correo.example',
  subject: 'No llega',
  message: 'Nada desde el martes.\n',
};
const answer = vi.fn<(...request: Parameters<typeof fetch>) => Promise<Response>>();
const mail = createContactMail({ emailjs: account });

beforeEach(() => {
  answer.mockReset().mockImplementation(async () => new Response('OK'));
  vi.stubGlobal('fetch', answer);
  return () => void vi.unstubAllGlobals();
});

describe('a message to support', () => {
  it('is not sent when a bot has filled in the honeypot', async () => {
    const fromBot = { ...draft, honeypot: 'https://spam.example' };
    await expect(mail.send(fromBot)).rejects.toMatchObject({ code: 'trapped' });
    expect(answer).not.toHaveBeenCalled();
  });
});

it('allows five messages in ten minutes, and counts none that was not sent', async () => {
  answer.mockImplementationOnce(async () => new Response('no', { status: 429 }));
  await expect(mail.send(draft)).rejects.toMatchObject({ status: 429 });
  for (let sent = 0; sent < maxMessages; sent += 1) await mail.send(draft);
  await expect(mail.send(draft)).rejects.toMatchObject({ code: 'too-many' });
  expect(answer).toHaveBeenCalledTimes(1 + maxMessages);
});
