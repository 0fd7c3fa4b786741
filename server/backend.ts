/** Composition root of the server: database, market, checks, mail, projections, and the HTTP application over them. */
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync } from 'fastify';
import { createApp } from './app.ts';
import { createTokenVerifier } from './auth/verify-token.ts';
import type { Config } from './config.ts';
import { migrate } from './db/migrate.ts';
import { createPool } from './db/pool.ts';
import { createMetrics } from './metrics.ts';
import type { Market } from './monitoring/market.ts';

export interface Backend {
  readonly app: FastifyInstance;
  /** null where this process does not read the market. */
  readonly market: Market | null;
  /** Finishes what is in hand, within ten seconds. */
  close(): Promise<void>;
}

export interface BackendOptions {
  readonly config: Config;
  readonly plugins: readonly FastifyPluginAsync[];
  readonly log: FastifyBaseLogger;
}

export async function startBackend({ config, plugins, log }: BackendOptions): Promise<Backend> {
  await migrate(config.databaseUrl);
  const pool = createPool(config.databaseUrl);
  const metrics = createMetrics();
  const market: Market | null = null;
  const app = await createApp({
    log,
    production: config.production,
    metricsToken: config.metricsToken,
    metrics,
    door: {
      pool,
      verifyToken: createTokenVerifier(config.identity),
      sendConfirmation: async () => {},
    },
    health: { pool, version: config.clientConfig.version, market: () => market },
    spa: {
      distDir: config.distDir,
      clientConfig: config.clientConfig,
      scriptUrl: config.identity.scriptUrl,
    },
    api: [],
    plugins,
  });
  return {
    app,
    market,
    async close() {
      await app.close();
      await pool.end();
    },
  };
}
