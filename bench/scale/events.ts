/**
 * The event bus over NATS beside that over PostgreSQL, 20 000 collectibles in 2 000 matches: prices to four API processes whose
 * clients look at a twentieth of the matches each, and whole readings to four workers with a quarter of the shards each. CPU of
 * publisher, subscribers, database and NATS server together. Needs `nats-server`.
 *
 *     npm run bench -- scale-events
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { StoredTick } from '#server/db/market/readings.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { EventBus } from '#server/events/event-bus.ts';
import { parseLiveNotification } from '#server/events/live-notification.ts';
import { postgresBus } from '#tests/support/event-bus.ts';
import { natsBus } from '#tests/support/nats-bus.ts';
import { startNatsServer } from '#tests/support/nats-server.ts';
import { report } from '../report.ts';
import { createCpuClock, statOf } from './cpu.ts';
import { fillMarket, openScaleApi } from './scale-api.ts';

const market = { collectibles: 20_000, matches: 2_000, readings: 10 };
const apis = Number(process.env.BENCH_APIS ?? 4);
const workers = 4;
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const changesPerReading = 400;
const readingsPerSecond = 25;
const wholeReadings = 10;

const api = await openScaleApi();
await fillMarket(api.pool, market);
const server = await startNatsServer();
const databaseCpu = await createCpuClock(api.pool);
const cpuMs = () =>
  databaseCpu() +
  10 *
    statOf(server.pid)
      .slice(11, 13)
      .reduce((sum, ticks) => sum + ticks, 0);
const open = {
  postgres: async () => postgresBus(api.url),
  nats: () => natsBus({ databaseUrl: api.url, natsUrl: server.url }),
};

const notified = await fanOut(open.postgres);
const published = await fanOut(open.nats);
report({
  what: `live prices to ${apis} API processes, ${(changesPerReading * readingsPerSecond).toLocaleString('en')} a second, NATS`,
  unit: 'µs of CPU a price',
  value: published.cpuUs,
  reference: { name: 'NOTIFY', value: notified.cpuUs },
  note: `p99 ${published.p99Ms.toFixed(0)} ms, NOTIFY ${notified.p99Ms.toFixed(0)} ms; received ${published.received.toLocaleString('en')} and ${notified.received.toLocaleString('en')} prices`,
});
const inTable = await log(open.postgres);
const inStream = await log(open.nats);
report({
  what: `a whole reading of ${market.collectibles.toLocaleString('en')} prices, stored and read by ${workers} workers, NATS`,
  unit: 'ms of CPU',
  value: inStream.cpuMs,
  reference: { name: 'the table', value: inTable.cpuMs },
  note: `${inStream.elapsedMs.toFixed(0)} ms, the table ${inTable.elapsedMs.toFixed(0)} ms; the table grew by ${(inTable.tableBytes / 1e3).toFixed(0)} kB a reading, with NATS by ${(inStream.tableBytes / 1e3).toFixed(0)}`,
});
await server.close();
await api.close();

async function fanOut(openBus: () => Promise<EventBus>) {
  const publisher = await openBus();
  const buses = await Promise.all(Array.from({ length: apis }, openBus));
  const delaysMs: number[] = [];
  let received = 0;
  const subscriptions = buses.map((bus, number) => {
    const subscription = bus.live.subscribe({
      onPayload(payload) {
        const { prices = [] } = parseLiveNotification(payload);
        received += prices.length;
        for (const [, matchId, floorCents] of prices)
          if (Number(matchId.slice(1)) % (5 * apis) === number && floorCents !== null)
            delaysMs.push(performance.now() - floorCents);
      },
      onConnect() {},
      onWatched() {},
      onFailure() {},
    });
    for (let match = number; match < market.matches; match += 5 * apis)
      subscription.watch(`m${match}`);
    return subscription;
  });
  await delay(1_000);
  received = 0;
  const before = cpuMs();
  for (let reading = 0; reading < seconds * readingsPerSecond; reading += 1) {
    const next = delay(1_000 / readingsPerSecond);
    const changes = Array.from({ length: changesPerReading }, (_, index) => {
      const number = (reading * changesPerReading + index) % market.collectibles;
      const floorCents = Math.floor(performance.now());
      return { collectibleId: `c${number}`, matchId: `m${number % market.matches}`, floorCents };
    });
    publisher.live.publish(api.pool, { prices: { changes, observedAt: new Date() } });
    await next;
  }
  await delay(500);
  const cpuUs = ((cpuMs() - before) * 1_000) / (seconds * readingsPerSecond * changesPerReading);
  await Promise.all(subscriptions.map((subscription) => subscription.close()));
  await Promise.all([publisher, ...buses].map((bus) => bus.close()));
  delaysMs.sort((one, other) => one - other);
  return { cpuUs, received, p99Ms: delaysMs[Math.floor(delaysMs.length * 0.99)] ?? 0 };
}

async function log(openBus: () => Promise<EventBus>) {
  const buses = await Promise.all(Array.from({ length: workers }, openBus));
  const [reader] = buses;
  if (reader === undefined) throw new Error('no bus');
  const tableBytes = async () => {
    const { rows } = await api.pool.query<{ bytes: number }>(
      `select pg_total_relation_size('readings')::float8 as bytes`,
    );
    return rows[0]?.bytes ?? 0;
  };
  const [bytesBefore, before, began] = [await tableBytes(), cpuMs(), performance.now()];
  for (let reading = 0; reading < wholeReadings; reading += 1) {
    const ticks = Array.from(
      { length: market.collectibles },
      (_, index): StoredTick => [
        `c${index + 1}`,
        1_000 + ((index * 7_919 + reading * 104_729) % 50_000),
        index % 7,
        null,
      ],
    );
    const observedAt = new Date();
    const [stored] = await inTransaction(api.pool, (client) =>
      reader.readings.append(
        client,
        'bench',
        [{ observedAt, arrivedAt: observedAt, kind: 'complete', ticks }],
        reading,
      ),
    );
    const id = (stored?.id ?? 1) - 1;
    await Promise.all(
      buses.map(async (bus, number) => {
        const shards = [0, 1, 2, 3].map((shard) => 4 * number + shard);
        await bus.readings.listAfter(api.pool, 'bench', {
          id,
          shards,
          limit: 1,
          maxBytes: 4_000_000,
        });
      }),
    );
  }
  const spent = cpuMs() - before;
  const elapsed = performance.now() - began;
  await Promise.all(buses.map((bus) => bus.close()));
  return {
    cpuMs: spent / wholeReadings,
    elapsedMs: elapsed / wholeReadings,
    tableBytes: ((await tableBytes()) - bytesBefore) / wholeReadings,
  };
}
