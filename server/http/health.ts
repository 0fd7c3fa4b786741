/** GET /health: readiness of database, market and mail; public, so without details but the relay's words, redacted. */
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Health } from '#contract/health.ts';
import { findRelayRefusal } from '../db/alerts/mail-relay.ts';
import { findSource } from '../db/market/sources.ts';
import { sourceHealthAt } from '../market-worker/source-health.ts';

export interface HealthOptions {
  readonly pool: pg.Pool;
  readonly version: string;
}

/** A database that takes longer counts as unavailable. */
const databaseTimeoutMs = 2_000;
const mailStuckAfter = '15 minutes';

export function healthRoute(app: FastifyInstance, sources: HealthOptions): void {
  app.get('/health', { logLevel: 'warn' }, async (_request, reply) => {
    const body = await checkHealth(sources);
    if (body.status === 'unavailable') reply.code(503).header('retry-after', '5');
    return reply.header('cache-control', 'no-store').send(body);
  });
}

async function checkHealth({ pool, version }: HealthOptions): Promise<Health> {
  const known = await withTimeout(Promise.all([findMailFailure(pool), findSource(pool)]));
  const [mailFailure, source] = known ?? ['Sin base de datos no sale correo.', null];
  const arrivedAt = source?.lastArrivalAt ?? null;
  const isFresh = source !== null && sourceHealthAt(source, Date.now()) === 'fresh';
  const checks: Health['checks'] = {
    database: known ? { ok: true } : { ok: false, detail: 'La base de datos no responde.' },
    market: {
      ok: isFresh,
      ...(isFresh ? {} : { detail: 'El mercado no da lecturas nuevas.' }),
      lastReadingAgeSeconds:
        arrivedAt === null ? null : Math.max(0, (Date.now() - arrivedAt.getTime()) / 1_000),
    },
    mail: mailFailure === null ? { ok: true } : { ok: false, detail: mailFailure },
  };
  const status = !checks.database.ok
    ? 'unavailable'
    : checks.market.ok && checks.mail.ok
      ? 'ok'
      : 'degraded';
  return { status, version, uptimeSeconds: process.uptime(), checks };
}

async function findMailFailure(pool: pg.Pool): Promise<string | null> {
  const refusal = await findRelayRefusal(pool);
  if (refusal !== null) return `El servidor de correo no acepta nada: ${refusal}`;
  const { rows } = await pool.query<{ stuck: boolean }>(
    `select exists (select 1 from outbox where state in ('pending', 'sending')
              and next_attempt_at < now() - interval '${mailStuckAfter}') as stuck`,
  );
  return rows[0]?.stuck === true ? 'Hay correo detenido.' : null;
}

async function withTimeout<Value>(work: Promise<Value>): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), databaseTimeoutMs);
  });
  try {
    return await Promise.race([work.catch(() => null), timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
