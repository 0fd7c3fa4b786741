/** EmailJS stand-in: delivers the requests of @emailjs/browser to the local mailbox over SMTP. */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { allowAllOrigins, registerPreflight } from '../cors.ts';
import { parseBodiesAsJson } from '../json-body.ts';
import type { OutgoingMail, SendMail } from '../mail/smtp-sender.ts';
import { html } from '../pages/html.ts';

/** An error in EmailJS's format: a status and one sentence of plain text. */
class EmailJsError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const dashboard = 'https://dashboard.emailjs.com/admin';
const sendRequest = z.looseObject({
  user_id: z.string().optional(),
  service_id: z.string().optional(),
  template_id: z.string().optional(),
  template_params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  lib_version: z.string().optional(),
});

/** EmailJS's own limit on all variables together. */
const maxFormBytes = 50_000;
const priorityNames: Readonly<Record<string, string>> = {
  low: 'Baja',
  medium: 'Media',
  high: 'Alta',
  urgent: 'Urgente',
};

export const emailjsStandin: FastifyPluginAsync<{ sendMail: SendMail }> = async (
  app,
  { sendMail },
) => {
  const path = '/api/v1.0/email/send';
  parseBodiesAsJson(app, () => new EmailJsError(400, 'Bad Request'));
  allowAllOrigins(app);
  registerPreflight(app, path);
  app.setErrorHandler(async (error, request, reply) => {
    const known = error instanceof EmailJsError ? error : toEmailJsError(error);
    if (!known) request.log.error(error);
    return reply
      .code(known?.status ?? 500)
      .type('text/plain; charset=utf-8')
      .send(known?.message ?? 'Internal Server Error');
  });

  app.post(path, { bodyLimit: maxFormBytes }, async (request, reply) => {
    assertBrowser(request);
    const mail = parseMail(request.body);
    await sendMail(mail).catch((cause) => {
      throw Object.assign(new EmailJsError(451, 'The e-mail service did not accept the message'), {
        cause,
      });
    });
    return reply.type('text/plain; charset=utf-8').send('OK');
  });
};

/** The hosted service accepts only browsers by default. */
function assertBrowser({ headers }: FastifyRequest): void {
  if (!headers.origin && !headers.referer && !headers['sec-fetch-mode']) {
    throw new EmailJsError(403, 'API calls are disabled for non-browser applications');
  }
}

function parseMail(body: unknown): OutgoingMail {
  const parsed = sendRequest.safeParse(body);
  if (!parsed.success) throw new EmailJsError(400, 'One or more dynamic variables are corrupted');
  const { user_id, service_id, template_id, template_params } = parsed.data;
  const assertPresent = (value: string | undefined, what: string, where: string): void => {
    if (!value) throw new EmailJsError(400, `The ${what}. To find this ID, visit ${where}`);
  };
  assertPresent(user_id, 'Public Key is required', `${dashboard}/account`);
  assertPresent(service_id, 'service ID is required', dashboard);
  assertPresent(template_id, 'template ID is required', `${dashboard}/templates`);
  const value = (name: string): string => String(template_params?.[name] ?? '').trim();
  const to = value('to_email');
  if (!to) throw new EmailJsError(422, 'The recipients address is empty');
  if (!oneAddress.test(to)) throw new EmailJsError(422, 'The recipients address is corrupted');
  return contactMail(to, value);
}

const oneAddress = /^[^\s@,;:<>"()\\]+@[^\s@,;:<>"()\\]+$/;

/** The mail that the template on the hosted dashboard renders. */
function contactMail(to: string, value: (name: string) => string): OutgoingMail {
  const priority = priorityNames[value('priority')] ?? value('priority');
  const sender = `${value('from_name')} <${value('from_email')}>`;
  const message = value('message');
  return {
    to,
    subject: `[${priority}] ${value('subject')}`,
    text: `De: ${sender}\nPrioridad: ${priority}\n\n${message}\n`,
    html: html`<!doctype html><html lang="es"><body style="font-family:Arial,Helvetica,sans-serif;color:#10352a;padding:24px">
<p><b>De:</b> ${sender}<br><b>Prioridad:</b> ${priority}</p>
<p style="white-space:pre-wrap">${message}</p></body></html>`.text,
  };
}

function toEmailJsError(error: unknown): EmailJsError | null {
  const parsed = z.object({ statusCode: z.int().min(400).max(499) }).safeParse(error);
  if (!parsed.success) return null;
  const isTooLarge = parsed.data.statusCode === 413;
  return new EmailJsError(
    parsed.data.statusCode,
    isTooLarge ? 'Variables size limit. The maximum allowed variables size is 50Kb' : 'Bad Request',
  );
}
