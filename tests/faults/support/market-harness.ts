/** Harness of market worker tests: a worker on a fresh real database, replaying given CSV files. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { ThresholdRule } from '#domain/threshold.ts';
import { migrate } from '#server/db/migrate.ts';
import { createPool } from '#server/db/pool.ts';
import type { MarketService, MarketSettings } from '#server/market-worker/market-options.ts';
import { startMarket } from '#server/market-worker/market-service.ts';
import { createMetrics, type Metrics } from '#server/metrics.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { postgresBus } from '#tests/support/event-bus.ts';
import { listStoredAlerts, queryRows } from './stored-alerts.ts';

export interface TestThreshold extends ThresholdRule {
  readonly id: string;
  readonly currency?: string;
}

export interface MarketHarness {
  readonly pool: pg.Pool;
  readonly url: string;
  readonly metrics: Metrics;
  /** Starts a worker; several may run at once. Only one may use the harness's metrics. */
  start(
    settings?: Partial<MarketSettings>,
    pool?: pg.Pool,
    metrics?: Metrics,
  ): Promise<MarketService>;
  /** Stores thresholds and notifies the worker; resolves with their keys, before the worker has applied them. */
  addThresholds(thresholds: readonly TestThreshold[]): Promise<number[]>;
  /** Waits until the worker has applied all due commands. */
  waitForCommandsApplied(): Promise<void>;
  /** Lines `id,episode,observedAtMs,value,already`, sorted. */
  alerts(): Promise<string[]>;
  countRejectedTicks(): Promise<Record<string, number>>;
  close(): Promise<void>;
}

export const owner = 'vigilante';
const silent = { info() {}, warn() {}, error() {} };

/** @param files CSV texts, or URLs of existing files */
export async function createMarketHarness(files: {
  readonly prices: string | URL;
  readonly collectibles: string | URL;
}): Promise<MarketHarness> {
  const database = await createTestDatabase();
  await migrate(database.url);
  const dir = await mkdtemp(join(tmpdir(), 'vigia-market-'));
  const [file, collectibles] = await Promise.all([
    pathOf(files.prices, join(dir, 'prices.csv')),
    pathOf(files.collectibles, join(dir, 'collectibles.csv')),
  ]);
  const pool = createPool(database.url);
  const metrics = createMetrics();
  const markets: MarketService[] = [];
  await pool.query(
    `insert into users (uid, email, username, email_confirmed_at)
     values ($1, 'vigilante@correo.example', 'Vigilante', now())`,
    [owner],
  );
  return {
    pool,
    url: database.url,
    metrics,
    async start(settings = {}, ownPool = pool, ownMetrics = metrics) {
      const market = await startMarket({
        pool: ownPool,
        bus: postgresBus(database.url),
        config: {
          databaseSessionUrl: database.url,
          market: {
            adapter: 'replay',
            file,
            collectibles,
            currency: 'USD',
            speed: 'max',
            paused: false,
            seed: 1,
            ...settings,
          },
        },
        log: silent,
        metrics: ownMetrics,
      });
      markets.push(market);
      return market;
    },
    addThresholds: (thresholds) => addThresholds(pool, thresholds),
    waitForCommandsApplied: () =>
      waitUntil(async () => {
        const { rows } = await pool.query<{ waiting: number }>(
          `select count(*)::integer as waiting from threshold_commands
            where applied_at is null and due_at <= now()`,
        );
        return rows[0]?.waiting === 0;
      }),
    alerts: () => listStoredAlerts(queryRows(pool)),
    async countRejectedTicks() {
      const { values } = await metrics.ticksRejected.get();
      return Object.fromEntries(values.map(({ labels, value }) => [String(labels.reason), value]));
    },
    async close() {
      await Promise.all(markets.map((market) => market.close()));
      await pool.end();
      await database.drop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function pathOf(content: string | URL, path: string): Promise<string> {
  if (content instanceof URL) return content.pathname;
  await writeFile(path, content);
  return path;
}

async function addThresholds(
  pool: pg.Pool,
  thresholds: readonly TestThreshold[],
): Promise<number[]> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const keys: number[] = [];
    for (const { id, target, condition, value, bandBp, currency = 'USD' } of thresholds) {
      const { rows } = await client.query<{ key: number }>(
        `with inserted as (
           insert into thresholds (uid, id, target_kind, target_id, category, match_id, condition,
                                   value, currency, rearm_band_bp)
           select $1, $2, $3, $4, $5,
                  case when $3 = 'match' then $4
                       else (select match_id from collectibles where id = $4) end,
                  $6, $7, $8, $9
           returning key, version)
         insert into threshold_commands (threshold_key, action, version)
         select key, 'start', version from inserted returning threshold_key as key`,
        [
          owner,
          id,
          target.kind,
          target.id,
          target.kind === 'match' ? target.category : null,
          condition,
          value,
          currency,
          bandBp,
        ],
      );
      if (rows[0] !== undefined) keys.push(rows[0].key);
    }
    await client.query(`select pg_notify('vigia_threshold_commands', '')`);
    await client.query('commit');
    return keys;
  } finally {
    client.release();
  }
}

/** Polls until the condition holds. @throws after the timeout */
export async function waitUntil(
  condition: () => Promise<boolean>,
  // Less than a test's own timeout.
  timeoutMs = 100_000,
): Promise<void> {
  const startedAtMs = Date.now();
  while (!(await condition())) {
    const waitedMs = Date.now() - startedAtMs;
    if (waitedMs > timeoutMs) throw new Error('The condition did not become true in time.');
    // A tenth of what it has waited: a condition may open a connection, and keep a core busy with asking.
    await delay(Math.min(Math.max(5, waitedMs / 10), 100));
  }
}

export const waitForMarketEnd = (market: MarketService) =>
  waitUntil(async () => (await market.state()).state === 'ended');
