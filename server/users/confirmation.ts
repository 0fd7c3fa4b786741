/** The signed link that confirms an address: GET only shows, for mail scanners follow links; POST acts. */
import type { FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import * as z from 'zod';
import type { Config } from '../config.ts';
import type { Database } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import { confirmEmail, lockUser, type User } from '../db/users.ts';
import { escapeHtml } from '../mail/escape.ts';
import { readLink, signLink } from '../mail/links.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { sheet } from '../mail/page.ts';

const validMs = 7 * 24 * 3_600_000;
type LinkConfig = Pick<Config, 'appOrigin' | 'linkSecret'>;

export async function sendConfirmation(db: Database, user: User, config: LinkConfig) {
  const expiresAt = Date.now() + validMs;
  const token = signLink(
    { purpose: 'confirm', uid: user.uid, subject: user.email, expiresAt },
    config.linkSecret,
  );
  const url = `${config.appOrigin}/api/users/confirmar?token=${token}`;
  await enqueueMail(db, {
    uid: user.uid,
    kind: 'confirmation',
    to: user.email,
    subject: 'Confirma tu correo en Vigía',
    text: `Confirma tu correo para recibir tus alertas de Vigía:\n\n${url}\n\nEl enlace vale 7 días. Si no creaste esta cuenta, no hagas nada.\n`,
    html: sheet(
      'Confirma tu correo',
      `<p>Confirma tu correo para recibir tus alertas de Vigía.</p><p><a href="${escapeHtml(url)}" style="color:#10352a;font-weight:700">Confirmar mi correo</a></p><p>El enlace vale 7&nbsp;días. Si no creaste esta cuenta, no hagas nada.</p>`,
    ),
    headers: {},
  });
}

const query = z.object({ token: z.string().max(4_096).catch('') });

export const confirmationRoutes =
  ({ pool, config }: { pool: pg.Pool; config: LinkConfig }): FastifyPluginAsync =>
  async (app) => {
    app.addContentTypeParser('application/x-www-form-urlencoded', (_request, body, done) => {
      body.resume();
      done(null);
    });
    const read = (given: unknown) => {
      const link = readLink(query.parse(given).token, config.linkSecret, new Date());
      return link.ok && link.content.purpose === 'confirm' ? link.content : null;
    };
    const broken = sheet(
      'Este enlace ya no vale',
      `<p>Pide otro desde <a href="${escapeHtml(config.appOrigin)}/dashboard" style="color:#10352a">Vigía</a>.</p>`,
    );
    app.get('/api/users/confirmar', async (request, reply) => {
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');
      if (read(request.query) === null) return reply.code(400).send(broken);
      return sheet(
        'Confirma tu correo',
        '<form method="post"><button style="padding:14px 20px;font-size:16px;font-weight:700;background:#10352a;color:#fbf7ec;border:0;border-radius:3px">Confirmar mi correo</button></form>',
      );
    });
    app.post('/api/users/confirmar', async (request, reply) => {
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');
      const link = read(request.query);
      const done =
        link !== null &&
        (await inTransaction(pool, async (client) => {
          const user = await lockUser(client, link.uid);
          // An address changed since then is another thing to confirm.
          if (user === null || user.email !== link.subject) return false;
          await confirmEmail(client, user.uid);
          return true;
        }));
      if (!done) return reply.code(400).send(broken);
      return sheet(
        'Correo confirmado',
        `<p>Tus alertas te llegarán aquí.</p><p><a href="${escapeHtml(config.appOrigin)}/dashboard" style="color:#10352a">Ir al panel</a></p>`,
      );
    });
  };
