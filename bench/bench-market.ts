/** Market worker harness for benches: appends and applies readings on a PostgreSQL of its own, without waits. */
import type pg from 'pg';
import { createMetrics, type Metrics } from '#server/base/metrics.ts';
import type { StoredTick } from '#server/db/market/readings.ts';
import { appendReadings, notifyReadings } from '#server/db/market/readings.ts';
import { releaseShards } from '#server/db/market/worker-leases.ts';
import { createPool } from '#server/db/pool.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { messagesSent } from '#server/db/wake-ups.ts';
import type { RawTick, Reading } from '#server/market-model/marketplace.ts';
import { applyReading } from '#server/market-worker/apply-reading.ts';
import { OwnedShards } from '#server/market-worker/owned-shards.ts';
import { SourceReader } from '#server/market-worker/source-reader.ts';
import { joinWorkers } from '#server/market-worker/worker-membership.ts';
import { postgresBus } from '#tests/support/event-bus.ts';
import { openBenchDatabase } from './database.ts';

const source = 'bench';
const perMatch = 10;

export interface BenchMarket {
  readonly pool: pg.Pool;
  readonly url: string;
  readonly metrics: Metrics;
  /** Claims all shards (again, if owned) and loads the thresholds stored by now. */
  claimShards(): Promise<void>;
  /** Appends a reading and applies it: two durable commits. Each is observed a minute after the previous one. */
  applyReading(floors: ReadonlyMap<string, number>): Promise<void>;
  /** A source's text of its next reading. */
  textOf(ticks: readonly RawTick[], kind: Reading['kind']): string;
  /** The same as `applyReading` from that text on: parsed, validated, stored by its reader, applied, notified. */
  read(text: string): Promise<void>;
  close(): Promise<void>;
}

/** @param collectibles how many; their ids are `c0`, `c1`… */
export async function openBenchMarket(collectibles: number): Promise<BenchMarket> {
  const database = await openBenchDatabase();
  const { url } = database;
  const pool = createPool(url);
  const matches = Math.ceil(collectibles / perMatch);
  await pool.query(`
    insert into sources (name, fingerprint, currency) values ('${source}', 'f', 'EUR');
    insert into shards (source, shard) select '${source}', generate_series(0, shard_count() - 1);
    insert into matches (id, source, number, event, name, city, currency)
      select 'm' || i, '${source}', i, 'E', 'M', 'C', 'EUR' from generate_series(0, ${matches - 1}) i;
    insert into collectibles (id, match_id, name, category, currency)
      select 'c' || i, 'm' || i / ${perMatch}, 'c', '1', 'EUR' from generate_series(0, ${collectibles - 1}) i;
    analyze`);
  const membership = await joinWorkers(url, source, { playing: true, speed: 'max' });
  const claimAndLoadShards = async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const shards = new OwnedShards({ pool, membership, onLoaded: resolve });
    await shards.rebalance();
    await promise;
    await shards.addLoaded();
    return shards;
  };
  const claimSource = () =>
    SourceReader.claim({
      ...{ pool, bus, metrics, membership, onChange() {} },
      source: {
        ...{ name: source, fingerprint: 'f', currency: 'EUR', expectedEveryMs: 60_000 },
        ...{ pageOrigins: [], resume() {}, async *catalogue() {}, async *readings() {} },
      },
    });
  let owned: OwnedShards | null = null;
  let reader: SourceReader | null = null;
  const metrics = createMetrics();
  const bus = postgresBus(url);
  let position = 0;
  let observedAtMs = Date.now() - 24 * 3_600_000;
  return {
    pool,
    url,
    metrics,
    async claimShards() {
      if (owned) await releaseShards(pool, membership.id, owned.shardSet.shards);
      owned = await claimAndLoadShards();
    },
    async applyReading(floors) {
      position += 1;
      observedAtMs += 60_000;
      const ticks = Array.from(floors, ([id, cents]): StoredTick => [id, cents, null, null]);
      const reading = {
        observedAt: new Date(observedAtMs),
        kind: 'changes',
        ticks,
        arrivedAt: new Date(),
      } as const;
      const [stored] = await inTransaction(pool, async (client) => {
        const appended = await appendReadings(client, source, [reading], position);
        await notifyReadings(client, membership.id);
        return appended;
      });
      if (stored === undefined || owned === null) throw new Error('a reading was not stored');
      await applyReading(pool, { shards: owned, metrics, bus }, stored);
    },
    textOf(ticks, kind) {
      observedAtMs += 60_000;
      return JSON.stringify({ observedAt: new Date(observedAtMs).toISOString(), kind, ticks });
    },
    async read(text) {
      reader ??= await claimSource();
      if (owned === null || reader === null) throw new Error('no shards, or no source');
      const reading: Reading = JSON.parse(text);
      for (const stored of await reader.store([{ reading, arrivedAt: new Date() }]))
        await applyReading(pool, { shards: owned, metrics, bus }, stored);
      await messagesSent(pool);
    },
    async close() {
      await reader?.stop();
      await membership.leave();
      await pool.end();
      await database.close();
    },
  };
}
