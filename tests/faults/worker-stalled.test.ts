/** Row 24 of the fault campaign: a worker that cannot apply the readings there are; /health of its process answers 503. */
import { fastify } from 'fastify';
import type pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMetrics } from '#server/base/metrics.ts';
import { healthRoute } from '#server/http/health.ts';
import type { MarketService } from '#server/market-worker/market-options.ts';
import { startMarket } from '#server/market-worker/market-service.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { postgresBus } from '#tests/support/event-bus.ts';
import { byCampaignSize, report } from './support/campaign-size.ts';
import { waitUntil } from './support/market-harness.ts';

let pool: pg.Pool;
let url: string;
let market: MarketService;

beforeEach(async () => {
  ({ pool, url } = await openTestDatabase({ queryTimeoutMs: 10_000 }));
  market = await startMarket({
    pool,
    bus: postgresBus(url),
    config: {
      databaseSessionUrl: url,
      market: { adapter: 'demo', seed: 'stalled', speed: 20, paused: false, currency: 'EUR' },
    },
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
  });
});
afterEach(async () => {
  await market.close();
});

async function healthStatus(of: MarketService): Promise<number> {
  const app = fastify();
  healthRoute(app, { pool, version: 'test', market: of, isStopping: () => false });
  const { statusCode } = await app.inject('/health');
  await app.close();
  return statusCode;
}

const readingsApplied = async (): Promise<number> => {
  const { rows } = await pool.query<{ applied: number }>(
    'select coalesce(min(readings_applied), 0)::integer as applied from shards',
  );
  return rows[0]?.applied ?? 0;
};

/** Longer than this quick run waits for; the full one waits for the 503 itself. */
const stalledMs = byCampaignSize({ quick: 4_000, full: 31_000 });

test('row 24: a worker whose commits hang is noticed, and well again with the next reading', async () => {
  await waitUntil(async () => (await readingsApplied()) > 2);
  await waitUntil(async () => (market.stalledForMs() ?? 0) < stalledMs);
  const blocker = await pool.connect();
  await blocker.query('begin');
  await blocker.query('select from shards for update');
  const blockedAtMs = performance.now();
  const before = await readingsApplied();
  // Its queries fail after ten seconds each, and a new worker finds no shard it can claim: none of that is progress.
  await waitUntil(async () => (market.stalledForMs() ?? 0) > stalledMs, 120_000);
  const seconds = Math.round((performance.now() - blockedAtMs) / 1_000);
  expect(await readingsApplied()).toBe(before);
  if (stalledMs > 30_000) expect(await healthStatus(market)).toBe(503);
  await blocker.query('rollback');
  blocker.release();
  await waitUntil(async () => (await readingsApplied()) > before, 60_000);
  await waitUntil(async () => (market.stalledForMs() ?? 0) < 2_000);
  expect(await healthStatus(market)).toBe(200);
  report('a worker whose commits hang', `noticed after ${seconds} s, well after the next reading`);
});

test('row 24: a paused market is no standstill', async () => {
  await market.control({ action: 'pause' });
  // Once what had arrived before is applied.
  await waitUntil(async () => (await market.state()).state === 'paused');
  const before = await readingsApplied();
  const pausedAtMs = performance.now();
  await waitUntil(async () => performance.now() - pausedAtMs > stalledMs);
  await waitUntil(async () => (market.stalledForMs() ?? 0) < 2_000);
  expect(await readingsApplied()).toBe(before);
});
