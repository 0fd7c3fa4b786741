/** What an operator reads at /health: well, degraded by one of the parts, or unavailable. */
import Fastify from 'fastify';
import { beforeAll, expect, it, vi } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { clearHold, storeHold } from '../db/deliveries/kind-holds.ts';
import { raiseShardCount } from '../db/market/worker-leases.ts';
import { type HealthOptions, healthRoute } from './health.ts';

const { pool } = await openTestDatabase();
beforeAll(async () => {
  await pool.query(`
    insert into sources (name, fingerprint, currency, last_arrival_at, expected_every_ms)
      values ('test', '', 'EUR', now(), 3600000)`);
});

const clockAhead = (offsetMs: number) => ({ nowMs: Date.now, isOff: true, offsetMs });

async function healthWith(options: Partial<HealthOptions> = {}) {
  const app = Fastify();
  healthRoute(app, { pool, version: 'v', market: null, isStopping: () => false, ...options });
  const answer = await app.inject('/health');
  await app.close();
  return [answer.statusCode, answer.json().status];
}

it.each<[string, Partial<HealthOptions>, [number, string]]>([
  ['all is well, without a NATS of its own', {}, [200, 'ok']],
  ['NATS answers', { bus: { isAvailable: () => true } }, [200, 'ok']],
  ['NATS is away', { bus: { isAvailable: () => false } }, [200, 'degraded']],
  ['its readings stand still', { market: { stalledForMs: () => 30_001 } }, [503, 'unavailable']],
  ['its readings have just begun', { market: { stalledForMs: () => 30_000 } }, [200, 'ok']],
  ['its clock is apart', { clock: clockAhead(600_000) }, [200, 'degraded']],
  ['it is about to stop', { isStopping: () => true }, [503, 'unavailable']],
])('shows an operator how it is: when %s', async (_, options, expected) => {
  expect(await healthWith(options)).toEqual(expected);
});

it('asks the database once a second, however many ask', async () => {
  const query = vi.spyOn(pool, 'query');
  const app = Fastify();
  healthRoute(app, { pool, version: 'v', market: null, isStopping: () => false });
  await app.inject('/health');
  const queriesOfOne = query.mock.calls.length;
  await Promise.all(Array.from({ length: 20 }, () => app.inject('/health')));
  expect([queriesOfOne > 0, query.mock.calls.length]).toEqual([true, queriesOfOne]);
  query.mockRestore();
  await app.close();
});

it.each([
  ['one late price may come in the wrong order', 'shards set late_since', '50 seconds', 'ok'],
  ['for more than a minute all prices are late', 'shards set late_since', '2 minutes', 'degraded'],
  ['the market changes for a while', 'sources set incomplete_since', '19 minutes', 'ok'],
  ['no crawl is ever complete', 'sources set incomplete_since', '21 minutes', 'degraded'],
])('shows an operator how it is: when %s', async (_, update, age, expected) => {
  await pool.query(`insert into shards (source, shard) values ('test', 0)`);
  await pool.query(`update ${update} = now() - interval '${age}'`);
  expect(await healthWith()).toEqual([200, expected]);
  await pool.query('delete from shards; update sources set incomplete_since = null');
});

it('asks anew whether prices are late once shards are split', async () => {
  await pool.query(
    `insert into shards (source, shard, late_since) values ('test', 0, now() - interval '1 hour')`,
  );
  await raiseShardCount(pool, 128);
  expect(await healthWith()).toEqual([200, 'ok']);
  await pool.query('delete from shards');
});

it('shows an operator how it is: when a kind of channel is held', async () => {
  await storeHold(pool, { kind: 'push', reason: '403' });
  expect(await healthWith()).toEqual([200, 'degraded']);
  await clearHold(pool, 'push');
  expect(await healthWith()).toEqual([200, 'ok']);
});

it('shows an operator how it is: when the last reading is from the future', async () => {
  await pool.query(`update sources set last_arrival_at = now() + interval '1 day'`);
  expect(await healthWith()).toEqual([200, 'degraded']);
});

it('shows an operator how it is: when the market gives nothing new', async () => {
  await pool.query(`update sources set last_arrival_at = now() - interval '1 day'`);
  expect(await healthWith()).toEqual([200, 'degraded']);
});
