/** `/__local/buzon`: pages, JSON API and fault injection of the local mailbox, which receives all mail. */
import type { FastifyPluginAsync } from 'fastify';
import * as z from 'zod';
import { scriptType, sendHtml, sendPage, serveFile, servePageFiles } from '../pages/local-page.ts';
import type { Mailbox } from './mailbox.ts';
import { mailboxBody, mailList, mailParts } from './mailbox-html.ts';

const notice = 'Herramienta local. No forma parte del producto.';
const optionalText = z.string().optional().catch(undefined);
const listQuery = z.object({
  q: optionalText,
  to: optionalText,
  abierto: optionalText,
  limit: z.coerce.number().int().positive().optional().catch(undefined),
});
const openQuery = z.object({ parte: z.enum(mailParts).catch('html'), q: optionalText });
const mailId = z.object({ id: z.string() });
const faultRequest = z.strictObject({
  count: z.int().min(0).max(100_000),
  code: z.int().min(400).max(599).default(451),
  kind: z.enum(['refuse', 'lose-reply']).default('refuse'),
});

/** Mail content: no scripts, no forms, no requests except images; links open in a new window. */
const messagePolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; " +
  "style-src 'unsafe-inline'; img-src data: http: https:; font-src data:; frame-ancestors 'self'";

export const mailboxPlugin: FastifyPluginAsync<{ mailbox: Mailbox }> = async (app, { mailbox }) => {
  // The “Vaciar” form sends an empty urlencoded body, which is ignored.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async () => ({}),
  );
  servePageFiles(app);
  serveFile(app, '/__local/buzon.js', new URL('mailbox.browser.js', import.meta.url), scriptType);

  app.get('/__local/buzon', async (request, reply) => {
    const { q = '' } = listQuery.parse(request.query);
    const body = mailboxBody({ mails: mailbox.list({ text: q }), query: q, open: null });
    return sendPage(reply, { title: 'Buzón', notice, body, scripts: ['/__local/buzon.js'] });
  });

  app.get('/__local/buzon/lista', async (request, reply) => {
    const { q, abierto = null } = listQuery.parse(request.query);
    return reply
      .type('text/html; charset=utf-8')
      .send(mailList(mailbox.list({ text: q }), abierto).text);
  });

  app.get('/__local/buzon/:id', async (request, reply) => {
    const { parte, q = '' } = openQuery.parse(request.query);
    const mail = await mailbox.find(mailId.parse(request.params).id);
    if (!mail) return reply.code(303).redirect('/__local/buzon');
    const part = parte === 'html' && !mail.html ? 'texto' : parte;
    const body = mailboxBody({ mails: mailbox.list({ text: q }), query: q, open: { mail, part } });
    return sendPage(reply, {
      title: mail.subject || 'Correo',
      notice,
      body,
      scripts: ['/__local/buzon.js'],
    });
  });

  app.get('/__local/buzon/:id/html', async (request, reply) => {
    const mail = await mailbox.find(mailId.parse(request.params).id);
    if (!mail) return reply.code(404).type('text/plain').send('No existe');
    return sendHtml(reply, `<base target="_blank">${mail.html}`, messagePolicy);
  });

  app.post('/__local/buzon/vaciar', async (_request, reply) => {
    await mailbox.clear();
    return reply.redirect('/__local/buzon', 303);
  });

  app.get('/__local/buzon.json', async (request) => {
    const { to, limit } = listQuery.parse(request.query);
    const summaries = mailbox.list({ to }).slice(0, limit);
    const mails = await Promise.all(summaries.map(({ id }) => mailbox.find(id)));
    return {
      items: mails
        .filter((mail) => mail !== null)
        .map(({ raw: _raw, to: recipients, ...mail }) => ({
          ...mail,
          to: recipients.join(', '),
          recipients,
        })),
    };
  });

  app.delete('/__local/buzon.json', async (_request, reply) => {
    await mailbox.clear();
    return reply.code(204).send();
  });

  app.get('/__local/buzon/fallos', async () => ({ pending: mailbox.pendingFault() }));

  app.post('/__local/buzon/fallos', async (request, reply) => {
    const fault = faultRequest.safeParse(request.body);
    if (!fault.success) return reply.code(400).send({ error: z.prettifyError(fault.error) });
    mailbox.failNext(fault.data);
    return { pending: mailbox.pendingFault() };
  });
};
