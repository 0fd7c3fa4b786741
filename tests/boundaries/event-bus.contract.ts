/** What every event bus must do, whatever carries it (server/events/event-bus.ts). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NewReading, StoredReading, StoredTick } from '#server/db/market/readings.ts';
import { raiseShardCount } from '#server/db/market/worker-leases.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { notifySessionsEnded } from '#server/db/users/account-lifecycle.ts';
import type { EventBus, LiveSubscription } from '#server/events/event-bus.ts';
import { type LiveNotification, parseLiveNotification } from '#server/events/live-notification.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const collectibleCount = 400;
const allShards = Array.from({ length: 64 }, (_, shard) => shard);
const observedAt = new Date('2026-11-20T12:00:00Z');
const page = { id: 0, shards: allShards, limit: 100, maxBytes: 10_000_000 };

export function describeEventBus(name: string, open: (databaseUrl: string) => Promise<EventBus>) {
  describe(name, async () => {
    const { pool, url } = await openTestDatabase();
    let bus: EventBus;
    let shardOf: Map<string, number>;
    beforeAll(async () => {
      await pool.query(`
        insert into sources (name, fingerprint, currency) values ('test', '', 'EUR');
        insert into matches (id, source, number, event, name, city, currency)
          select 'm' || i, 'test', i, 'Torneo', 'Partido ' || i, 'Lima', 'EUR' from generate_series(1, 40) i;
        insert into shards (source, shard) select 'test', generate_series(0, shard_count() - 1);
        insert into collectibles (id, match_id, name, category, currency)
          select 'c' || i, 'm' || (1 + i % 40), 'C', 'cat-1', 'EUR' from generate_series(1, ${collectibleCount}) i`);
      await findShards();
      bus = await open(url);
    });
    async function findShards() {
      const { rows } = await pool.query<{ id: string; shard: number }>(
        'select c.id, m.shard from collectibles c join matches m on m.id = c.match_id',
      );
      shardOf = new Map(rows.map(({ id, shard }) => [id, shard]));
    }
    afterAll(async () => {
      await bus?.close();
    });

    describe('the log of readings', () => {
      beforeEach(() => pool.query('delete from readings'));

      const reading = (minute: number, ticks: readonly StoredTick[]): NewReading => ({
        observedAt: new Date(observedAt.getTime() + minute * 60_000),
        kind: 'changes',
        arrivedAt: new Date(observedAt.getTime() + minute * 60_000 + 500),
        ticks,
        catalogueGrew: minute === 2,
        unseen: null,
      });
      const ticksFrom = (from: number, count: number, floorCents = 900): StoredTick[] =>
        Array.from({ length: count }, (_, index) => [
          `c${1 + ((from + index) % collectibleCount)}`,
          floorCents + index,
          index % 3 === 0 ? null : index,
          null,
        ]);
      let position = 0;
      const append = (readings: readonly NewReading[]): Promise<StoredReading[]> =>
        inTransaction(pool, (client) => {
          position += readings.length;
          return bus.readings.append(client, 'test', readings, position);
        });
      const list = (options: Partial<typeof page> = {}) =>
        bus.readings.listAfter(pool, 'test', { ...page, ...options });
      const sorted = (ticks: readonly StoredTick[]) =>
        ticks.toSorted(([one], [other]) => (one < other ? -1 : 1));
      const comparable = ({ ticks, ...rest }: StoredReading) => ({ ...rest, ticks: sorted(ticks) });

      it('has what was appended, in order, and nothing of a transaction that was rolled back', async () => {
        const first = await append([
          reading(1, ticksFrom(0, 30)),
          { ...reading(2, ticksFrom(10, 5)), unseen: ['c1', 'c"2'] },
        ]);
        const lost = inTransaction(pool, async (client) => {
          await bus.readings.append(client, 'test', [reading(3, ticksFrom(0, 7))], 99);
          throw new Error('rolled back');
        });
        await expect(lost).rejects.toThrow('rolled back');
        const second = await append([reading(4, [['c1', null, 0, null]])]);
        const listed = await list();
        expect(listed.map(comparable)).toEqual([...first, ...second].map(comparable));
        expect((await list({ id: first[0]?.id ?? 0 })).map(({ id }) => id)).toEqual(
          [first[1], second[0]].map((one) => one?.id),
        );
        expect(await list({ id: second[0]?.id ?? 0 })).toEqual([]);
        const { rows } = await pool.query('select readings_taken from sources');
        expect(rows).toEqual([{ readings_taken: position }]);
      });

      it('gives the shards asked for all of their ticks', async () => {
        const ticks = ticksFrom(0, collectibleCount);
        await append([reading(1, ticks)]);
        const occupied = [...new Set(shardOf.values())];
        for (const shards of [occupied.slice(0, 1), occupied.slice(1, 4), allShards]) {
          const [found] = await list({ shards });
          const own = (all: readonly StoredTick[]) =>
            sorted(all.filter(([id]) => shards.includes(shardOf.get(id) ?? -1)));
          expect(own(found?.ticks ?? [])).toEqual(own(ticks));
          expect(own(ticks).length).toBeGreaterThan(0);
        }
      });

      it('loses what is purged, and nothing that a shard has still to apply', async () => {
        const old = (minute: number) => ({
          ...reading(minute, ticksFrom(minute, 50)),
          arrivedAt: new Date(Date.now() - 8 * 24 * 3_600_000),
        });
        const stored = await append([old(1), old(2), old(3)]);
        const now = await append([{ ...reading(4, ticksFrom(4, 50)), arrivedAt: new Date() }]);
        await pool.query('update shards set last_reading_id = $1 where shard > 0', [now[0]?.id]);
        await pool.query('update shards set last_reading_id = $1 where shard = 0', [stored[1]?.id]);
        expect(await bus.readings.purge(pool, 'test')).toBe(false);
        const remaining = [stored[2], now[0]].filter((one) => one !== undefined);
        expect((await list()).map(comparable)).toEqual(remaining.map(comparable));
      });

      it('knows what earlier readings of an instant named', async () => {
        const stored = await append([
          reading(1, ticksFrom(0, 4)),
          reading(2, ticksFrom(4, 4)),
          reading(1, ticksFrom(8, 4)),
          reading(1, ticksFrom(0, 100)),
          { ...reading(3, ticksFrom(0, 4)), unseen: ['c7'] },
          reading(3, ticksFrom(0, 9)),
        ]);
        const named = async (index: number, shards: readonly number[]) => {
          const one = stored[index];
          if (one === undefined) throw new Error('not stored');
          const ids = await inTransaction(pool, (client) =>
            bus.readings.listEarlierDeliveredIds(client, 'test', one, shards),
          );
          return [...ids].filter((id) => shards.includes(shardOf.get(id) ?? -1)).toSorted();
        };
        const ids = [1, 2, 3, 4, 9, 10, 11, 12].map((number) => `c${number}`).toSorted();
        expect(await named(0, allShards)).toEqual([]);
        expect(await named(3, allShards)).toEqual(ids);
        // All but one had been seen as they were before.
        expect(await named(5, allShards)).toEqual(
          [1, 2, 3, 4, 5, 6, 8, 9].map((number) => `c${number}`),
        );
        const [shard = 0] = ids.map((id) => shardOf.get(id) ?? 0);
        expect(await named(3, [shard])).toEqual(ids.filter((id) => shardOf.get(id) === shard));
      });

      it('gives shards that were split what they had not applied, and what comes after', async () => {
        const ticks = ticksFrom(0, collectibleCount);
        const [before] = await append([reading(1, ticks)]);
        await raiseShardCount(pool, 128);
        await findShards();
        const occupied = [...new Set(shardOf.values())];
        expect(Math.max(...occupied)).toBeGreaterThan(63);
        const [after] = await append([reading(1, ticks)]);
        for (const shard of occupied) {
          const isOwn = ([id]: StoredTick) => shardOf.get(id) === shard;
          const own = sorted(ticks.filter(isOwn));
          const listed = await list({ shards: [shard] });
          expect(listed.map(({ id }) => id)).toEqual([before?.id, after?.id]);
          for (const found of listed) expect(sorted(found.ticks.filter(isOwn))).toEqual(own);
        }
        if (after === undefined) throw new Error('not stored');
        const [first = 0] = occupied;
        const named = await inTransaction(pool, (client) =>
          bus.readings.listEarlierDeliveredIds(client, 'test', after, [first, first + 64]),
        );
        for (const [id, shard] of shardOf) if (shard === first) expect(named).toContain(id);
      });
    });

    describe('live events', () => {
      let received: LiveNotification[] = [];
      let watched: (ReadonlySet<string> | null)[] = [];
      let subscription: LiveSubscription;
      let connections = 0;
      beforeAll(async () => {
        subscription = bus.live.subscribe({
          onPayload: (payload) => received.push(parseLiveNotification(payload)),
          onConnect: () => {
            connections += 1;
          },
          onWatched: (matches) => watched.push(matches),
          onFailure(error) {
            throw error;
          },
        });
        await waitFor(() => expect(connections).toBeGreaterThan(0));
        subscription.watch(null);
        await receivesFloor('m1', 1);
      });
      afterAll(() => subscription?.close());
      beforeEach(() => {
        received = [];
        watched = [];
      });

      const price = (matchId: string, floorCents: number) => ({
        prices: { observedAt, changes: [{ collectibleId: `c-${matchId}`, matchId, floorCents }] },
      });
      const floors = () =>
        received
          .flatMap(({ prices = [] }) => prices)
          .map(([id, , floorCents]) => `${id} ${floorCents}`);
      /** Published until it arrives: a subscription may just have begun. */
      const receivesFloor = (matchId: string, floorCents: number) =>
        waitFor(() => {
          bus.live.publish(pool, price(matchId, floorCents));
          expect(floors()).toContain(`c-${matchId} ${floorCents}`);
        });

      it('are sent after the commit, the reading that they complete last', async () => {
        await inTransaction(pool, async (client) => {
          bus.live.publish(client, {
            ...price('m2', 700),
            alerts: [{ id: 7, uid: 'ana' }],
            applied: { source: 'test', readingId: 12, shards: [1, 2] },
          });
          await receivesFloor('m3', 1);
          expect(floors()).not.toContain('c-m2 700');
        });
        await waitFor(() => expect(received.at(-1)?.applied).toEqual(['test', 12, [1, 2]]));
        expect(floors()).toContain('c-m2 700');
        expect(received.flatMap(({ alerts = [] }) => alerts)).toEqual([['7', 'ana']]);
      });

      it('are not sent after a rollback', async () => {
        const failing = inTransaction(pool, async (client) => {
          bus.live.publish(client, price('m4', 700));
          throw new Error('rolled back');
        });
        await expect(failing).rejects.toThrow('rolled back');
        await receivesFloor('m4', 1);
        expect(floors()).not.toContain('c-m4 700');
      });

      it('say whose sessions have ended', async () => {
        notifySessionsEnded(pool, 'ana');
        await waitFor(() => expect(received.flatMap(({ ended = [] }) => ended)).toEqual(['ana']));
      });

      it('of a match arrive while it is watched, and of every match while all are', async () => {
        const other: LiveNotification[] = [];
        const narrow = bus.live.subscribe({
          onPayload: (payload) => other.push(parseLiveNotification(payload)),
          onConnect() {},
          onWatched() {},
          onFailure() {},
        });
        const arrives = (matchId: string, floorCents: number) =>
          waitFor(() => {
            bus.live.publish(pool, price(matchId, floorCents));
            const all = other.flatMap(({ prices = [] }) => prices);
            expect(all.some(([id, , cents]) => id === `c-${matchId}` && cents === floorCents)).toBe(
              true,
            );
          });
        narrow.watch('m7');
        await arrives('m7', 1);
        narrow.watch(null);
        narrow.unwatch('m7');
        await arrives('m8', 2);
        narrow.watch('m9');
        narrow.unwatch(null);
        await arrives('m9', 3);
        await narrow.close();
      });
    });
  });
}
