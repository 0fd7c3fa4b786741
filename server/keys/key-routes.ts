/** GET, POST and DELETE /api/users/keys: keys with which programs act for the user. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type pg from 'pg';
import {
  type ApiKeyItem,
  apiKeyCreated,
  apiKeyCreation,
  apiKeyItem,
  apiKeyList,
  apiKeyParams,
} from '#contract/api-keys.ts';
import { type PlanName, plans } from '#domain/plans.ts';
import { assertConfirmed } from '../accounts/assert-confirmed.ts';
import { lockOpenAccount } from '../accounts/lock-open-account.ts';
import { drawKey } from '../auth/api-key.ts';
import { assertRecentSignIn, sessionOf, tokenSessionOf } from '../auth/authenticate.ts';
import { limitPerAccount } from '../auth/limit-per-account.ts';
import { AppError } from '../base/errors.ts';
import { inTransaction } from '../db/transaction.ts';
import {
  type ApiKey,
  deleteApiKey,
  findApiKey,
  findKeysEndedAt,
  insertApiKey,
  listApiKeys,
  notifyKeyRevoked,
} from '../db/users/api-keys.ts';
import { type AccountNotice, enqueueAccountNotice } from '../mail/plain-mail.ts';
import { enforceKeyLimit, includesKey } from '../plans/plan-limits.ts';

const keysPerTenMinutes = 20;

export const keyRoutes =
  ({
    pool,
    appOrigin,
  }: {
    readonly pool: pg.Pool;
    readonly appOrigin: string;
  }): FastifyPluginAsyncZod =>
  async (app) => {
    const countNewKey = limitPerAccount(app, { max: keysPerTenMinutes, timeWindow: '10 minutes' });

    app.get(
      '/api/users/keys',
      { config: { keyScope: 'never' }, schema: { response: { 200: apiKeyList } } },
      async (request) => {
        const { uid, plan } = sessionOf(request).user;
        const keys = await listApiKeys(pool, uid);
        return {
          items: keys.map((key) => toItem(key, plan)),
          limit: plans[plan].maxApiKeys,
          deletedAt: (await findKeysEndedAt(pool, uid))?.toISOString() ?? null,
        };
      },
    );

    app.post(
      '/api/users/keys',
      {
        config: { keyScope: 'never' },
        schema: { body: apiKeyCreation, response: { 201: apiKeyCreated } },
      },
      async (request, reply) => {
        const { identity } = tokenSessionOf(request);
        const { uid, readAt } = sessionOf(request).user;
        const { name, scope, expiresAt: wanted } = request.body;
        const expiresAt = wanted ? new Date(wanted) : null;
        if (expiresAt !== null && expiresAt <= readAt)
          throw new AppError('validation_failed', 'La clave debe caducar en el futuro.', {
            fields: [{ path: 'expiresAt', message: 'Ya ha pasado.' }],
          });
        assertRecentSignIn(identity);
        await countNewKey(request);
        const { key, ...drawn } = drawKey('vigia_');
        const item = await inTransaction(pool, async (client) => {
          // The lock serialises requests, so that together they stay within the plan.
          const user = await lockOpenAccount(client, uid);
          assertConfirmed(user, 'crear una clave');
          const { plan } = user;
          const stored = (await listApiKeys(client, uid)).length;
          enforceKeyLimit(plans[plan], stored + 1);
          await insertApiKey(client, uid, { name, scope, expiresAt, ...drawn });
          const created = await findApiKey(client, drawn.prefix);
          if (created === null) throw new Error('the new key is not stored');
          await enqueueAccountNotice(client, { appOrigin }, user, keyCreated(created));
          return toItem(created, plan);
        });
        return reply.code(201).send({ ...item, key });
      },
    );

    app.delete(
      '/api/users/keys/:id',
      {
        // Fewer keys are never an abuse.
        config: { keyScope: 'never', allowWhileSuspended: true },
        schema: { params: apiKeyParams, response: { 200: apiKeyItem } },
      },
      async (request) => {
        const { uid, plan } = sessionOf(request).user;
        const { id } = request.params;
        return inTransaction(pool, async (client) => {
          const key = await deleteApiKey(client, uid, id);
          if (key === null) throw new AppError('not_found', 'Esa clave no existe.');
          notifyKeyRevoked(client, id);
          return toItem(key, plan);
        });
      },
    );
  };

const keyCreated = ({ name, scope }: ApiKey): AccountNotice => ({
  title: 'Una clave nueva en tu cuenta',
  paragraphs: [
    `Se ha creado la clave «${name}»: quien la tenga puede ${scope === 'read' ? 'ver' : 'ver y cambiar'} tus umbrales.`,
    'Si no has sido tú, revócala en Configuración, cambia tu contraseña y cierra la sesión en todas partes.',
  ],
  foot: 'Recibes este correo porque tu cuenta tiene una clave nueva.',
  section: 'claves',
});

function toItem(key: ApiKey, plan: PlanName): ApiKeyItem {
  return {
    id: key.id,
    name: key.name,
    scope: key.scope,
    prefix: key.prefix,
    createdAt: key.createdAt.toISOString(),
    usedAt: key.lastUsedAt?.toISOString() ?? null,
    expiresAt: key.expiresAt?.toISOString() ?? null,
    state: stateOf(key, plan),
  };
}

function stateOf(key: ApiKey, plan: PlanName): ApiKeyItem['state'] {
  if (key.isExpired) return 'expired';
  return includesKey(plans[plan], key.rank) ? 'active' : 'plan';
}
