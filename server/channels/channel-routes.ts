/** GET, POST, PATCH, DELETE /api/users/channels, and POST /:id/test: what alerts are sent by beside mail. */
import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type pg from 'pg';
import {
  type ChannelPatch,
  channelCreated,
  channelCreation,
  channelItem,
  channelList,
  channelParams,
  channelPatch,
  channelTest,
  mailChannelId,
} from '#contract/channels.ts';
import { type ChannelKind, channelKinds, maxChannels } from '#domain/channels.ts';
import { plans } from '#domain/plans.ts';
import { assertConfirmed } from '../accounts/assert-confirmed.ts';
import { lockOpenAccount } from '../accounts/lock-open-account.ts';
import { sessionOf } from '../auth/authenticate.ts';
import { limitPerAccount } from '../auth/limit-per-account.ts';
import { AppError } from '../base/errors.ts';
import {
  type Channel,
  deleteChannel,
  findChannel,
  insertChannel,
  listChannels,
  pauseChannel,
  recordTest,
  renameChannel,
  renewChannelSettings,
  resumeChannel,
  setIgnoresQuietHours,
} from '../db/alerts/channels.ts';
import { findLastAlertMailAt } from '../db/deliveries/mails.ts';
import { inTransaction } from '../db/transaction.ts';
import { type User, updateNotifications } from '../db/users/users.ts';
import type { ChannelsConfig } from '../delivery/channels-config.ts';
import { describeAnswer } from '../delivery/classify-answer.ts';
import { ChannelUnavailableError } from '../delivery/kind-definition.ts';
import { kinds } from '../delivery/kinds.ts';
import type { ChannelSender } from '../delivery/message-transport.ts';
import { openSettings, SettingsUnreadableError, sealSettings } from '../delivery/secret-box.ts';
import { type AccountNotice, enqueueAccountNotice } from '../mail/plain-mail.ts';
import { enforceKind, smallestPlanWith } from '../plans/plan-limits.ts';
import { toChannelItem, toMailItem } from './channel-item.ts';

/** Enough for every device and place of one person. */
const changesPerTenMinutes = 60;
const testsPerTenMinutes = 10;
const tooManyTests = 'Ya lo has probado varias veces. Espera un poco.';

export interface ChannelRouteOptions {
  readonly pool: pg.Pool;
  readonly appOrigin: string;
  /** null where the operator has not set up channels: there is mail alone. */
  readonly channels: { readonly config: ChannelsConfig; readonly sender: ChannelSender } | null;
  readonly enqueueTestMail: (client: pg.PoolClient, user: User) => Promise<void>;
}

