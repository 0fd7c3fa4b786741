/** What a page says of the market: playing until every reading is applied, and stale once none arrives. */
import { beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { MarketStatusPoller, toSourceEvent } from './market-status.ts';

const { pool } = await openTestDatabase();
beforeEach(() => pool.query('truncate sources cascade'));

const arrivedAgo = (ms: number) => ({
  marketNow: new Date('2026-03-15T10:00:00Z'),
  lastArrivalAt: new Date(Date.now() - ms),
  expectedEveryMs: 60_000,
});
const insertSource = () =>
  pool.query(`
    insert into sources (name, fingerprint, currency, market_now, last_arrival_at, expected_every_ms, playing, speed, exhausted)
      values ('replay', 'f', 'EUR', '2026-03-15T10:00:00Z', now(), 60000, true, 60, false);
    insert into shards (source, shard) values ('replay', 0)`);

it('a source that has fallen silent is stale, whatever its market time; one never read has missed nothing', () => {
  expect(toSourceEvent(arrivedAgo(0))).toMatchObject({
    state: 'fresh',
    observedAt: '2026-03-15T10:00:00.000Z',
  });
  expect(toSourceEvent(arrivedAgo(86_400_000)).state).toBe('stale');
  expect(toSourceEvent({ marketNow: null, lastArrivalAt: null, expectedEveryMs: null })).toEqual({
    state: 'fresh',
    observedAt: null,
    arrivedAt: null,
  });
});

it('without a source the market is paused, and nothing was read', async () => {
  const poller = new MarketStatusPoller(pool);
  expect(await poller.state()).toMatchObject({
    state: 'paused',
    speed: 1,
    observedAt: null,
    readings: 0,
  });
});

it('plays until every acknowledged reading is applied; then it is paused, or has ended', async () => {
  await insertSource();
  const poller = new MarketStatusPoller(pool);
  const stateAfter = async (set: string) => {
    await pool.query(`update sources set ${set}`);
    return (await poller.state()).state;
  };
  expect(await poller.state()).toMatchObject({ state: 'playing', source: 'replay', speed: 60 });
  expect(await stateAfter('playing = false')).toBe('paused');
  expect(await stateAfter('exhausted = true')).toBe('ended');
  await pool.query(
    `insert into readings (source, observed_at, kind, ticks) values ('replay', now(), 'changes', '[]')`,
  );
  expect(await stateAfter('exhausted = true')).toBe('playing');
  expect(await stateAfter('exhausted = false')).toBe('playing');
});

it('announces a source that falls silent or is read again, and its last reading every five seconds', async () => {
  await insertSource();
  const poller = new MarketStatusPoller(pool);
  const announced: string[] = [];
  poller.onSourceEvent = ({ state }) => announced.push(state);
  const poll = async (arrivedAt: string) => {
    await pool.query(`update sources set last_arrival_at = ${arrivedAt}`);
    await poller.poll();
  };
  const fresh = "now() - interval '30 s'";
  await poll(fresh);
  await poll(`${fresh} + interval '4 s'`);
  expect(announced).toEqual([]);
  await poll(`${fresh} + interval '6 s'`);
  await poll("now() - interval '1 h'");
  await poll("now() - interval '1 h'");
  await poll('now()');
  expect(announced).toEqual(['fresh', 'stale', 'fresh']);
});
