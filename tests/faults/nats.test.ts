/** Workers and API processes whose readings and live events go over NATS: kills, and a server that is silent or dies. */
import { afterEach, expect, test } from 'vitest';
import { health } from '#contract/health.ts';
import { raiseShardCount } from '#server/db/market/worker-leases.ts';
import { hasNatsServer, type NatsServer, startNatsServer } from '#tests/support/nats-server.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { report } from './support/campaign-size.ts';
import { type Cluster, openCluster } from './support/cluster.ts';
import {
  minReadingsApplied,
  play,
  readerPid,
  saveHalves,
  waitForEnd,
  waitForReadingsApplied,
  waitForShards,
} from './support/cluster-market.ts';
import { generateMarket } from './support/generate-market.ts';
import { waitUntil } from './support/market-harness.ts';
import { openStream } from './support/open-stream.ts';
import { listStoredAlerts, queryRows } from './support/stored-alerts.ts';

const readingsPerSecond = 20;
let cluster: Cluster | null = null;
let server: NatsServer | null = null;
afterEach(async () => {
  await cluster?.close();
  await server?.close();
});

const askHealth = async (node: ServerProcess) =>
  health.parse(await (await fetch(`${node.origin}/health`)).json());

/** Time until every shard has applied more readings than any had. */
async function recoveryMs(all: Cluster): Promise<number> {
  const startedAtMs = performance.now();
  const { rows } = await all.pool.query<{ max: number }>(
    'select max(readings_applied) as max from shards',
  );
  await waitForReadingsApplied(all, (rows[0]?.max ?? 0) + 3);
  return Math.round(performance.now() - startedAtMs);
}

test.skipIf(!hasNatsServer)(
  'row 37: four workers and four API processes on NATS: the alerts equal the backtest’s, each once on every stream',
  async () => {
    const market = generateMarket('nats', 900);
    server = await startNatsServer();
    const all = await openCluster(market, { variables: { EVENTS_URL: server.url } });
    cluster = all;
    const first = await all.start('worker');
    const [second, third, fourth, ...apis] = await Promise.all([
      ...(['worker', 'worker', 'worker'] as const).map((role) => all.start(role)),
      ...(['api', 'api', 'api', 'api'] as const).map((role) => all.start(role)),
    ]);
    const [a, b, c, d] = apis;
    if (!second || !third || !fourth || !a || !b || !c || !d) throw new Error('not started');
    const workers = [first, second, third, fourth];
    await saveHalves(all, [a, b], [...market.thresholds]);
    await Promise.all(workers.map((worker) => waitForShards(all, worker, 16)));
    const { rows } = await all.pool.query<{ id: string; matchId: string; floor: number | null }>(
      'select id, match_id as "matchId", floor_cents as floor from collectibles order by id',
    );
    const [{ matchId } = { matchId: '' }] = rows;
    const token = await all.token('ana');
    const wide = await Promise.all([a, b].map((api) => openStream(api.origin, token)));
    const narrow = await openStream(c.origin, token, `?matches=${matchId}`);
    const dying = await openStream(d.origin, token);
    expect((await askHealth(a)).checks.events).toEqual({ ok: true });

    const factor = (market.gapMs / 1_000) * readingsPerSecond;
    await play(all, factor);
    await waitForReadingsApplied(all, 60);
    await waitUntil(async () => narrow.prices.size > 0);
    const carried = Number(
      (await all.pool.query('select count(*) as n from readings where stream is null')).rows[0].n,
    );
    expect(carried, 'readings whose ticks are in PostgreSQL').toBe(0);

    await raiseShardCount(all.pool, 128);
    await Promise.all(workers.map((worker) => waitForShards(all, worker, 32)));

    // The worst worker to lose, the source's reader, and an API process.
    const dead = await readerPid(all);
    expect(workers.map(({ pid }) => pid)).toContain(dead);
    workers.find(({ pid }) => pid === dead)?.process.kill('SIGKILL');
    d.process.kill('SIGKILL');
    await dying.close();
    const killedMs = await recoveryMs(all);

    await server.stop();
    const silentAtMs = performance.now();
    await waitUntil(async () => (await askHealth(a)).checks.events?.ok === false);
    const noticedMs = Math.round(performance.now() - silentAtMs);
    const { status, checks } = await askHealth(b);
    expect([status === 'ok', checks.database.ok]).toEqual([false, true]);
    // Workers stay, and nothing is applied: what they have in memory is right.
    const alive = workers.filter(({ pid }) => pid !== dead);
    await waitUntil(async () => alive.every((worker) => /NATS failed/.test(worker.output())));
    // What a worker had read before may still be applied meanwhile.
    await waitUntil(async () => (await askHealth(b)).checks.market.ok === false);
    const before = await minReadingsApplied(all);
    expect((await askHealth(a)).checks.events).toEqual({ ok: false, detail: expect.any(String) });
    expect(await minReadingsApplied(all)).toBe(before);
    server.continue();
    const silentMs = await recoveryMs(all);
    expect(noticedMs).toBeLessThan(10_000);
    expect(silentMs).toBeLessThan(30_000);

    await server.restart();
    const restartedMs = await recoveryMs(all);
    expect(restartedMs).toBeLessThan(30_000);
    const later = await all.start('worker');
    workers.find(({ pid }) => pid !== dead)?.process.kill('SIGKILL');
    await waitForReadingsApplied(all, (await minReadingsApplied(all)) + 20);

    await play(all, 'max');
    await waitForEnd(all);
    const stored = await listStoredAlerts(queryRows(all.pool));
    expect(stored).toEqual(market.expected());
    expect(later.output()).not.toContain('is lost');

    const own = (await all.pool.query(`select 1 from alerts where uid = 'ana'`)).rowCount ?? 0;
    const floors = await all.pool.query<{ id: string; matchId: string; floor: number | null }>(
      'select id, match_id as "matchId", floor_cents as floor from collectibles',
    );
    for (const page of [...wide, narrow]) {
      const shown = floors.rows.filter((row) => page !== narrow || row.matchId === matchId);
      await waitUntil(async () => page.alerts.length >= own);
      expect(page.alerts).toHaveLength(own);
      await waitUntil(async () =>
        shown.every(({ id, floor }) => (page.prices.get(id) ?? null) === floor),
      );
      await page.close();
    }
    const others = floors.rows.filter((row) => row.matchId !== matchId);
    expect(others.filter(({ id }) => narrow.prices.has(id))).toEqual([]);
    report(
      '4 workers and 4 API processes on NATS, 4 kills, a silent and a dead server',
      `${stored.length} alerts equal to the pure engine's, each once on 3 streams; next readings ${killedMs} ms after the kills; silence noticed after ${noticedMs} ms, next readings ${silentMs} ms after it, ${restartedMs} ms after the server's restart`,
    );
  },
);
