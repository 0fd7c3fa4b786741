/** GET /health: whether we are ready, open to everyone and telling no secrets. */
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Health } from '#contract/health.ts';
import type { Market } from './monitoring/market.ts';

export interface HealthSources {
  readonly pool: pg.Pool;
  readonly version: string;
  /** null where this process does not read the market. */
  readonly market: () => Pick<Market, 'lastArrivalAt' | 'source'> | null;
}

/** A database that does not answer within this is not ready. */
const patienceMs = 2_000;
const mailPatience = '15 minutes';

export function healthRoute(app: FastifyInstance, sources: HealthSources): void {
  app.get('/health', { logLevel: 'warn' }, async (_request, reply) => {
    const body = await examine(sources);
    if (body.status === 'unavailable') reply.code(503).header('retry-after', '5');
    return reply.header('cache-control', 'no-store').send(body);
  });
}

async function examine({ pool, version, market }: HealthSources): Promise<Health> {
  const database = await withPatience(
    pool.query<{ stuck: boolean; arrived: Date | null }>(
      `select exists (select 1 from outbox where state in ('pending', 'sending')
                and next_attempt_at < now() - interval '${mailPatience}') as stuck,
              (select max(last_arrival_at) from sources) as arrived`,
    ),
  );
  const row = database?.rows[0];
  const reader = market();
  const arrivedAt = reader?.lastArrivalAt() ?? row?.arrived ?? null;
  const stale = reader !== null && reader.source().state === 'stale';
  const checks: Health['checks'] = {
    database: row ? { ok: true } : { ok: false, detail: 'La base de datos no responde.' },
    market: {
      ok: arrivedAt !== null && !stale,
      ...(stale || arrivedAt === null ? { detail: 'El mercado no da lecturas nuevas.' } : {}),
      lastReadingAgeSeconds:
        arrivedAt === null ? null : Math.max(0, (Date.now() - arrivedAt.getTime()) / 1_000),
    },
    mail:
      row?.stuck === false
        ? { ok: true }
        : { ok: false, detail: row ? 'Hay correo detenido.' : 'Sin base de datos no sale correo.' },
  };
  const status = !checks.database.ok
    ? 'unavailable'
    : checks.market.ok && checks.mail.ok
      ? 'ok'
      : 'degraded';
  return { status, version, uptimeSeconds: process.uptime(), checks };
}

async function withPatience<Value>(work: Promise<Value>): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patienceMs);
  });
  try {
    return await Promise.race([work.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}
