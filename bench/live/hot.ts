/**
 * How late prices reach readers of the live stream when everybody watches the same ten matches and each of their 500
 * prices moves twice a second: the hub and its outlets over real connections, readers in another process.
 * Run: `node bench/live/hot.ts [readers] [seconds]`
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { LiveHub, type Subscriber } from '#server/live/hub.ts';
import { Outlet } from '#server/live/outlet.ts';

const readers = Number(process.argv[2] ?? 2_000);
const seconds = Number(process.argv[3] ?? 10);
const matches = 10;
const idsPerMatch = 50;
const publishEveryMs = 50;
const perPublication = 50;

const hub = new LiveHub({
  snapshot: async () => [],
  findAlerts: async () => [],
  source: () => null,
  onFailure: (error) => console.error(error),
});
const server = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const match = new URL(request.url ?? '/', 'http://bench').searchParams.get('match') ?? 'm0';
  const outlet = new Outlet(response, () => hub.catchUp(subscriber));
  const subscriber: Subscriber = {
    uid: 'u',
    matches: new Set([match]),
    offer: (bytes) => outlet.offer(bytes),
    end: () => response.end(),
  };
  response.on('close', () => hub.leave(subscriber));
  response.flushHeaders();
  void hub.join(subscriber, undefined);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('no loopback port');

const reading = fork(fileURLToPath(new URL('./hot-readers.ts', import.meta.url)), [
  String(address.port),
  String(readers),
  String(matches),
]);
await once(reading, 'message');

let turn = 0;
const publish = () => {
  const at = new Date().toISOString();
  const prices = Array.from({ length: perPublication }, () => {
    turn += 1;
    const index = turn % (matches * idsPerMatch);
    return [`collectible-${index}`, `m${index % matches}`, turn, at];
  });
  hub.hear(JSON.stringify({ prices }));
};
const before = process.cpuUsage();
const publishing = setInterval(publish, publishEveryMs);
await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
clearInterval(publishing);
const { user, system } = process.cpuUsage(before);

reading.send('report');
const [report] = await once(reading, 'message');
console.log(
  `${readers} readers, ${(perPublication * 1_000) / publishEveryMs} prices/s: ${report}, server ${Math.round((user + system) / seconds / 10_000)} % of a core`,
);
reading.kill();
hub.close();
server.closeAllConnections();
server.close();