export const channelRoutes =
  ({ pool, appOrigin, channels, enqueueTestMail }: ChannelRouteOptions): FastifyPluginAsyncZod =>
  async (app) => {
    const createLimit = (max: number) => limitPerAccount(app, { max, timeWindow: '10 minutes' });
    const countChange = createLimit(changesPerTenMinutes);
    const countTest = createLimit(testsPerTenMinutes);
    const offered = channelKinds.filter(
      (kind) => channels !== null && kinds[kind].isSetUp(channels.config),
    );

    app.get(
      '/api/users/channels',
      { config: { keyScope: 'read' }, schema: { response: { 200: channelList } } },
      async (request) => {
        const { user } = sessionOf(request);
        const lastMailAt = await findLastAlertMailAt(pool, user.uid);
        const items = (await listChannels(pool, user.uid)).map(toChannelItem);
        return {
          items: [toMailItem(user, lastMailAt), ...items],
          kinds: offered.map((kind) => ({ kind, plan: smallestPlanWith(kind) })),
          pushKey: channels?.config.vapid?.publicKey ?? null,
          limit: maxChannels,
        };
      },
    );

    app.post(
      '/api/users/channels',
      {
        // It answers secrets.
        config: { keyScope: 'never' },
        schema: { body: channelCreation, response: { 201: channelCreated } },
      },
      async (request, reply) => {
        const { uid } = sessionOf(request).user;
        const { kind, name } = request.body;
        if (channels === null || !offered.includes(kind))
          throw new AppError('validation_failed', 'Este canal no está disponible aquí.');
        const draft = kinds[kind].draft(request.body.settings, channels.config);
        const { settings, linkCode = null, shownOnce = {} } = draft;
        await countChange(request);
        const id = randomUUID();
        const item = await inTransaction(pool, async (client) => {
          // The lock serialises requests, so that together they stay within the limits.
          const user = await lockOpenAccount(client, uid);
          assertConfirmed(user, 'añadir un canal');
          enforceKind(plans[user.plan], kind);
          if ((await listChannels(client, uid)).length >= maxChannels)
            throw new AppError('validation_failed', `Puedes tener hasta ${maxChannels} canales.`);
          const sealed = sealSettings(settings, id, channels.config.secrets);
          await insertChannel(client, uid, { id, kind, name, settings: sealed, linkCode });
          await enqueueAccountNotice(client, { appOrigin }, user, channelAdded(kind, name));
          return toChannelItem(await ownChannel(client, uid, id));
        });
        return reply.code(201).send({ ...item, ...shownOnce });
      },
    );

    app.patch(
      '/api/users/channels/:id',
      {
        // As the notification settings: a key that leaks must not silence what tells of it.
        config: { keyScope: 'never' },
        schema: { params: channelParams, body: channelPatch, response: { 200: channelItem } },
      },
      async (request) => {
        const { uid } = sessionOf(request).user;
        const { id } = request.params;
        const { name, state, settings, ignoresQuietHours } = request.body;
        await countChange(request);
        if (id === mailChannelId) return patchMail(uid, request.body);
        return inTransaction(pool, async (client) => {
          const user = await lockOpenAccount(client, uid);
          const channel = await ownChannel(client, uid, id);
          if (name !== undefined) await renameChannel(client, uid, { id, name });
          if (ignoresQuietHours !== undefined)
            await setIgnoresQuietHours(client, uid, { id, ignores: ignoresQuietHours });
          if (state === 'paused') await pauseChannel(client, uid, id);
          if (settings !== undefined) {
            if (channels === null) throw notAvailable();
            assertConfirmed(user, 'cambiar un canal');
            enforceKind(plans[user.plan], channel.kind);
            const { config } = channels;
            const stored = openSettings(channel.settings, id, config.secrets);
            const moved = kinds[channel.kind].move(stored, settings, config);
            await renewChannelSettings(client, id, sealSettings(moved, id, config.secrets));
            if (channel.state === 'stopped') await resumeChannel(client, uid, id);
            await enqueueAccountNotice(client, { appOrigin }, user, channelMoved(channel));
          }
          if (state === 'active') {
            assertConfirmed(user, 'activar un canal');
            enforceKind(plans[user.plan], channel.kind);
            if (channel.pauseReason === 'link')
              throw new AppError('validation_failed', 'Antes abre el enlace del canal.');
            await resumeChannel(client, uid, id);
          }
          return toChannelItem(await ownChannel(client, uid, id));
        });
      },
    );

    app.delete(
      '/api/users/channels/:id',
      {
        // Fewer channels are never an abuse.
        config: { keyScope: 'never', allowWhileSuspended: true },
        schema: { params: channelParams, response: { 200: channelItem } },
      },
      async (request) => {
        const { uid } = sessionOf(request).user;
        const { id } = request.params;
        if (id === mailChannelId)
          throw new AppError('validation_failed', 'El correo no se quita; se puede pausar.');
        return inTransaction(pool, async (client) => {
          const channel = await ownChannel(client, uid, id);
          await deleteChannel(client, { id, uid }, null);
          return toChannelItem(channel);
        });
      },
    );

    app.post(
      '/api/users/channels/:id/test',
      {
        config: { keyScope: 'never' },
        schema: { params: channelParams, response: { 200: channelTest } },
      },
      async (request) => {
        const { user } = sessionOf(request);
        const { id } = request.params;
        await countTest(request, tooManyTests);
        if (id === mailChannelId) return testMail(user);
        const channel = await ownChannel(pool, user.uid, id);
        enforceKind(plans[user.plan], channel.kind);
        if (channel.pauseReason === 'link')
          throw new AppError('validation_failed', 'Antes abre el enlace del canal.');
        if (channels === null) throw notAvailable();
        const test = { id: randomUUID(), uid: user.uid, alerts: [] };
        const answer = await channels.sender.send(channel, test, true).catch((error: unknown) => {
          const isKnown =
            error instanceof SettingsUnreadableError || error instanceof ChannelUnavailableError;
          throw isKnown ? notAvailable(error) : error;
        });
        const status = answer.kind === 'answer' ? answer.status : null;
        const delivered = status !== null && status >= 200 && status < 300;
        const said = describeAnswer(answer);
        await recordTest(pool, id, delivered ? null : said);
        return { delivered, status, answer: said };
      },
    );

    const patchMail = (uid: string, { name, state, settings, ignoresQuietHours }: ChannelPatch) =>
      inTransaction(pool, async (client) => {
        if (ignoresQuietHours !== undefined)
          throw new AppError('validation_failed', 'Las horas de silencio valen para el correo.');
        if (name !== undefined)
          throw new AppError('validation_failed', 'El canal del correo no cambia de nombre.');
        if (settings !== undefined)
          throw new AppError('validation_failed', 'Tu dirección es la de tu cuenta.');
        const user = await lockOpenAccount(client, uid);
        const mail = state === 'paused' ? 'off' : 'on';
        const notifications = { ...user.notifications, mail } as const;
        await updateNotifications(client, uid, notifications);
        return toMailItem({ ...user, notifications }, await findLastAlertMailAt(client, uid));
      });

    async function testMail(user: User) {
      if (user.emailConfirmedAt === null) throw new AppError('email_unconfirmed');
      await inTransaction(pool, async (client) => {
        // Locks the account, so that no mail follows the receipt of its closing.
        await lockOpenAccount(client, user.uid);
        await enqueueTestMail(client, user);
      });
      return { delivered: true, status: null, answer: `El correo sale hacia ${user.email}.` };
    }
  };

