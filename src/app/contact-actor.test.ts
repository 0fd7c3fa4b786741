// @vitest-environment jsdom
/** The contact form's machine as the app starts it: only a valid message leaves. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clientConfigSample } from '#tests/support/client-config-sample.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { startContactActor } from './contact-actor.ts';

const emailjs = {
  origin: 'http://correo.test',
  publicKey: 'clave',
  serviceId: 'servicio',
  templateId: 'plantilla',
  toEmail: 'ayuda@vigia.example',
};
const message = { name: 'Ana', email: 'ana@correo.example', subject: 'Hola', message: 'No llega.' };
const fetched = vi.fn(async (..._request: Parameters<typeof fetch>) => new Response('OK'));
beforeEach(() => {
  fetched.mockClear();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

it('sends no message that is incomplete, and shows why; once complete it is sent and announced', async () => {
  const showToast = vi.fn();
  const actor = startContactActor({ ...clientConfigSample, emailjs }, showToast, {});
  actor.send({ type: 'OPEN' });
  actor.send({ type: 'EDIT', part: { ...message, email: 'ana@' } });
  actor.send({ type: 'SUBMIT' });
  expect(actor.getSnapshot().context.isChecked).toBe(true);
  actor.send({ type: 'EDIT', part: message });
  actor.send({ type: 'SUBMIT' });
  // Closed while it is being sent: the outcome comes as a toast.
  actor.send({ type: 'CLOSE' });
  await waitFor(() => expect(showToast).toHaveBeenCalledWith(expect.anything(), 'success'));
  expect(fetched.mock.calls.map(([, request]) => String(request?.body))).toEqual([
    expect.stringContaining('ana@correo.example'),
  ]);
  actor.stop();
});
