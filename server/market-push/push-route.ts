/**
 * POST /api/market/readings: takes a reading from a program of the operator's, with the key of its source. Acknowledged once it is
 * stored; the market's worker applies it like any other (market-worker/source-reader.ts).
 */
import { createHash, randomUUID } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import {
  type FastifyPluginAsyncZod,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import type pg from 'pg';
import * as z from 'zod';
import {
  maxPushedTicks,
  type PushedReading,
  pushedReading,
  pushedReadingStored,
} from '#contract/market-push.ts';
import { isKey, prefixOf } from '../auth/api-key.ts';
import { enforceRateLimit } from '../auth/rate-limit.ts';
import { InMemoryRateLimitStore } from '../auth/rate-limit-store.ts';
import { RejectedBearers } from '../auth/rejected-bearers.ts';
import { AppError } from '../base/errors.ts';
import type { Metrics } from '../base/metrics.ts';
import { databaseNow } from '../db/database-clock.ts';
import {
  findPushedReading,
  insertPushedReading,
  listSuppliedCurrencies,
  measureWaitingReadings,
  type StoredPush,
} from '../db/market/pushed-readings.ts';
import { findSourceKey, type SourceKey } from '../db/market/source-keys.ts';
import { validateReading } from '../market-worker/validate-reading.ts';
import { type ReceivedReading, toReading } from '../marketplaces/pushed-reading.ts';

const requestsPerMinute = 120;
/** Twenty thousand ticks take two megabytes, with their places in the catalogue eight. */
const bodyLimit = 16_777_216;
/** Of one source, while no worker takes them; by size, too, as they stay in the database: of largest readings fewer wait. */
const maxWaiting = { count: 500, bytes: 8 * bodyLimit };

const headers = z.looseObject({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,128}$/)
    .optional(),
});

export interface PushRouteOptions {
  readonly pool: pg.Pool;
  readonly metrics: Pick<Metrics, 'ticksRejected'>;
}

