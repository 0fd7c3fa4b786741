/** Harness of market worker tests: a worker on a fresh real database, replaying given CSV files. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { onTestFinished } from 'vitest';
import type { ThresholdRule } from '#domain/threshold.ts';
import { createMetrics, type Metrics } from '#server/base/metrics.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { MarketService, MarketSettings } from '#server/market-worker/market-options.ts';
import { startMarket } from '#server/market-worker/market-service.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { postgresBus } from '#tests/support/event-bus.ts';
import { listStoredAlerts, queryRows } from './stored-alerts.ts';

export interface TestThreshold extends Omit<ThresholdRule, 'currency'> {
  readonly id: string;
  readonly currency?: string;
}

export type MarketHarness = Awaited<ReturnType<typeof openMarket>>;

export const owner = 'vigilante';
/** Below a price on a collectible, `a1` unless it is another. */
export const below = (id: string, value: number, target = 'a1'): TestThreshold => ({
  id,
  target: { kind: 'collectible', id: target },
  condition: 'below',
  value,
  bandBp: 300,
});

/** The texts of a market's files: rows `observedAt,collectible,floorCents` and `collectible,match,city,category`. */
export const marketFiles = (prices: readonly string[], collectibles: readonly string[]) => ({
  prices: ['observed_at,collectible,floor_cents', ...prices, ''].join('\n'),
  collectibles: [
    'collectible,match_number,city,category,rarity',
    ...collectibles.map((row) => `${row},Iconic`),
    '',
  ].join('\n'),
});

/** A market without workers; it ends with the test. @param files CSV texts, or URLs of existing files */
export async function openMarket(files: {
  readonly prices: string | URL;
  readonly collectibles: string | URL;
}) {
  const { pool, url } = await openTestDatabase();
  const dir = await mkdtemp(join(tmpdir(), 'vigia-market-'));
  const [file, collectibles] = await Promise.all([
    pathOf(files.prices, join(dir, 'prices.csv')),
    pathOf(files.collectibles, join(dir, 'collectibles.csv')),
  ]);
  const metrics = createMetrics();
  const markets: MarketService[] = [];
  onTestFinished(async () => {
    await Promise.all(markets.map((market) => market.close()));
    await rm(dir, { recursive: true, force: true });
  });
  await pool.query(
    `insert into users (uid, email, username, email_confirmed_at)
     values ($1, 'vigilante@correo.example', 'Vigilante', now())`,
    [owner],
  );

  /** Starts a worker; several may run at once. Only one may use the harness's metrics. */
  async function start(
    settings: Partial<MarketSettings> = {},
    ownPool: pg.Pool = pool,
    ownMetrics: Metrics = metrics,
  ): Promise<MarketService> {
    const replay = { adapter: 'replay', file, collectibles, currency: 'USD' } as const;
    const market = await startMarket({
      pool: ownPool,
      bus: postgresBus(url),
      config: {
        databaseSessionUrl: url,
        market: { ...replay, speed: 'max', paused: false, seed: 1, ...settings },
      },
      log: { info() {}, warn() {}, error() {} },
      metrics: ownMetrics,
    });
    markets.push(market);
    return market;
  }

  /** Stores thresholds and notifies the worker; resolves with their keys, before the worker has applied them. */
  const addThresholds = (thresholds: readonly TestThreshold[]): Promise<number[]> =>
    inTransaction(pool, async (client) => {
      const keys: number[] = [];
      for (const threshold of thresholds)
        keys.push(await storeThreshold(queryRows(client), owner, threshold));
      await client.query(`select pg_notify('vigia_threshold_commands', '')`);
      return keys;
    });

  return {
    pool,
    url,
    metrics,
    start,
    addThresholds,
    waitForCommandsApplied: () => waitForCommandsApplied(queryRows(pool)),
    /** Lines `id,episode,observedAtMs,value,already`, sorted. */
    alerts: () => listStoredAlerts(queryRows(pool)),
    async countRejectedTicks(): Promise<Record<string, number>> {
      const { values } = await metrics.ticksRejected.get();
      return Object.fromEntries(values.map(({ labels, value }) => [String(labels.reason), value]));
    },
  };
}

/** Stores a threshold with the command to start it. @param query returns the rows @returns its key */
export async function storeThreshold(
  query: (text: string, values: unknown[]) => Promise<readonly { readonly key: number }[]>,
  uid: string,
  { id, target, condition, value, bandBp, currency = 'USD' }: TestThreshold,
): Promise<number> {
  const category = target.kind === 'match' ? target.category : null;
  const rows = await query(
    `with inserted as (
       insert into thresholds (uid, id, target_kind, target_id, category, match_id, condition, value, currency, rearm_band_bp)
       select $1, $2, $3, $4, $5,
              case when $3 = 'match' then $4 else (select match_id from collectibles where id = $4) end,
              $6, $7, $8, $9
       returning key, version)
     insert into threshold_commands (threshold_key, action, version)
     select key, 'start', version from inserted returning threshold_key as key`,
    [uid, id, target.kind, target.id, category, condition, value, currency, bandBp],
  );
  return rows[0]?.key ?? 0;
}

async function pathOf(content: string | URL, path: string): Promise<string> {
  if (content instanceof URL) return content.pathname;
  await writeFile(path, content);
  return path;
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

/** Waits until the worker has applied all due commands. @param query returns the rows */
export const waitForCommandsApplied = (query: (text: string) => Promise<readonly unknown[]>) =>
  waitUntil(async () => {
    const due = 'select from threshold_commands where applied_at is null and due_at <= now()';
    return (await query(due)).length === 0;
  });

export const waitForMarketEnd = (market: MarketService) =>
  waitUntil(async () => (await market.state()).state === 'ended');
