/**
 * The live stream's hub at scale, with connections that accept 64 KB a turn of the event loop: what a large change costs for each
 * reader and price, and ten thousand readers that come back after a restart.
 *
 *     npm run bench -- scale-stream
 */

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pricePayloads } from '#server/events/live-notification.ts';
import { LiveHub, type Subscriber } from '#server/live/hub.ts';
import { SseConnection } from '#server/live/sse-connection.ts';
import { report } from '../report.ts';

const collectibles = 20_000;
const readers = Number(process.env.BENCH_READERS ?? 10_000);
/** Rows of a list on a large screen. */
const perScreen = 20;
const matchOf = (index: number) => `m${index % 2_000}`;
const floors = Array.from({ length: collectibles }, (_, index) => ({
  collectibleId: `collectible-${index}`,
  matchId: matchOf(index),
  floorCents: 1_000 + index,
  observedAt: new Date().toISOString(),
}));

let written = 0;
let readings = 0;

/** A socket that passes on what it holds at the next turn. */
function socket() {
  let length = 0;
  return {
    get writableLength() {
      return length;
    },
    writableEnded: false,
    cork() {},
    uncork() {},
    end() {},
    write(chunk: Buffer, flushed: () => void) {
      length += chunk.length;
      written += chunk.length;
      setImmediate(() => {
        length -= chunk.length;
        flushed();
      });
      return true;
    },
  };
}

function openHub() {
  return new LiveHub({
    snapshot: async () => floors,
    findAlerts: async () => [],
    source: () => null,
    onFailure: (error) => {
      throw error;
    },
  });
}

async function join(
  hub: LiveHub,
  count: number,
  { lastEventId, perScreen }: { lastEventId?: string; perScreen?: number } = {},
): Promise<void> {
  const screenOf = (reader: number, size: number) =>
    new Set(Array.from({ length: size }, (_, index) => matchOf(reader * size + index)));
  await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const connection = new SseConnection(socket(), () => hub.onDrained(subscriber));
      const subscriber: Subscriber = {
        uid: `u${index}`,
        matches: perScreen === undefined ? null : screenOf(index, perScreen),
        tryWrite: (bytes, mayWait) => connection.tryWrite(bytes, mayWait),
        end() {},
      };
      return hub.join(subscriber, lastEventId);
    }),
  );
}

async function settled(): Promise<void> {
  for (let seen = -1; seen !== written; ) {
    seen = written;
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  }
}

async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  await settled();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function change(hub: LiveHub, count: number): void {
  readings += 1;
  const changed = Array.from({ length: count }, (_, index) => ({
    collectibleId: `collectible-${index}`,
    matchId: matchOf(index),
    floorCents: 1 + index + readings,
  }));
  for (const payload of pricePayloads(changed, new Date(Date.now() + readings * 1_000)))
    hub.onNotification(payload);
  hub.flush();
}

const hub = openHub();
await join(hub, readers);
await cpuOf(() => change(hub, 400));
const small = await cpuOf(() => change(hub, 200));
const large = await cpuOf(() => change(hub, 2_000));
hub.close();
report({
  what: `a turn of 2 000 changed prices to ${readers.toLocaleString('en')} readers of all, CPU a price`,
  unit: 'µs',
  value: (large / 2_000) * 1_000,
  reference: { name: 'a turn of 200', value: (small / 200) * 1_000 },
  goal: { max: 2 },
  note: `${Math.round(large)} ms for the turn`,
});

const screens = openHub();
await join(screens, readers, { perScreen });
await cpuOf(() => change(screens, 400));
const few = await cpuOf(() => change(screens, 200));
const many = await cpuOf(() => change(screens, 2_000));
screens.close();
report({
  what: `the same, each with the ${perScreen} matches on its screen, CPU a price`,
  unit: 'µs',
  value: (many / 2_000) * 1_000,
  reference: { name: 'a turn of 200', value: (few / 200) * 1_000 },
  goal: { max: 2 },
  note: `${Math.round(many)} ms for the turn; a price is for ${(readers * perScreen) / 2_000} readers of ${readers.toLocaleString('en')}`,
});

const restarted = openHub();
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
written = 0;
const all = await cpuOf(() => join(restarted, readers, { lastEventId: 'before.12' }));
delay.disable();
restarted.close();
report({
  what: `${readers.toLocaleString('en')} readers come back after a restart, ${collectibles.toLocaleString('en')} prices each`,
  unit: 's of CPU',
  value: all / 1_000,
  goal: { max: 5 },
  note: `${(written / 1e9).toFixed(1)} GB handed to the sockets, which copy nothing here`,
});
report({
  what: 'the longest block of the event loop meanwhile',
  unit: 'ms',
  value: delay.max / 1e6,
  goal: { max: 100 },
});
