/**
 * The live stream with ten thousand readers over real connections: the hub and its outlets in this process, the readers
 * in another, a thousand prices a second.
 * `hot`: everybody watches one of the same ten matches. `spread`: each watches five of 2 000 matches of their own.
 *
 *     npm run bench -- hot spread, or node bench/live/live.ts [hot|spread] [readers] [seconds]
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
import type { Seen } from './stream-clients.ts';

const shape = process.argv[2] === 'spread' ? 'spread' : 'hot';
const readers = Number(process.argv[3] ?? 10_000);
const seconds = Number(process.argv[4] ?? 10);
const { matches, idsPerMatch, watched } = {
  hot: { matches: 10, idsPerMatch: 50, watched: 1 },
  spread: { matches: 2_000, idsPerMatch: 10, watched: 5 },
}[shape];
/** Prices are told and not counted until the code they run through is compiled. */
const warmUpMs = 2_000;
const publishEveryMs = 50;
const perPublication = 50;

const hub = new LiveHub({
  snapshot: async () => [],
  findAlerts: async () => [],
  source: () => null,
  onFailure: (error) => console.error(error),
});
const server = createServer((request, response) => {
  writeSseHead(response);
  const query = new URL(request.url ?? '/', 'http://bench').searchParams;
  const outlet = new SseConnection(response, () => hub.catchUp(subscriber));
  const subscriber: Subscriber = {
    uid: 'u',
    matches: new Set(query.get('matches')?.split(',')),
    offer: (bytes) => outlet.offer(bytes),
    end: () => response.end(),
  };
  response.on('close', () => hub.leave(subscriber));
  void hub.join(subscriber, undefined);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('no loopback port');

const memoryBefore = process.memoryUsage().rss;
const reading = fork(
  fileURLToPath(new URL('./stream-clients.ts', import.meta.url)),
  [address.port, readers, matches, watched].map(String),
);
await once(reading, 'message');
const memoryOfReaders = process.memoryUsage().rss - memoryBefore;

let turn = 0;
const publish = () => {
  const at = new Date().toISOString();
  const prices = Array.from({ length: perPublication }, () => {
    turn += 1;
    const index = (turn * 7) % (matches * idsPerMatch);
    return [`collectible-${index}`, `m${index % matches}`, turn, at];
  });
  hub.onNotification(JSON.stringify({ prices }));
};
const began = performance.now();
let published = 0;
// By the clock: on a crowded machine a timer alone would publish fewer than it says.
const publishDue = () => {
  for (; published * publishEveryMs < performance.now() - began; published += 1) publish();
};
const publishing = setInterval(publishDue, publishEveryMs);
await delay(warmUpMs);
const countedFrom = Date.now();
const publishedBefore = published;
const cpuBefore = process.cpuUsage();
const countedAtMs = performance.now();
await delay(seconds * 1_000);
clearInterval(publishing);
publishDue();
const elapsedMs = performance.now() - countedAtMs;
const { user, system } = process.cpuUsage(cpuBefore);

reading.send('report');
const [seen = []]: Seen[][] = await once(reading, 'message');
reading.kill();
hub.close();
server.closeAllConnections();
server.close();

const counted = seen.filter(({ at, lateMs }) => at - lateMs >= countedFrom);
const fromPrice = counted.map(({ lateMs }) => lateMs).sort((a, b) => a - b);
const what = `live, ${readers.toLocaleString('en')} readers ${shape}, 1,000 prices/s`;
const rate = Math.round(((published - publishedBefore) * perPublication * 1_000) / elapsedMs);
const note = `p50 ${at(fromPrice, 0.5)} ms, ${rate} prices/s published, ${counted.length} seen by sampled readers`;
report({
  what: `${what}: price to reader, p99`,
  unit: 'ms',
  ours: at(fromPrice, 0.99),
  goal: { most: shape === 'hot' ? 300 : 25 },
  note: `${note}; a match told less than 250 ms ago waits for the rest of them`,
});
report({
  what: `${what}: server`,
  unit: '% of a core',
  ours: (user + system) / elapsedMs / 10,
  ...(shape === 'spread' && { goal: { most: 50 } }),
});
report({
  what: `${what}: memory`,
  unit: 'MB per 10k readers',
  ours: ((memoryOfReaders / readers) * 10_000) / 1e6,
});

function at(sorted: readonly number[], share: number): number | null {
  return sorted[Math.floor(sorted.length * share)] ?? null;
}
