/**
 * Row 23 of the fault campaign: every connection to the database goes mute without a FIN or a RST, while new ones work, as
 * after a dropped NAT entry, a hung proxy or a host that vanished and whose name moved.
 */

import type pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPool } from '#server/db/pool.ts';
import type { MarketService } from '#server/market-worker/market-options.ts';
import { startMarket } from '#server/market-worker/market-service.ts';
import { createMetrics } from '#server/metrics.ts';
import { type OpenDatabase, openTestDatabase } from '#tests/support/database.ts';
import { postgresBus } from '#tests/support/event-bus.ts';
import { waitUntil } from './support/market-harness.ts';
import { type MuteProxy, startMuteProxy } from './support/mute-proxy.ts';

let database: OpenDatabase;
let proxy: MuteProxy;
let direct: ReturnType<typeof createPool>;
let throughProxy: ReturnType<typeof createPool>;
let market: MarketService;

/** @param sessionUrl of the worker's lease and notifications */
const startWorker = (pool: pg.Pool, sessionUrl: string): Promise<MarketService> =>
  startMarket({
    pool,
    bus: postgresBus(sessionUrl),
    config: {
      databaseSessionUrl: sessionUrl,
      market: { adapter: 'demo', seed: 'mute', speed: 20, paused: false, currency: 'EUR' },
    },
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
  });

beforeEach(async () => {
  database = await openTestDatabase();
  direct = createPool(database.url);
  const url = new URL(database.url);
  proxy = await startMuteProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  throughProxy = createPool(url.href, { connections: 4, queryTimeoutMs: 10_000 });
  market = await startWorker(throughProxy, url.href);
});
afterEach(async () => {
  await market.close();
  await throughProxy.end();
  await direct.end();
});

const readingsApplied = async (): Promise<number> => {
  const { rows } = await direct.query<{ applied: number }>(
    'select coalesce(min(readings_applied), 0)::integer as applied from shards',
  );
  return rows[0]?.applied ?? 0;
};
const goesOn = async (within: number): Promise<void> => {
  const before = await readingsApplied();
  await waitUntil(async () => (await readingsApplied()) > before + 1, within);
};

describe('the market', () => {
  it('goes on within thirty seconds after every connection went mute', async () => {
    await goesOn(30_000);
    proxy.muteOpen();
    await goesOn(30_000);
  });

  it('goes on within thirty seconds after a host that answered nothing answers again', async () => {
    await goesOn(30_000);
    proxy.pauseNew();
    proxy.muteOpen();
    // Long enough for the worker to have given up and to be trying to connect.
    await waitUntil(async () => {
      const { rows } = await direct.query<{ alive: number }>(
        'select count(*)::integer as alive from workers where lease_expires_at > now()',
      );
      return rows[0]?.alive === 0;
    });
    proxy.resumeNew();
    await goesOn(30_000);
    expect(await readingsApplied()).toBeGreaterThan(0);
  });
});

describe('a worker whose queries hang while its heartbeats are answered', () => {
  it('keeps no shard: another applies the readings of all within thirty seconds', async () => {
    await market.close();
    // Only the pool goes through the proxy; the session that holds the lease stays well.
    market = await startWorker(throughProxy, database.url);
    await goesOn(30_000);
    const other = await startWorker(direct, database.url);
    try {
      proxy.pauseNew();
      proxy.muteOpen();
      await goesOn(30_000);
      // Nor does it take part in the sharing while it cannot query.
      await goesOn(10_000);
    } finally {
      await other.close();
    }
  });
});
