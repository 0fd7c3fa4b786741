/**
 * Load test of the live stream: ten thousand clients, a thousand prices per second.
 * The hub and its connections run in this process, the clients in another.
 * `hot`: every client follows one of the same ten matches. `spread`: each follows five of 2 000 matches. `screens`: each
 * follows twenty of 2 000, about what a list shows; `whole`: each takes the whole market. To these the prices come in a reading a second.
 * `busy`: as `screens`, two hundred prices a reading, in a process that does something else for 4 ms of each round of its event loop.
 *
 *     npm run bench -- hot spread, or node bench/live/live.ts [hot|spread|screens|busy|whole] [clients] [seconds]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { LiveHub, type Subscriber } from '#server/live/hub.ts';
import { SseConnection } from '#server/live/sse-connection.ts';
import { writeSseHead } from '#server/live/write-sse-head.ts';
import { report } from '../report.ts';
import type { ReceivedPrice } from './stream-clients.ts';

const shapes = {
  hot: { matches: 10, idsPerMatch: 50, matchesPerClient: 1, maxDelayMs: 300, everyMs: 50 },
  spread: { matches: 2_000, idsPerMatch: 10, matchesPerClient: 5, maxDelayMs: 25, everyMs: 50 },
  screens: {
    matches: 2_000,
    idsPerMatch: 10,
    matchesPerClient: 20,
    maxDelayMs: 300,
    everyMs: 1_000,
  },
  busy: {
    matches: 2_000,
    idsPerMatch: 10,
    matchesPerClient: 20,
    maxDelayMs: 300,
    everyMs: 1_000,
    pricesPerSecond: 200,
    otherWorkMs: 4,
  },
  whole: { matches: 2_000, idsPerMatch: 10, matchesPerClient: 0, maxDelayMs: null, everyMs: 1_000 },
};
const isShape = (name: string): name is keyof typeof shapes => name in shapes;
const [, , named = ''] = process.argv;
const shape = isShape(named) ? named : 'hot';
const clients = Number(process.argv[3] ?? 10_000);
const seconds = Number(process.argv[4] ?? 10);
const { matches, idsPerMatch, matchesPerClient, maxDelayMs, everyMs } = shapes[shape];
const { pricesPerSecond, otherWorkMs } = {
  pricesPerSecond: 1_000,
  otherWorkMs: 0,
  ...shapes[shape],
};
/** Prices published before counting begins, so that the code is compiled. */
const warmUpMs = 2_000;
const perPublication = (pricesPerSecond * everyMs) / 1_000;

const hub = new LiveHub({
  snapshot: async () => [],
  findAlerts: async () => [],
  source: () => null,
  onFailure: (error) => console.error(error),
});
const server = createServer((request, response) => {
  writeSseHead(response);
  const query = new URL(request.url ?? '/', 'http://bench').searchParams;
  const connection = new SseConnection(response, () => hub.onDrained(subscriber));
  const subscriber: Subscriber = {
    uid: 'u',
    matches: query.has('matches') ? new Set(query.get('matches')?.split(',')) : null,
    tryWrite: (bytes, mayWait) => connection.tryWrite(bytes, mayWait),
    end: () => connection.end(),
  };
  response.on('close', () => hub.leave(subscriber));
  void hub.join(subscriber, undefined);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('no loopback port');

const rssBefore = process.memoryUsage().rss;
const clientProcess = fork(
  fileURLToPath(new URL('./stream-clients.ts', import.meta.url)),
  [address.port, clients, matches, matchesPerClient].map(String),
);
await once(clientProcess, 'message');
const clientsRss = process.memoryUsage().rss - rssBefore;

let sequence = 0;
const publish = () => {
  const observedAt = new Date().toISOString();
  const prices = Array.from({ length: perPublication }, () => {
    sequence += 1;
    const index = (sequence * 7) % (matches * idsPerMatch);
    return [`collectible-${index}`, `m${index % matches}`, sequence, observedAt];
  });
  hub.onNotification(JSON.stringify({ prices }));
};
const workBeside = () => {
  for (const until = performance.now() + otherWorkMs; performance.now() < until; );
  setTimeout(workBeside).unref();
};
if (otherWorkMs > 0) workBeside();
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
const cpuBefore = process.cpuUsage();
const countedAtMs = performance.now();
await delay(seconds * 1_000);
clearInterval(publishing);
publishDue();
const elapsedMs = performance.now() - countedAtMs;
const { user, system } = process.cpuUsage(cpuBefore);

clientProcess.send('report');
const [receivedPrices = []]: ReceivedPrice[][] = await once(clientProcess, 'message');
clientProcess.kill();
hub.close();
server.closeAllConnections();
server.close();

const counted = receivedPrices.filter(({ atMs, delayMs }) => atMs - delayMs >= countedFromMs);
const delaysMs = counted.map(({ delayMs }) => delayMs).sort((a, b) => a - b);
const what = `live, ${clients.toLocaleString('en')} clients ${shape}, ${pricesPerSecond.toLocaleString('en')} prices/s`;
const rate = Math.round(((published - publishedBefore) * perPublication * 1_000) / elapsedMs);
const note = `p50 ${quantile(delaysMs, 0.5)} ms, ${rate} prices/s published, ${counted.length} seen by sampled clients`;
report({
  what: `${what}: price to client, p99`,
  unit: 'ms',
  value: quantile(delaysMs, 0.99),
  ...(maxDelayMs !== null && { goal: { max: maxDelayMs } }),
  note: `${note}; a match is flushed at most every 250 ms`,
});
report({
  what: `${what}: server`,
  unit: '% of a core',
  value: (user + system) / elapsedMs / 10,
  ...(shape === 'spread' && { goal: { max: 50 } }),
});
report({
  what: `${what}: memory`,
  unit: 'MB per 10k clients',
  value: ((clientsRss / clients) * 10_000) / 1e6,
});

function quantile(sorted: readonly number[], q: number): number | null {
  return sorted[Math.floor(sorted.length * q)] ?? null;
}
