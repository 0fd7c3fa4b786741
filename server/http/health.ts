/**
 * GET /health: readiness of this process, and of database, market and mail; public, so without details but the relay's
 * words, redacted.
 */
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Health } from '#contract/health.ts';
import { clockToleranceMs, DatabaseClock } from '../db/database-clock.ts';
import { listHolds, type StoredHold } from '../db/deliveries/kind-holds.ts';
import { findSource, type SourceRow } from '../db/market/sources.ts';
import type { EventBus } from '../events/event-bus.ts';
import type { FollowedMarket } from '../market-worker/market-options.ts';
import { sourceHealthAt } from '../market-worker/source-health.ts';

export interface HealthOptions {
  readonly pool: pg.Pool;
  readonly version: string;
  /** null where this process plays no part in the market. */
  readonly market: Pick<FollowedMarket, 'stalledForMs'> | null;
  /** Where it can be away by itself. */
  readonly bus?: Pick<EventBus, 'isAvailable'> | null;
  /** Absent = this process's own clock. */
  readonly clock?: Pick<DatabaseClock, 'nowMs' | 'isOff' | 'offsetMs'>;
  /** It closes its door soon: a balancer is to send nothing more. */
  readonly isStopping: () => boolean;
}

/** A database that takes longer counts as unavailable. */
const databaseTimeoutMs = 2_000;
/** A worker that should have applied a reading for so long is replaced rather than waited for. */
const stalledAfterMs = 30_000;
/** Prices that are late for so long are no delivery in the wrong order. */
const lateMs = 60_000;
/** As long as the alarm `VigiaCrawlsIncomplete` waits. */
const incompleteMs = 20 * 60_000;
const cachedForMs = 1_000;
const mailStuckAfter = '15 minutes';

export function healthRoute(app: FastifyInstance, options: HealthOptions): void {
  // Public: however many ask, the database is asked once a second.
  let last: { readonly atMs: number; readonly body: Promise<Health> } | null = null;
  app.get('/health', { logLevel: 'warn' }, async (_request, reply) => {
    const atMs = performance.now();
    if (last === null || atMs - last.atMs >= cachedForMs || options.isStopping())
      last = { atMs, body: checkHealth(options) };
    const body = await last.body;
    if (body.status === 'unavailable') reply.code(503).header('retry-after', '5');
    return reply.header('cache-control', 'no-store').send(body);
  });
}

async function checkHealth(options: HealthOptions): Promise<Health> {
  const { pool, version, market, bus = null, clock = new DatabaseClock(), isStopping } = options;
  const known = await withTimeout(
    Promise.all([isMailStuck(pool), findSource(pool), listHolds(pool)]),
  );
  const [isStuck, source, holds] = known ?? [false, null, []];
  const held = holds.flatMap(({ kind }) => (kind === 'mail' ? [] : kind));
  const nowMs = clock.nowMs();
  const isStalled = (market?.stalledForMs() ?? 0) > stalledAfterMs;
  const marketFailure = isStalled
    ? 'Este proceso lleva más de 30 segundos sin aplicar lecturas.'
    : findMarketFailure(source, nowMs);
  const arrivedAt = source?.lastArrivalAt ?? null;
  const checks: Health['checks'] = {
    database: toCheck(known ? null : 'La base de datos no responde.'),
    market: {
      ...toCheck(marketFailure),
      lastReadingAgeSeconds: arrivedAt === null ? null : ageMs(arrivedAt, nowMs) / 1_000,
    },
    mail: toCheck(
      known === null ? 'Sin base de datos no sale correo.' : mailFailure(holds, isStuck),
    ),
    ...(held.length > 0 && {
      channels: toCheck(`No aceptan nuestra clave, y esperan: ${held.join(', ')}.`),
    }),
    ...(clock.isOff && { clock: toCheck(clockFailure(clock.offsetMs)) }),
    ...(bus && { events: toCheck(bus.isAvailable() ? null : 'NATS no responde.') }),
  };
  const isReady = checks.database.ok && !isStalled && !isStopping();
  const isWell =
    checks.market.ok &&
    checks.mail.ok &&
    checks.events?.ok !== false &&
    !checks.channels &&
    !checks.clock;
  const status = isReady ? (isWell ? 'ok' : 'degraded') : 'unavailable';
  return { status, version, uptimeSeconds: process.uptime(), checks };
}

const toCheck = (failure: string | null) =>
  failure === null ? { ok: true } : { ok: false, detail: failure };

function findMarketFailure(source: SourceRow | null, nowMs: number): string | null {
  if (source === null || sourceHealthAt(source, nowMs) !== 'fresh')
    return 'El mercado no da lecturas nuevas.';
  const { lastArrivalAt, lateSince, incompleteSince } = source;
  if (lastArrivalAt !== null && ageMs(lastArrivalAt, nowMs) < 0)
    return 'La última lectura del mercado tiene una hora que aún no ha llegado.';
  if (lateSince !== null && nowMs - lateSince.getTime() > lateMs)
    return 'Los precios del mercado llegan con una hora atrasada: no avisan de nada.';
  return incompleteSince !== null && nowMs - incompleteSince.getTime() > incompleteMs
    ? 'El mercado lleva más de 20 minutos sin leerse entero: lo agotado puede conservar su último precio.'
    : null;
}

/** Two processes measure the database's clock a little differently: what is within the tolerance is now. */
function ageMs(arrivedAt: Date, nowMs: number): number {
  const age = nowMs - arrivedAt.getTime();
  return age < 0 && age >= -clockToleranceMs ? 0 : age;
}

const clockFailure = (offsetMs: number) =>
  `El reloj de esta máquina va ${Math.abs(Math.round(offsetMs / 1_000))} segundos ${offsetMs > 0 ? 'por delante' : 'por detrás'} del de la base de datos.`;

function mailFailure(holds: readonly StoredHold[], isStuck: boolean): string | null {
  const hold = holds.find(({ kind }) => kind === 'mail');
  if (hold !== undefined) return `El servidor de correo no acepta nada: ${hold.reason}`;
  return isStuck ? 'Hay correo detenido.' : null;
}

async function isMailStuck(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ stuck: boolean }>(
    `select exists (select 1 from deliveries where kind = 'mail' and state in ('pending', 'sending')
              and next_attempt_at < now() - interval '${mailStuckAfter}') as stuck`,
  );
  return rows[0]?.stuck === true;
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
