/**
 * POST /api/push/renewal: a browser's service worker says that its push service replaced its subscription. Without a session: the
 * former subscription, of which only that browser and this server know `auth`, is the proof.
 */
import rateLimit from '@fastify/rate-limit';
import {
  type FastifyPluginAsyncZod,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import type pg from 'pg';
import * as z from 'zod';
import { type PushRenewal, pushRenewal, pushRenewed, pushSettings } from '#contract/channels.ts';
import { enforceRateLimit } from '../../auth/rate-limit.ts';
import { InMemoryRateLimitStore } from '../../auth/rate-limit-store.ts';
import { AppError } from '../../base/errors.ts';
import { isSameSecret } from '../../base/sha256.ts';
import { lockPushChannel, renewChannelSettings } from '../../db/alerts/channels.ts';
import { inTransaction } from '../../db/transaction.ts';
import { findUser } from '../../db/users/users.ts';
import type { ChannelsConfig } from '../channels-config.ts';
import { openSettings, sealSettings } from '../secret-box.ts';
import { pushSettingsOf } from './push.ts';

/** Many people may share an address; a browser renews once in months. */
const renewalsPerMinute = 30;
const bodyLimit = 16_384;

export interface PushRenewalOptions {
  readonly pool: pg.Pool;
  readonly config: Pick<ChannelsConfig, 'secrets' | 'allowLocal' | 'pushServices'>;
}

export const pushRenewalRoute =
  ({ pool, config }: PushRenewalOptions): FastifyPluginAsyncZod =>
  async (app) => {
    app.setValidatorCompiler(validatorCompiler);
    app.setSerializerCompiler(serializerCompiler);
    await app.register(rateLimit, { global: false, store: InMemoryRateLimitStore });
    const limit = app.createRateLimit({
      max: renewalsPerMinute,
      timeWindow: '1 minute',
      keyGenerator: ({ ip }) => ip,
    });

    app.post(
      '/api/push/renewal',
      { bodyLimit, schema: { body: pushRenewal, response: { 200: pushRenewed } } },
      async (request, reply) => {
        await enforceRateLimit(limit, request);
        reply.header('cache-control', 'no-store');
        const next = pushSettingsOf(request.body.next, config);
        await renew({ ...request.body, next });
        return { renewed: true } as const;
      },
    );

    /** @throws AppError `not_found`, whether the channel or the proof is wrong */
    const renew = ({ channel: id, previous, next }: PushRenewal): Promise<void> =>
      inTransaction(pool, async (client) => {
        const channel = await lockPushChannel(client, id);
        if (channel === null) throw unknownChannel();
        const stored = openSettings(channel.settings, id, config.secrets);
        const { endpoint, keys } = z.parse(pushSettings, stored);
        const current = { endpoint, auth: keys.auth };
        // A repeat, the answer to the first having been lost.
        if (isSame(current, { endpoint: next.endpoint, auth: next.keys.auth })) return;
        if (!isSame(current, previous)) throw unknownChannel();
        // Not locked: a user's row is never locked after a channel's.
        const owner = await findUser(client, channel.uid);
        if (owner?.estado !== 'activo') throw new AppError('account_suspended');
        await renewChannelSettings(client, id, sealSettings(next, id, config.secrets));
      });
  };

const unknownChannel = () => new AppError('not_found', 'Ese canal no existe.');

type Proof = PushRenewal['previous'];

const isSame = (one: Proof, other: Proof): boolean =>
  isSameSecret(
    JSON.stringify([one.endpoint, one.auth]),
    JSON.stringify([other.endpoint, other.auth]),
  );
