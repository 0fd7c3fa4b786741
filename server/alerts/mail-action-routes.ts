/** Routes of signed mail links, without a session: GET shows a page, POST acts (RFC 8058). Idempotent. */
import type { FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import * as z from 'zod';
import { settingsPath } from '#domain/app-links.ts';
import { type Html, html } from '#domain/html.ts';
import { setSummaryDueAt } from '../db/alerts/weekly-summaries.ts';
import type { DatabaseClock } from '../db/database-clock.ts';
import { inTransaction } from '../db/transaction.ts';
import { listThresholdsWithValues } from '../db/users/listed-thresholds.ts';
import { findUser, lockUser, unsubscribe, updateNotifications } from '../db/users/users.ts';
import type { MailLinkConfig } from '../mail/action-links.ts';
import { formatInstant, labelOf, mailTimeZone } from '../mail/format.ts';
import { confirmForm, ignoreBodies, type LinkPage, sendLinkPage } from '../mail/link-page.ts';
import { type LinkClaims, verifyLink } from '../mail/signed-links.ts';
import { nextSummaryAt } from '../mail/weekly-schedule.ts';
import { applyThresholdAction } from './threshold-actions.ts';

const query = z.object({
  token: z.string().max(4_096).catch(''),
  /** Takes back what the link did. */
  deshacer: z.literal('1').optional().catch(undefined),
});

type Action = Exclude<LinkClaims['purpose'], 'confirm'>;
const actionTexts: Record<
  Action,
  { readonly title: string; readonly description: string; readonly button: string }
> = {
  snooze: {
    title: 'Silenciar este umbral 24\u00a0h',
    description: 'Durante 24\u00a0horas no lo comprobaremos. Después vuelve solo.',
    button: 'Silenciar 24\u00a0h',
  },
  pause: {
    title: 'Pausar este umbral',
    description: 'Dejaremos de comprobarlo hasta que lo reanudes.',
    button: 'Pausar este umbral',
  },
  unsubscribe: {
    title: 'Dejar de recibir alertas',
    description: 'No te enviaremos más alertas por correo. Seguirás viéndolas en Vigía.',
    button: 'Dejar de recibir alertas',
  },
  'stop-summary': {
    title: 'Dejar de recibir el resumen',
    description: 'No te enviaremos más resúmenes semanales. Tus alertas siguen como estaban.',
    button: 'Dejar de recibir el resumen',
  },
};

interface MailActionOptions {
  readonly pool: pg.Pool;
  readonly config: MailLinkConfig;
  readonly clock: Pick<DatabaseClock, 'now'>;
}

export const mailActionRoutes =
  ({ pool, config, clock }: MailActionOptions): FastifyPluginAsync =>
  async (app) => {
    ignoreBodies(app);
    const settingsLink = (section: string) =>
      html`<p><a class="button" href="${config.appOrigin}${settingsPath(section)}">Ir a la configuración</a></p>`;
    const thresholdsLink = html`<p><a class="button" href="${config.appOrigin}/dashboard/umbrales">Ver tus umbrales</a></p>`;
    const verify = (rawQuery: unknown) => {
      const link = verifyLink(query.parse(rawQuery).token, config.linkSecrets, clock.now());
      if (!link.ok) return invalidLinkPage(link.code, settingsLink('avisos'));
      const { purpose, uid, subject } = link.content;
      return purpose === 'confirm'
        ? invalidLinkPage('invalid', settingsLink('avisos'))
        : { purpose, uid, subject };
    };

    // Not logged: the URL carries a token.
    app.get('/api/alerts/actions', { logLevel: 'warn' }, async (request, reply) => {
      const link = verify(request.query);
      if ('status' in link) return sendLinkPage(reply, link);
      const { title, description, button } = actionTexts[link.purpose];
      const target = isAboutThreshold(link.purpose) ? await thresholdLabel(pool, link) : null;
      const body = html`${target && html`<p><strong>${target}</strong></p>`}<p>${description}</p>${confirmForm(button)}`;
      return sendLinkPage(reply, { status: 200, title, body });
    });

    app.post('/api/alerts/actions', { logLevel: 'warn' }, async (request, reply) => {
      const link = verify(request.query);
      if ('status' in link) return sendLinkPage(reply, link);
      const { token, deshacer } = query.parse(request.query);
      const pages = {
        settingsLink: settingsLink(link.purpose === 'stop-summary' ? 'semana' : 'canales'),
        thresholdsLink,
      };
      const page =
        deshacer === undefined
          ? await performAction(pool, link, { ...pages, undo: undoForm(token) })
          : await undoAction(pool, link, pages);
      return sendLinkPage(reply, page);
    });
  };

/** Posts to the same link. */
const undoForm = (token: string): Html =>
  html`<form method="post" action="?token=${token}&amp;deshacer=1"><button class="quiet">Deshacer</button></form>`;

const isAboutThreshold = (purpose: Action) => purpose === 'snooze' || purpose === 'pause';

/** “España – Uruguay, Categoría 2”; null once the threshold is deleted, which POST answers with 404. */
async function thresholdLabel(
  pool: pg.Pool,
  { uid, subject: id }: { uid: string; subject: string },
) {
  const [threshold] = await listThresholdsWithValues(pool, uid, id);
  return threshold === undefined ? null : labelOf(threshold);
}

interface ActionLink {
  readonly purpose: Action;
  readonly uid: string;
  readonly subject: string;
}
interface PageParts {
  readonly settingsLink: Html;
  readonly thresholdsLink: Html;
}

async function performAction(
  pool: pg.Pool,
  { purpose, uid, subject: id }: ActionLink,
  { settingsLink, thresholdsLink, undo }: PageParts & { readonly undo: Html },
): Promise<LinkPage> {
  if (purpose === 'unsubscribe') {
    await unsubscribe(pool, uid);
    const body = html`<p>No te enviaremos más alertas por correo. Puedes volver a activarlas en tu configuración.</p>${undo}${settingsLink}`;
    return { status: 200, title: 'No recibirás más alertas', body };
  }
  if (purpose === 'stop-summary') {
    await setSummaryDueAt(pool, uid, null);
    const body = html`<p>No te enviaremos más resúmenes semanales. Puedes volver a pedirlos en tu configuración.</p>${undo}${settingsLink}`;
    return { status: 200, title: 'No recibirás más resúmenes', body };
  }
  const outcome = await applyThresholdAction(pool, { uid, id, action: purpose });
  if (outcome.code === 'gone') return goneThreshold(thresholdsLink);
  const { snoozedUntil } = outcome;
  const ya = outcome.code === 'already' ? 'ya ' : '';
  if (snoozedUntil === null)
    return {
      status: 200,
      title: outcome.code === 'already' ? 'Este umbral ya estaba en pausa' : 'Umbral en pausa',
      body: html`<p>No lo comprobaremos hasta que lo reanudes.</p>${undo}${thresholdsLink}`,
    };
  const user = await findUser(pool, uid);
  const until = formatInstant(snoozedUntil, mailTimeZone(user?.notifications.quietHours ?? null));
  return {
    status: 200,
    title: outcome.code === 'already' ? 'Este umbral ya estaba en silencio' : 'Umbral en silencio',
    body: html`<p>Este umbral ${ya}está en silencio hasta el ${until}. Después vuelve solo.</p>${undo}${thresholdsLink}`,
  };
}

const goneThreshold = (thresholdsLink: Html): LinkPage => ({
  status: 404,
  title: 'Ese umbral ya no existe',
  body: html`<p>Lo borraste después de recibir aquel correo. No hay nada que cambiar.</p>${thresholdsLink}`,
});

/** Idempotent: what is as before already, stays. */
async function undoAction(
  pool: pg.Pool,
  { purpose, uid, subject: id }: ActionLink,
  { settingsLink, thresholdsLink }: PageParts,
): Promise<LinkPage> {
  if (purpose === 'snooze' || purpose === 'pause') {
    const { code } = await applyThresholdAction(pool, { uid, id, action: purpose, undo: true });
    return code === 'gone'
      ? goneThreshold(thresholdsLink)
      : {
          status: 200,
          title: 'Deshecho',
          body: html`<p>El umbral queda como estaba.</p>${thresholdsLink}`,
        };
  }
  await inTransaction(pool, async (client) => {
    const user = await lockUser(client, uid);
    if (user === null || user.closedAt !== null) return;
    const { notifications, weeklySummaryDueAt, readAt } = user;
    if (purpose === 'unsubscribe' && notifications.mail === 'off')
      await updateNotifications(client, uid, { ...notifications, mail: 'on' });
    if (purpose === 'stop-summary' && weeklySummaryDueAt === null)
      await setSummaryDueAt(
        client,
        uid,
        nextSummaryAt(readAt, mailTimeZone(notifications.quietHours)),
      );
  });
  return {
    status: 200,
    title: 'Deshecho',
    body:
      purpose === 'unsubscribe'
        ? html`<p>Vuelves a recibir tus alertas por correo.</p>${settingsLink}`
        : html`<p>Vuelves a recibir el resumen de los lunes.</p>${settingsLink}`,
  };
}

const invalidLinkPage = (code: 'invalid' | 'expired', settingsLink: Html): LinkPage =>
  code === 'expired'
    ? {
        status: 410,
        title: 'Este enlace ha caducado',
        body: html`<p>Puedes hacer lo mismo desde tu configuración.</p>${settingsLink}`,
      }
    : {
        status: 400,
        title: 'Este enlace no es válido',
        body: html`<p>Puede que se cortara al copiarlo. Puedes hacer lo mismo desde tu configuración.</p>${settingsLink}`,
      };
