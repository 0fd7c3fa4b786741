/** Several workers and API processes on one database: workers are killed, suspended and resumed. */
import { afterEach, describe, expect, test } from 'vitest';
import { runAdmin } from '#server/admin/admin-cli.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { type Cluster, openCluster } from './support/cluster.ts';
import {
  minReadingsApplied,
  pause,
  play,
  readerPid,
  saveHalves,
  shardsByPid,
  waitForEnd,
  waitForReadingsApplied,
  waitForShards,
} from './support/cluster-market.ts';
import { generateMarket } from './support/generate-market.ts';
import { waitUntil } from './support/market-harness.ts';
import { openStream } from './support/open-stream.ts';
import { listStoredAlerts, queryRows } from './support/stored-alerts.ts';

const replacedWithinMs = 10_000;
const shardCount = 64;
const readingsPerSecond = 40;
let cluster: Cluster | null = null;
afterEach(async () => {
  await cluster?.close();
  cluster = null;
});
const startCluster = async (...args: Parameters<typeof openCluster>): Promise<Cluster> => {
  cluster = await openCluster(...args);
  return cluster;
};

/** Time until one node owns all shards and the source, and readings continue. */
async function replacementMs(all: Cluster, by: ServerProcess): Promise<number> {
  const startedAtMs = performance.now();
  const before = await minReadingsApplied(all);
  await waitUntil(
    async () =>
      (await shardsByPid(all)).get(by.pid) === shardCount &&
      (await readerPid(all)) === by.pid &&
      (await minReadingsApplied(all)) > before,
  );
  return performance.now() - startedAtMs;
}

describe('two workers and two API processes', () => {
  test('one worker killed, another suspended and resumed: the alerts equal the backtest’s, none twice', async () => {
    const market = generateMarket('two-machines', 600);
    const all = await startCluster(market);
    const first = await all.start('worker');
    const [second, a, b] = await Promise.all([
      all.start('worker'),
      all.start('api'),
      all.start('api'),
    ]);
    await saveHalves(all, [a, b], [...market.thresholds]);
    await Promise.all([
      waitForShards(all, first, shardCount / 2),
      waitForShards(all, second, shardCount / 2),
    ]);
    const page = await openStream(a.origin, await all.token('ana'));

    // Slow enough that readings are left after the last failure, on a busy machine too.
    const factor = (market.gapMs / 1_000) * readingsPerSecond;
    await play(all, factor);
    await waitForReadingsApplied(all, 150);
    // The worst one to lose: the source's reader.
    const [dead, alive] = (await readerPid(all)) === first.pid ? [first, second] : [second, first];
    dead.process.kill('SIGKILL');
    const killedMs = await replacementMs(all, alive);
    expect(killedMs).toBeLessThan(replacedWithinMs);

    // Paused while another worker starts, so that readings are left.
    await pause(all);
    const third = await all.start('worker');
    await waitForShards(all, third, shardCount / 2);
    await play(all, factor);
    await waitForReadingsApplied(all, (await minReadingsApplied(all)) + 50);
    alive.process.kill('SIGSTOP');
    const suspendedMs = await replacementMs(all, third);
    expect(suspendedMs).toBeLessThan(replacedWithinMs);
    alive.process.kill('SIGCONT');
    // Its lease is lost: it may not write its old state, logs that, and joins again.
    await waitUntil(async () => /market lease lost|market worker failed/.test(alive.output()));
    await waitForShards(all, alive, shardCount / 2);

    await play(all, 'max');
    await waitForEnd(all);
    expect(await listStoredAlerts(queryRows(all.pool))).toEqual(market.expected());
    const { rows } = await all.pool.query(
      `select (select count(*) from readings) as stored, min(readings_applied) as min,
              max(readings_applied) as max from shards`,
    );
    expect(rows[0].min).toBe(rows[0].stored);
    expect(rows[0].max).toBe(rows[0].stored);

    // The API process has no worker, yet its stream gets all events.
    const own = (await all.pool.query(`select 1 from alerts where uid = 'ana'`)).rowCount ?? 0;
    await waitUntil(async () => page.alerts.length >= own);
    expect(page.alerts).toHaveLength(own);
    const floors = await all.pool.query<{ id: string; floor: number | null }>(
      'select id, floor_cents as floor from collectibles',
    );
    await waitUntil(async () =>
      floors.rows.every(({ id, floor }) => (page.prices.get(id) ?? null) === floor),
    );
    await page.close();
    process.stdout.write(
      `replaced ${Math.round(killedMs)} ms after kill -9, ${Math.round(suspendedMs)} ms after SIGSTOP\n`,
    );
  });

  test('shards split twice while workers apply readings: the alerts equal the backtest’s, and each worker owns half', async () => {
    const market = generateMarket('split', 600);
    const all = await startCluster(market);
    const first = await all.start('worker');
    const [second, api] = await Promise.all([all.start('worker'), all.start('api')]);
    const workers = [first, second];
    await saveHalves(all, [api, api], [...market.thresholds]);
    await Promise.all(workers.map((worker) => waitForShards(all, worker, shardCount / 2)));
    const factor = (market.gapMs / 1_000) * readingsPerSecond;
    await play(all, factor);
    for (const count of [128, 256]) {
      await waitForReadingsApplied(all, (await minReadingsApplied(all)) + 50);
      const { exitCode } = await runAdmin(['shards', String(count)], {
        DATABASE_URL: all.databaseUrl,
      });
      expect(exitCode).toBe(0);
      await Promise.all(workers.map((worker) => waitForShards(all, worker, count / 2)));
    }
    await play(all, 'max');
    await waitForEnd(all);
    expect(await listStoredAlerts(queryRows(all.pool))).toEqual(market.expected());
    const { rows } = await all.pool.query(
      `select count(*)::integer as shards, min(readings_applied) as min, max(readings_applied) as max,
              (select count(*) from readings) as stored from shards`,
    );
    expect(rows).toEqual([
      { shards: 256, min: rows[0].stored, max: rows[0].stored, stored: rows[0].stored },
    ]);
  });

  test('a stopping worker releases its shards at once; API processes report a source without a reader as stale', async () => {
    const market = generateMarket('handover', 2_000);
    const all = await startCluster(market);
    const first = await all.start('worker');
    const [second, api] = await Promise.all([all.start('worker'), all.start('api')]);
    await Promise.all([
      waitForShards(all, first, shardCount / 2),
      waitForShards(all, second, shardCount / 2),
    ]);
    await first.stop();
    // Released at its exit: nobody waits for a lease of five seconds to end.
    expect((await shardsByPid(all)).get(first.pid)).toBeUndefined();
    const startedAtMs = performance.now();
    await waitUntil(
      async () =>
        (await shardsByPid(all)).get(second.pid) === shardCount &&
        (await readerPid(all)) === second.pid,
    );
    expect(performance.now() - startedAtMs).toBeLessThan(3_000);
    await all.addUser('ana');
    const page = await openStream(api.origin, await all.token('ana'));
    await play(all, 'max');
    await waitUntil(async () => page.states.at(-1) === 'fresh');
    second.process.kill('SIGKILL');
    expect(page.states.at(-1)).toBe('fresh');
    await waitUntil(async () => page.states.at(-1) === 'stale');
    await waitFor(async () => {
      const health = await (await fetch(`${api.origin}/health`)).json();
      expect(health).toMatchObject({ status: 'degraded', checks: { market: { ok: false } } });
    });
    await page.close();
  });
});
