/**
 * Load test of the live stream: ten thousand clients, a thousand prices per second.
 * The hub and its connections run in this process, the clients in another.
 * `hot`: every client follows one of the same ten matches. `spread`: each follows five of 2 000 matches. All come back first, as
 * after a restart: as fast as they connect, each is sent the current prices of its matches.
 *
 *     npm run bench -- hot spread      BENCH_CLIENTS=10000 BENCH_SECONDS=10
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { LiveHub, type Subscriber } from '#server/live/hub.ts';
import { SseConnection } from '#server/live/sse-connection.ts';
import { writeSseHead } from '#server/live/write-sse-head.ts';
import { median, percentile } from '../median.ts';
import { report } from '../report.ts';
import type { ReceivedPrice } from './stream-clients.ts';

const shapes = {
  hot: { matches: 10, idsPerMatch: 50, matchesPerClient: 1, maxDelayMs: 300 },
  spread: { matches: 2_000, idsPerMatch: 10, matchesPerClient: 5, maxDelayMs: 25 },
};
const shape = process.argv[2] === 'spread' ? 'spread' : 'hot';
const { matches, idsPerMatch, matchesPerClient, maxDelayMs } = shapes[shape];
const clients = Number(process.env.BENCH_CLIENTS ?? 10_000);
const seconds = Number(process.env.BENCH_SECONDS ?? 10);
const everyMs = 50;
const perPublication = 50;
/** Prices published before counting begins, so that the code is compiled. */
const warmUpMs = 2_000;

const collectible = (n: number) => {
  const index = (n * 7) % (matches * idsPerMatch);
  const observedAt = new Date().toISOString();
  return {
    ...{ collectibleId: `collectible-${index}`, matchId: `m${index % matches}` },
    ...{ floorCents: n + 1, observedAt },
  };
};
const hub = new LiveHub({
  snapshot: async () => Array.from({ length: matches * idsPerMatch }, (_, n) => collectible(n)),
  findAlerts: async () => [],
  source: () => null,
  onFailure: (error) => console.error(error),
});
const server = createServer((request, response) => {
  writeSseHead(response);
  const followed = new URL(request.url ?? '/', 'http://bench').searchParams.get('matches');
  const connection = new SseConnection(response, () => hub.onDrained(subscriber));
  const subscriber: Subscriber = {
    uid: 'u',
    matches: new Set(followed?.split(',')),
    tryWrite: (bytes, mayWait) => connection.tryWrite(bytes, mayWait),
    end: () => connection.end(),
  };
  response.on('close', () => hub.leave(subscriber));
  void hub.join(subscriber, 'before.12');
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');

const spent = () => {
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1_000, atMs: performance.now() };
};
const rssBefore = process.memoryUsage().rss;
const beforeReturn = spent();
const clientProcess = fork(
  fileURLToPath(new URL('./stream-clients.ts', import.meta.url)),
  [(server.address() as AddressInfo).port, clients, matches, matchesPerClient].map(String),
);
const blocks = monitorEventLoopDelay({ resolution: 5 });
blocks.enable();
await once(clientProcess, 'message');
blocks.disable();
const returnMs = spent().cpuMs - beforeReturn.cpuMs;
const clientsRss = process.memoryUsage().rss - rssBefore;

let sequence = 0;
const publish = () => {
  const prices = Array.from({ length: perPublication }, () => {
    sequence += 1;
    return Object.values(collectible(sequence));
  });
  hub.onNotification(JSON.stringify({ prices }));
};
const began = performance.now();
let published = 0;
// Publishes what is due by the clock: on a busy machine a timer alone would publish less.
const publishDue = () => {
  for (; published * everyMs < performance.now() - began; published += 1) publish();
};
const publishing = setInterval(publishDue, everyMs);
await delay(warmUpMs);
const countedFromMs = Date.now();
const publishedBefore = published;
const before = spent();
await delay(seconds * 1_000);
clearInterval(publishing);
publishDue();
const after = spent();
const elapsedMs = after.atMs - before.atMs;

clientProcess.send('report');
const [receivedPrices = []]: ReceivedPrice[][] = await once(clientProcess, 'message');
clientProcess.kill();
hub.close();
server.closeAllConnections();
server.close();

const delaysMs = receivedPrices
  .filter(({ atMs, delayMs }) => atMs - delayMs >= countedFromMs)
  .map(({ delayMs }) => delayMs);
const what = `live, ${clients.toLocaleString('en')} clients ${shape}`;
const rate = Math.round(((published - publishedBefore) * perPublication * 1_000) / elapsedMs);
report({
  what: `${what}: price to client, p99`,
  unit: 'ms',
  value: percentile(delaysMs, 99),
  goal: { max: maxDelayMs },
  note: `p50 ${median(delaysMs)} ms, ${rate} prices/s published, ${delaysMs.length} seen by sampled clients; a match is flushed at most every 250 ms`,
});
report({
  what: `${what}: server`,
  unit: '% of a core',
  value: ((after.cpuMs - before.cpuMs) / elapsedMs) * 100,
  goal: { max: 50 },
});
report({
  what: `${what}: memory`,
  unit: 'MB per 10k clients',
  value: ((clientsRss / clients) * 10_000) / 1e6,
});
report({
  what: `${what}: all come back after a restart`,
  unit: 's of CPU',
  value: returnMs / 1_000,
  goal: { max: 5 },
});
report({
  what: `${what}: the longest block of the event loop meanwhile`,
  unit: 'ms',
  value: blocks.max / 1e6,
  goal: { max: 100 },
});
