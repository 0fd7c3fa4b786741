/** EmailJS double: delivers the requests of @emailjs/browser to the local mailbox over SMTP. */
import type { FastifyPluginAsync } from 'fastify';
import * as z from 'zod';
import { html } from '#domain/html.ts';
import { allowAllOrigins, registerPreflight } from '../cors.ts';
import { parseBodiesAsJson } from '../json-body.ts';
import type { OutgoingMail, SendMail } from '../mail/smtp-sender.ts';

const text = z.string().trim();
const sendRequest = z.object({
  user_id: text.min(1),
  service_id: text.min(1),
  template_id: text.min(1),
  template_params: z.object({
    from_name: text,
    from_email: text,
    subject: text,
    message: text,
    priority: z.enum(['low', 'medium', 'high', 'urgent']),
    to_email: text.min(1),
  }),
});

/** EmailJS's own limit on all variables together. */
const maxFormBytes = 50_000;
const priorityNames = { low: 'Baja', medium: 'Media', high: 'Alta', urgent: 'Urgente' } as const;

export const emailjsStandin: FastifyPluginAsync<{ sendMail: SendMail }> = async (
  app,
  { sendMail },
) => {
  const path = '/api/v1.0/email/send';
  parseBodiesAsJson(app, () => new Error('Bad Request'));
  allowAllOrigins(app);
  registerPreflight(app, path);
  app.post(path, { bodyLimit: maxFormBytes }, async (request, reply) => {
    reply.type('text/plain; charset=utf-8');
    const parsed = sendRequest.safeParse(request.body);
    if (!parsed.success) return reply.code(422).send(z.prettifyError(parsed.error));
    await sendMail(contactMail(parsed.data.template_params));
    return reply.send('OK');
  });
};

/** The mail that the template on the hosted dashboard renders. */
function contactMail(form: z.output<typeof sendRequest>['template_params']): OutgoingMail {
  const priority = priorityNames[form.priority];
  const sender = `${form.from_name} <${form.from_email}>`;
  return {
    to: form.to_email,
    subject: `[${priority}] ${form.subject}`,
    text: `De: ${sender}\nPrioridad: ${priority}\n\n${form.message}\n`,
    html: html`<p><b>De:</b> ${sender}<br><b>Prioridad:</b> ${priority}</p><p style="white-space:pre-wrap">${form.message}</p>`
      .text,
  };
}
