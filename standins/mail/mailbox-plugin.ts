/** `/__local/buzon`: pages and JSON of the local mailbox, which receives all mail. */
import type { FastifyPluginAsync } from 'fastify';
import * as z from 'zod';
import { scriptType, sendHtml, sendPage, serveFile, servePageFiles } from '../pages/local-page.ts';
import type { Mailbox } from './mailbox.ts';
import { mailboxBody, mailList, mailParts } from './mailbox-html.ts';

const optionalText = z.string().optional().catch(undefined);
const listQuery = z.object({
  q: optionalText,
  to: optionalText,
  abierto: optionalText,
  limit: z.coerce.number().int().positive().optional().catch(undefined),
  parte: z.enum(mailParts).catch('html'),
});
const mailId = z.object({ id: z.string() });

/** Mail content: no scripts, no forms, no requests except images; links open in a new window. */
const messagePolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; " +
  "style-src 'unsafe-inline'; img-src data: http: https:; font-src data:; frame-ancestors 'self'";

const page = {
  notice: 'Herramienta local. No forma parte del producto.',
  scripts: ['/__local/buzon.js'],
};

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
    const { q: text = '' } = listQuery.parse(request.query);
    const body = mailboxBody({ mails: mailbox.list({ text }), query: text, open: null });
    return sendPage(reply, { ...page, title: 'Buzón', body });
  });

  app.get('/__local/buzon/lista', async (request, reply) => {
    const { q: text, abierto = null } = listQuery.parse(request.query);
    return reply
      .type('text/html; charset=utf-8')
      .send(mailList(mailbox.list({ text }), abierto).text);
  });

  app.get('/__local/buzon/:id', async (request, reply) => {
    const { parte, q: text = '' } = listQuery.parse(request.query);
    const mail = mailbox.find(mailId.parse(request.params).id);
    if (!mail) return reply.code(303).redirect('/__local/buzon');
    const open = { mail, part: parte === 'html' && !mail.html ? ('texto' as const) : parte };
    const body = mailboxBody({ mails: mailbox.list({ text }), query: text, open });
    return sendPage(reply, { ...page, title: mail.subject || 'Correo', body });
  });

  app.get('/__local/buzon/:id/html', async (request, reply) => {
    const mail = mailbox.find(mailId.parse(request.params).id);
    return sendHtml(reply, `<base target="_blank">${mail?.html}`, messagePolicy);
  });

  app.post('/__local/buzon/vaciar', async (_request, reply) => {
    mailbox.clear();
    return reply.redirect('/__local/buzon', 303);
  });

  app.get('/__local/buzon.json', async (request) => {
    const { to, limit } = listQuery.parse(request.query);
    const mails = mailbox.list({ to }).slice(0, limit);
    return { items: mails.map((mail) => ({ ...mail, to: mail.recipients.join(', ') })) };
  });
};
