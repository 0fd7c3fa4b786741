/**
 * Row 23 of the fault campaign: connections to the database go mute without a FIN or a RST, as after a dropped NAT entry, a
 * hung proxy, dropped packets or a host that vanished and whose name moved.
 */
import type pg from 'pg';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createMetrics } from '#server/base/metrics.ts';
import { createPool } from '#server/db/pool.ts';
import { startMarket } from '#server/market-worker/market-service.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { postgresBus } from '#tests/support/event-bus.ts';
import { report } from './support/campaign-size.ts';
import { startFaultRun } from './support/fault-run.ts';
import { waitUntil } from './support/market-harness.ts';
import { startMuteProxy } from './support/mute-proxy.ts';

/** A database, and the way to it through a proxy that can go mute. */
async function openBehindProxy() {
  const { url, pool } = await openTestDatabase();
  const behind = new URL(url);
  const proxy = await startMuteProxy({ host: behind.hostname, port: Number(behind.port) });
  behind.port = String(proxy.port);
  return { url, pool, proxy, proxyUrl: behind.href };
}

it.each([
  ['while new ones are served', false],
  ['and new ones get no answer until the worker has given up', true],
])(
  'row 23: mute connections %s: market, streams and mails go on within thirty seconds, requests answer 200 or 503',
  async (how, isAway) => {
    const { url, pool, proxy, proxyUrl } = await openBehindProxy();
    const run = await startFaultRun('mute', { DATABASE_URL: proxyUrl }, () => url);
    await run.waitForNormal();
    const mute = proxy.openCount();
    expect(mute).toBeGreaterThan(0);
    if (isAway) proxy.pauseNew();
    proxy.muteOpen();
    if (isAway) {
      const alive = 'select from workers where lease_expires_at > now()';
      await waitUntil(async () => (await pool.query(alive)).rowCount === 0);
      proxy.resumeNew();
    }
    const times = await run.waitForRecovery();
    report(`${mute} connections gone mute ${how}`, `${times}; ${await run.finish()}`);
  },
);

it('a worker whose queries hang while its heartbeats are answered keeps no shard: another applies the readings of all', async () => {
  const { url, pool, proxy, proxyUrl } = await openBehindProxy();
  // Only the pool goes through the proxy; the session that holds the lease stays well.
  const throughProxy = createPool(proxyUrl, { connections: 4, queryTimeoutMs: 10_000 });
  const startWorker = (own: pg.Pool) =>
    startMarket({
      pool: own,
      bus: postgresBus(url),
      config: {
        databaseSessionUrl: url,
        market: { adapter: 'demo', seed: 'mute', speed: 20, paused: false, currency: 'EUR' },
      },
      log: pino({ level: 'silent' }),
      metrics: createMetrics(),
    });
  const applied = async () =>
    (await pool.query('select coalesce(min(readings_applied), 0)::integer as n from shards'))
      .rows[0].n;
  const goesOn = async (within: number) => {
    const before = await applied();
    await waitUntil(async () => (await applied()) > before + 1, within);
  };
  const workers = [await startWorker(throughProxy)];
  try {
    await goesOn(30_000);
    workers.push(await startWorker(pool));
    proxy.pauseNew();
    proxy.muteOpen();
    await goesOn(30_000);
    // Nor does it take part in the sharing while it cannot query.
    await goesOn(10_000);
  } finally {
    for (const worker of workers) await worker.close();
    await throughProxy.end();
  }
});