export const marketPushRoute =
  ({ pool, metrics }: PushRouteOptions): FastifyPluginAsyncZod =>
  async (app) => {
    app.setValidatorCompiler(validatorCompiler);
    app.setSerializerCompiler(serializerCompiler);
    await app.register(rateLimit, { global: false, store: InMemoryRateLimitStore });
    const keys = new WeakMap<FastifyRequest, SourceKey>();
    const limit = app.createRateLimit({
      max: requestsPerMinute,
      timeWindow: '1 minute',
      keyGenerator: (request) => keys.get(request)?.supplier ?? '',
    });
    const rejectedKeys = new RejectedBearers();

    app.post(
      '/api/market/readings',
      {
        bodyLimit,
        // Before the body is read.
        onRequest: async (request) => {
          keys.set(request, await authenticate(request));
          await enforceRateLimit(limit, request);
        },
        preValidation: async ({ body }) => assertCountable(body),
        schema: { body: pushedReading, headers, response: { 202: pushedReadingStored } },
      },
      async (request, reply) => {
        const source = keys.get(request);
        if (source === undefined) throw new AppError('unauthenticated');
        const key = request.headers['idempotency-key'] ?? randomUUID();
        reply.code(202).header('cache-control', 'no-store');
        return (await accept(source, key, request.body)).answer;
      },
    );

    /** @throws AppError `unauthenticated`, `too_many_requests` */
    async function authenticate({ headers: { authorization }, ip }: FastifyRequest) {
      const bearer = /^Bearer (vigia-source_[\w-]{43})$/i.exec(authorization ?? '')?.[1];
      if (bearer !== undefined) {
        rejectedKeys.assertOpen(ip, prefixOf(bearer));
        const source = await findSourceKey(pool, prefixOf(bearer));
        if (isKey(bearer, source?.hash) && source !== null) {
          rejectedKeys.accepted(source.prefix);
          return source;
        }
      }
      rejectedKeys.count(ip);
      throw new AppError(
        'unauthenticated',
        'Esa clave de fuente no vale: se revocó o está mal copiada («vigia admin sources create» da otra).',
      );
    }

    async function accept(
      source: SourceKey,
      key: string,
      sent: PushedReading,
    ): Promise<StoredPush> {
      const { supplier } = source;
      const body = JSON.stringify(sent);
      const hash = createHash('sha256').update(body).digest();
      const earlier = await findPushedReading(pool, supplier, key);
      if (earlier !== null) return assertSame(earlier, hash);
      const waiting = await measureWaitingReadings(pool, supplier);
      if (waiting.count >= maxWaiting.count || waiting.bytes >= maxWaiting.bytes)
        throw new AppError('unavailable', 'Hay demasiadas lecturas sin aplicar.', {
          retryAfterSeconds: 60,
        });
      const arrivedAt = await databaseNow(pool);
      const received = toReading(sent, { ...source, arrivedAt });
      const answer = await validate(received, supplier, arrivedAt);
      const stored = await insertPushedReading(pool, {
        ...{ supplier, key, hash, body, answer },
        arrivedAt,
      });
      if (stored === null) throw new Error('a pushed reading was not stored');
      return assertSame(stored, hash);
    }

    /**
     * What the worker will reject, which counts it then.
     * @throws AppError `validation_failed` for a reading of which nothing is accepted: counted here, as it goes no further
     */
    async function validate(
      { reading, rejected: ofCatalogue }: ReceivedReading,
      supplier: string,
      arrivedAt: Date,
    ) {
      const ids = reading.ticks.map(({ collectibleId }) => String(collectibleId));
      const currencies = await listSuppliedCurrencies(pool, supplier, ids);
      for (const { collectibles } of reading.catalogue ?? [])
        for (const { id, currency } of collectibles)
          if (!currencies.has(id)) currencies.set(id, currency);
      const checked = validateReading(reading, currencies, arrivedAt);
      const rejected = [
        ...[...checked.rejected].map(([reason, count]) => ({ reason, count })),
        ...[...ofCatalogue].map(([field, count]) => ({ reason: `catalogue.${field}`, count })),
      ];
      if (checked.accepted === null) {
        for (const [reason, count] of checked.rejected)
          metrics.ticksRejected.inc({ reason }, count);
        throw new AppError('validation_failed', sentenceOf(checked.rejected.keys()), {
          fields: rejected.map(({ reason, count }) => ({ path: reason, message: String(count) })),
        });
      }
      const refused = [...checked.rejected.values()].reduce((sum, count) => sum + count, 0);
      const sentTicks = reading.ticks.length + (reading.rejections?.length ?? 0);
      return { accepted: sentTicks - refused, rejected };
    }
  };

function assertSame(stored: StoredPush, hash: Buffer): StoredPush {
  if (stored.hash.equals(hash)) return stored;
  throw new AppError('conflict', 'Esa Idempotency-Key ya se usó con otra lectura.');
}

const sentences: Readonly<Record<string, string>> = {
  future: 'El instante de la lectura está en el futuro.',
  unknown_collectible:
    'Ningún precio es de un coleccionable de esta fuente: descríbelos en «catalogue», con un partido que no sea de otra.',
  currency: 'Los precios no están en la divisa de esta fuente.',
  price: 'Ningún precio sirve: deben ser céntimos enteros, o null si no está a la venta.',
};

const sentenceOf = (reasons: Iterable<string>): string =>
  [...reasons].map((reason) => sentences[reason]).find((sentence) => sentence !== undefined) ??
  'Ningún precio de la lectura sirve.';

/** By entries, before a schema looks at them. @throws AppError `invalid_request` */
function assertCountable(body: unknown): void {
  for (const name of ['ticks', 'catalogue']) {
    const list: unknown = Object(body)[name];
    if (Array.isArray(list) && list.length > maxPushedTicks)
      throw new AppError(
        'invalid_request',
        `Hay demasiados datos en «${name}»: caben ${maxPushedTicks}.`,
      );
  }
}
