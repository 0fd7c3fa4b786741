/** Routes of signed links, without a session: GET shows a page, POST acts (RFC 8058). */
import type { FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import * as z from 'zod';
import { settingsPath } from '#domain/app-links.ts';
import { html } from '#domain/html.ts';
import type { DatabaseClock } from '../db/database-clock.ts';
import { listThresholdsWithValues } from '../db/users/listed-thresholds.ts';
import type { MailLinkConfig } from '../mail/action-links.ts';
import { labelOf } from '../mail/format.ts';
import { confirmForm, type LinkPage, sendLinkPage, serveLinkPages } from '../mail/link-page.ts';
import { verifyLink } from '../mail/signed-links.ts';
import { type ActionLink, linkActions } from './link-actions.ts';

const query = z.object({
  token: z.string().max(4_096).catch(''),
  /** Takes back what the link did. */
  deshacer: z.literal('1').optional().catch(undefined),
});

interface MailActionOptions {
  readonly pool: pg.Pool;
  readonly config: MailLinkConfig;
  readonly clock: Pick<DatabaseClock, 'now'>;
}

export const mailActionRoutes =
  ({ pool, config, clock }: MailActionOptions): FastifyPluginAsync =>
  async (app) => {
    serveLinkPages(app);
    const leadTo = (path: string, words: string) =>
      html`<p><a class="button" href="${config.appOrigin}${path}">${words}</a></p>`;

    function invalidPage(code: 'invalid' | 'expired'): LinkPage {
      const [status, title, why] =
        code === 'expired'
          ? ([410, 'Este enlace ha caducado', ''] as const)
          : ([400, 'Este enlace no es válido', 'Puede que se cortara al copiarlo. '] as const);
      const body = html`<p>${why}Puedes hacer lo mismo desde tu configuración.</p>${leadTo(settingsPath('avisos'), 'Ir a la configuración')}`;
      return { status, title, body };
    }

    function verify(rawQuery: unknown): ActionLink | LinkPage {
      const link = verifyLink(query.parse(rawQuery).token, config.linkSecrets, clock.now());
      if (!link.ok) return invalidPage(link.code);
      const { purpose, uid, subject } = link.content;
      return purpose === 'confirm' ? invalidPage('invalid') : { purpose, uid, subject };
    }

    // Not logged: the URL carries a token.
    app.get('/api/alerts/actions', { logLevel: 'warn' }, async (request, reply) => {
      const link = verify(request.query);
      if ('status' in link) return sendLinkPage(reply, link);
      const { title, text, button } = linkActions[link.purpose].offer;
      const target = link.subject === '' ? null : await thresholdLabel(pool, link);
      const body = html`${target && html`<p><strong>${target}</strong></p>`}<p>${text}</p>${confirmForm(button)}`;
      return sendLinkPage(reply, { status: 200, title, body });
    });

    app.post('/api/alerts/actions', { logLevel: 'warn' }, async (request, reply) => {
      const link = verify(request.query);
      if ('status' in link) return sendLinkPage(reply, link);
      const { token, deshacer } = query.parse(request.query);
      const { act, undo, leadsTo } = linkActions[link.purpose];
      const way = leadTo(leadsTo.path, leadsTo.words);
      const said = await (deshacer === undefined ? act : undo)(pool, link);
      if (said === null) {
        const body = html`<p>Lo borraste después de recibir aquel correo. No hay nada que cambiar.</p>${way}`;
        return sendLinkPage(reply, { status: 404, title: 'Ese umbral ya no existe', body });
      }
      // Posts to the same link.
      const form = html`<form method="post" action="?token=${token}&amp;deshacer=1"><button class="quiet">Deshacer</button></form>`;
      const body = html`<p>${said.text}</p>${deshacer === undefined ? form : null}${way}`;
      return sendLinkPage(reply, { status: 200, title: said.title, body });
    });
  };

/** “España – Uruguay, Categoría 2”; null once the threshold is deleted, which POST answers with 404. */
async function thresholdLabel(pool: pg.Pool, { uid, subject: id }: ActionLink) {
  const [threshold] = await listThresholdsWithValues(pool, uid, id);
  return threshold === undefined ? null : labelOf(threshold);
}
