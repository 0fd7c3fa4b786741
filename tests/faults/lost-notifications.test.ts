/** What is committed by a process that dies before it notifies arrives within the polls. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pricesEvent } from '#contract/live-stream.ts';
import { eraseAccount } from '#server/accounts/erase-account.ts';
import { raiseShardCount } from '#server/db/market/worker-leases.ts';
import { appliedPayload } from '#server/events/live-notification.ts';
import type { Subscriber } from '#server/live/hub.ts';
import { MissedEvents } from '#server/live/missed-events.ts';
import { ErasedUsers } from '#server/market-worker/erased-users.ts';
import { insertSamples } from '#tests/support/samples.ts';
import { waitForListener } from '#tests/support/wait-for-listener.ts';
import { seedAlert, startTestApi, type TestApi } from '../boundaries/api.harness.ts';

let api: TestApi;
let missed: MissedEvents;
let events: { name: string; data: string }[];
beforeEach(async () => {
  api = await startTestApi();
  await waitForListener(api.pool, 'vigia_live');
  missed = new MissedEvents(api.pool, api.hub);
  events = [];
});
afterEach(() => api.close());

async function openStream(uid: string): Promise<void> {
  const subscriber: Subscriber = {
    uid,
    matches: null,
    tryWrite(bytes) {
      const [, name = '', data = ''] = /event: (\w+)\ndata: (.*)\n/.exec(bytes.toString()) ?? [];
      events.push({ name, data });
      return true;
    },
    end() {},
  };
  await api.hub.join(subscriber, undefined);
}

const shownPrices = () => {
  api.hub.flush();
  return events
    .filter(({ name }) => name === 'prices')
    .flatMap(({ data }) => pricesEvent.parse(JSON.parse(data)).items)
    .map(({ collectibleId, floorCents }) => `${collectibleId} ${floorCents}`);
};

/** As a worker does, and then sends nothing. */
async function applyReading(id: number, floorCents: number): Promise<void> {
  const observedAt = new Date(Date.parse('2026-11-20T12:00:00Z') + id * 60_000);
  await api.pool.query(
    `insert into readings (id, source, observed_at, kind, ticks) overriding system value
     values ($1, 'test', $2, 'changes', '[]')`,
    [id, observedAt],
  );
  await api.pool.query(
    `update collectibles set floor_cents = $2, last_observed_at = $1, floor_changed_at = $1 where id = 'c1'`,
    [observedAt, floorCents],
  );
  await api.pool.query(`update shards set last_reading_id = $1`, [id]);
}

test('prices whose notification was lost are sent at the second poll after their commit', async () => {
  await api.pool.query(
    `insert into shards (source, shard) select 'test', shard from generate_series(0, shard_count() - 1) shard
         on conflict do nothing`,
  );
  await missed.poll();
  await openStream('ana');
  await applyReading(1, 700);
  await missed.poll();
  // The notification may still be on its way.
  expect(shownPrices()).toEqual([]);
  await missed.poll();
  expect(shownPrices()).toEqual(['c1 700']);
  await missed.poll();
  await missed.poll();
  expect(shownPrices()).toEqual(['c1 700']);

  // One that arrived is not looked for, and an older price that arrives late is not shown.
  await applyReading(2, 800);
  missed.onApplied(
    'test',
    2,
    Array.from({ length: 64 }, (_, shard) => shard),
  );
  await missed.poll();
  await missed.poll();
  expect(shownPrices()).toEqual(['c1 700']);
  api.hub.onNotification(
    JSON.stringify({ prices: [['c1', 'm1', 650, '2026-11-20T12:00:30.000Z']] }),
  );
  expect(shownPrices()).toEqual(['c1 700']);
  expect(appliedPayload({ source: 'test', readingId: 2, shards: [0] })).toBe(
    '{"applied":["test",2,[0]]}',
  );

  // A shard that another is split into has missed what that one has.
  await applyReading(3, 900);
  await raiseShardCount(api.pool, 128);
  await missed.poll();
  await missed.poll();
  expect(shownPrices()).toEqual(['c1 700', 'c1 900']);
});

test('an alert whose notification was lost is sent at the next poll, once', async () => {
  await insertSamples(api.pool, { users: [{ uid: 'ana' }] });
  await api.pool.query(
    `insert into thresholds (uid, id, target_kind, target_id, match_id, condition, value, currency, rearm_band_bp)
     values ('ana', 'u1', 'collectible', 'c1', 'm1', 'below', 16000, 'EUR', 300)`,
  );
  await missed.poll();
  await openStream('ana');
  const id = await seedAlert(api.pool, 'ana', 'u1');
  await missed.poll();
  await missed.poll();
  api.hub.onNotification(JSON.stringify({ alerts: [[id, 'ana']] }));
  await missed.poll();
  const alerts = events.filter(({ name }) => name === 'alert');
  expect(alerts.map(({ data }) => JSON.parse(data).id)).toEqual([id]);
});

test('a worker finds accounts erased whose notification was lost', async () => {
  await api.pool.query(
    `insert into users (uid, email, username, email_confirmed_at) select uid, uid || '@correo.example', uid, now()
       from unnest(array['ana', 'bruno', 'clara']) uid`,
  );
  const erased = new ErasedUsers();
  await erased.poll(api.pool);
  expect(erased.isEmpty).toBe(true);
  for (const uid of ['ana', 'bruno'])
    await eraseAccount({ pool: api.pool, beforeErasure: [] }, uid);
  erased.onNotification('bruno');
  await erased.poll(api.pool);
  const filter = erased.createFilter();
  expect(['ana', 'bruno', 'clara'].map((uid) => filter.has(uid))).toEqual([true, true, false]);
  erased.clear();
  // Each once.
  await erased.poll(api.pool);
  expect(erased.isEmpty).toBe(true);
});
