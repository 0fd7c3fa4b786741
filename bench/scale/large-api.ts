/** The API on a PostgreSQL of its own with a large market, in this process: requests are injected, tokens are not verified. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { pino } from 'pino';
import { createMetrics } from '#server/base/metrics.ts';
import { archiveDataGaps } from '#server/db/market/data-gaps.ts';
import { rollUpPrices } from '#server/db/market/price-rollups.ts';
import { migrate } from '#server/db/migrate.ts';
import { createPool, createReadPool } from '#server/db/pool.ts';
import { apiRoutes } from '#server/http/api-routes.ts';
import { createApp } from '#server/http/app.ts';
import { LiveHub } from '#server/live/hub.ts';
import { createProfileDocuments } from '#server/profile/profile-documents.ts';
import { startPostgres } from '#standins/postgres.ts';

export interface LargeApi {
  readonly pool: pg.Pool;
  /** As a signed-in user. @throws Error for any other status than 200 */
  request(url: string, uid?: string): Promise<void>;
  close(): Promise<void>;
}

const nowhere = 'http://127.0.0.1:9';
const hour = 3_600_000;
/** `reader0` and so on, besides `reader`: one alone would use up the rows an account may read a minute. */
export const readers = 50;

export async function openLargeApi(): Promise<LargeApi> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vigia-scale-'));
  await chmod(dataDir, 0o755);
  const postgres = await startPostgres({
    dataDir,
    progress: () => {},
    settings: { shared_buffers: '512MB', max_wal_size: '2GB', max_connections: '100' },
  });
  await migrate(postgres.url);
  const pool = createPool(postgres.url, { connections: 20 });
  const readPool = createReadPool(postgres.url);
  const metrics = createMetrics();
  const documents = createProfileDocuments({
    projectId: 'none',
    host: '127.0.0.1:9',
    ssl: false,
    serverToken: 'none',
  });
  const hub = new LiveHub({
    snapshot: async () => [],
    findAlerts: async () => [],
    source: () => null,
    onFailure: () => {},
  });
  const app = await createApp({
    log: pino({ level: 'silent' }),
    production: false,
    metricsToken: null,
    metrics,
    auth: {
      pool,
      enqueueConfirmation: async () => {},
      appOrigin: 'http://localhost',
      // The token is the uid.
      verifyToken: async (token) => ({
        uid: token.split('.')[0] ?? '',
        email: `${token.split('.')[0]}@example.test`,
        emailVerified: true,
        name: null,
        isGoogle: false,
        authTime: new Date(),
        expiresAt: new Date(Date.now() + hour),
      }),
      isTokenActive: async () => true,
    },
    servesPages: false,
    health: { pool, version: '', market: null, isStopping: () => false },
    spa: {
      distDir: '/nowhere',
      origin: nowhere,
      scriptUrl: null,
      clientConfig: {
        version: '',
        firebase: { apiKey: '', authDomain: '', projectId: '', appId: '' },
        identityOrigin: nowhere,
        documents: null,
        emailjs: { origin: null, publicKey: '', serviceId: '', templateId: '', toEmail: '' },
        landingUrl: nowhere,
        supportEmail: '',
        localMailbox: null,
      },
    },
    api: apiRoutes({
      pool,
      readPool,
      documents,
      hub,
      metrics,
      beforeErasure: [],
      billing: null,
      channels: null,
      appOrigin: nowhere,
      version: 'bench',
      findRevoked: async () => [],
      maxStreams: 0,
      enqueueConfirmation: async () => {},
      enqueueTestMail: async () => {},
    }),
    plugins: [],
  });
  return {
    pool,
    async request(url, uid = 'reader') {
      const headers = { authorization: `Bearer ${uid}.t.t` };
      const { statusCode, body } = await app.inject({ url, headers });
      if (statusCode !== 200) throw new Error(`${url}: ${statusCode} ${body.slice(0, 200)}`);
    },
    async close() {
      await app.close();
      hub.close();
      await documents.close();
      await readPool.end();
      await pool.end();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** 60 daily prices of each collectible, one of them moving every second with the readings, users who watch three matches. */
export async function fillMarket(
  pool: pg.Pool,
  { collectibles, matches, readings }: Record<'collectibles' | 'matches' | 'readings', number>,
): Promise<void> {
  await pool.query(`
    insert into sources (name, fingerprint, currency, expected_every_ms, market_now)
      values ('bench', 'f', 'EUR', 1000, now());
    insert into shards (source, shard, market_now) select 'bench', generate_series(0, shard_count() - 1), now();
    insert into matches (id, source, number, event, stage, home, away, name, venue, city, currency)
      select 'm' || i, 'bench', i, 'Torneo', 'Grupo', jsonb_build_object('name', 'Equipo ' || i, 'colors',
             '["#111111","#222222","#333333"]'::jsonb, 'vertical', true), null, 'Partido ' || i, 'Estadio', 'Ciudad ' || i % 20, 'EUR'
        from generate_series(1, ${matches}) i;
    insert into collectibles (id, match_id, name, category, currency, floor_cents, listings,
                              last_observed_at, floor_changed_at, first_priced_at)
      select 'c' || i, 'm' || 1 + i % ${matches}, 'Coleccionable número ' || i, 'cat' || i % 4, 'EUR', 1000 + i % 500,
             i % 7, now(), now(), now() - interval '60 days' from generate_series(1, ${collectibles}) i;
    select ensure_price_partitions(now() - interval '70 days', now());
    insert into price_changes (collectible_id, observed_at, floor_cents)
      select 'c' || i, now() - make_interval(days => d, secs => i % 3600), 1000 + (i + d) % 500
        from generate_series(1, ${collectibles}) i, generate_series(0, 59) d;
    insert into price_changes (collectible_id, observed_at, floor_cents)
      select 'c6', now() - make_interval(secs => s), 1000 + s % 97 from generate_series(1, ${readings}) s
          on conflict do nothing;
    insert into readings (source, observed_at, kind, ticks, arrived_at)
      select 'bench', now() - make_interval(secs => s), 'changes', '[]', now() - make_interval(secs => s)
        from generate_series(1, ${readings}) s;
    insert into users (uid, email, username, email_confirmed_at, partidos)
      select uid, uid || '@example.test', uid, now(), '{m1,m2,m3}'
        from (values ('reader') union all select 'reader' || i from generate_series(0, ${readers - 1}) i) r (uid);
    insert into plan_grants (uid, plan, granted_by) select uid, 'elite', 'admin' from users;
    analyze`);
  await archiveDataGaps(pool);
  while (await rollUpPrices(pool));
}
