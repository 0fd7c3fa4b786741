/** The event bus over NATS meets the contract, and ends every wait when its server is silent, dead or empty. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMetrics } from '#server/base/metrics.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { EventBus } from '#server/events/event-bus.ts';
import { parseNatsUrl } from '#server/events/nats-url.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { natsBus } from '#tests/support/nats-bus.ts';
import { hasNatsServer, type NatsServer, startNatsServer } from '#tests/support/nats-server.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { describeEventBus } from './event-bus.contract.ts';

it.each([
  ['nats://one', ['one:4222'], undefined],
  ['nats://one:4223/', ['one:4223'], undefined],
  ['nats://vigia:se%40cret@one,two:5000', ['one:4222', 'two:5000'], 'se@cret'],
  ['tls://vigia:secret@one', ['one:4222'], 'secret'],
])('EVENTS_URL %s', (text, servers, password) => {
  expect(parseNatsUrl(text)).toMatchObject({ servers, isTls: text.startsWith('tls:') });
  expect(parseNatsUrl(text)?.password).toBe(password);
});

describe.skipIf(!hasNatsServer)('with a server (not run without nats-server)', () => {
  let server: NatsServer;
  beforeAll(async () => {
    server = await startNatsServer();
  });
  afterAll(() => server?.close());

  describeEventBus('NATS', (databaseUrl) =>
    // So small that a reading takes several messages.
    natsBus({ databaseUrl, natsUrl: server.url, limits: { messageBytes: 400, ticks: 5 } }),
  );

  describe('that fails', async () => {
    const { pool, url } = await openTestDatabase();
    let bus: EventBus;
    const metrics = createMetrics();
    beforeAll(async () => {
      await pool.query(`
        insert into sources (name, fingerprint, currency) values ('test', '', 'EUR');
        insert into matches (id, source, number, event, name, city, currency)
          values ('m1', 'test', 1, 'Torneo', 'Partido 1', 'Lima', 'EUR');
        insert into collectibles (id, match_id, name, category, currency) values ('c1', 'm1', 'C', 'cat-1', 'EUR')`);
      bus = await natsBus({ databaseUrl: url, natsUrl: server.url, metrics });
    });
    afterAll(async () => {
      await bus?.close();
    });

    let minutes = 0;
    /** Prices of the readings whose append succeeded. */
    const acknowledged: number[] = [];
    const append = async () => {
      minutes += 1;
      const cents = 100 + minutes;
      await inTransaction(pool, (client) => {
        const observedAt = new Date(Date.parse('2026-11-20T12:00:00Z') + minutes * 60_000);
        const ticks = [['c1', cents, null, null]] as const;
        const reading = { observedAt, arrivedAt: observedAt, kind: 'changes', ticks } as const;
        return bus.readings.append(client, 'test', [reading], minutes);
      });
      acknowledged.push(cents);
    };
    const list = (id = 0) =>
      bus.readings.listAfter(pool, 'test', {
        id,
        shards: Array.from({ length: 64 }, (_, shard) => shard),
        limit: 100,
        maxBytes: 1_000_000,
      });
    const floors = async () => (await list()).map(({ ticks }) => ticks[0]?.[1] ?? null);

    it('without what it had acknowledged: counted, and later readings are read', async () => {
      const before = acknowledged.length;
      await server.empty();
      await waitFor(append);
      const lostThenRead = [
        ...acknowledged.slice(0, before).map(() => null),
        ...acknowledged.slice(before),
      ];
      await waitFor(async () => expect(await floors()).toEqual(lostThenRead));
      const lost = (await metrics.readingsLost.get()).values[0]?.value ?? 0;
      expect(lost).toBeGreaterThanOrEqual(before);
    });
  });
});
