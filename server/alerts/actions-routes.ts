/** What a mail's links do without signing in: GET only shows, POST acts (RFC 8058). Acting twice changes nothing more. */
import type { FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import * as z from 'zod';
import type { Config } from '../config.ts';
import { askForProjection } from '../db/projection-jobs.ts';
import { addCommand, announceCommands, dropWaitingStarts } from '../db/thresholds.ts';
import { inTransaction } from '../db/transaction.ts';
import { lockUser } from '../db/users.ts';
import { type LinkContent, readLink } from '../mail/links.ts';
import { sheet } from '../mail/page.ts';

const query = z.object({ token: z.string().max(4_096).catch('') });
const words = {
  snooze: 'Silenciar 24 h',
  pause: 'Pausar este umbral',
  unsubscribe: 'Dejar de recibir alertas',
  confirm: '',
};

async function act(client: pg.PoolClient, { uid, purpose, subject }: LinkContent): Promise<void> {
  if ((await lockUser(client, uid)) === null) return;
  if (purpose === 'unsubscribe') {
    await client.query(`update users set correo = 'baja' where uid = $1`, [uid]);
    return;
  }
  const until = purpose === 'snooze' ? new Date(Date.now() + 86_400_000) : null;
  const { rows } = await client.query<{ version: number }>(
    `update thresholds set pausa = case when $3::timestamptz is null then 'usuario' end, silenciado_hasta = $3,
       version = version + 1, active_from = null, armed = true, base = null, episode = 0
     where uid = $1 and key = $2 and deleted_at is null and pausa is null and silenciado_hasta is null returning version`,
    [uid, Number(subject), until],
  );
  const version = rows[0]?.version;
  if (version === undefined) return;
  const key = Number(subject);
  await dropWaitingStarts(client, key);
  await addCommand(client, { key, action: 'stop', version, dueAt: null });
  if (until !== null) await addCommand(client, { key, action: 'start', version, dueAt: until });
  await client.query(`update users set settings_version = settings_version + 1 where uid = $1`, [
    uid,
  ]);
  await askForProjection(client, uid);
  await announceCommands(client);
}

export const alertActionRoutes =
  ({ pool, config }: { pool: pg.Pool; config: Config }): FastifyPluginAsync =>
  async (app) => {
    app.addContentTypeParser('application/x-www-form-urlencoded', (_r, body, done) => {
      body.resume();
      done(null);
    });
    for (const method of ['GET', 'POST'] as const)
      app.route({
        method,
        url: '/api/alerts/actions',
        handler: async (request, reply) => {
          reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');
          const link = readLink(query.parse(request.query).token, config.linkSecret, new Date());
          if (!link.ok || link.content.purpose === 'confirm')
            return reply.code(400).send(sheet('Este enlace ya no vale', ''));
          const title = words[link.content.purpose];
          if (method === 'GET')
            return sheet(title, `<form method="post"><button>${title}</button></form>`);
          await inTransaction(pool, (client) => act(client, link.content));
          return sheet('Hecho', `<p>${title}.</p>`);
        },
      });
  };