const channelAdded = (kind: ChannelKind, name: string): AccountNotice => ({
  title: 'Un canal nuevo en tu cuenta',
  paragraphs: [
    `Se ha añadido «${name}» (${kinds[kind].name}): tus alertas pueden llegar también ahí.`,
    'Si no has sido tú, quítalo en Configuración, cambia tu contraseña y cierra la sesión en todas partes.',
  ],
  foot: 'Recibes este correo porque tu cuenta tiene un canal nuevo.',
  section: 'canales',
});

const channelMoved = ({ kind, name }: Channel): AccountNotice => ({
  title: 'Un canal tuyo tiene otra dirección',
  paragraphs: [
    `Ha cambiado la dirección de «${name}» (${kinds[kind].name}): tus alertas llegan a la nueva.`,
    'Si no has sido tú, quítalo en Configuración, cambia tu contraseña y cierra la sesión en todas partes.',
  ],
  foot: 'Recibes este correo porque un canal de tu cuenta tiene otra dirección.',
  section: 'canales',
});

/** @throws AppError `not_found`, also for another user's */
async function ownChannel(db: Pick<pg.Pool, 'query'>, uid: string, id: string) {
  const channel = await findChannel(db, uid, id);
  if (channel === null) throw new AppError('not_found', 'Ese canal no existe.');
  return channel;
}

const notAvailable = (cause?: unknown) =>
  new AppError('unavailable', 'Este canal no se puede usar ahora mismo.', {
    retryAfterSeconds: 60,
    cause,
  });
