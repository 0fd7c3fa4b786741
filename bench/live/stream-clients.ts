/** The SSE clients of `live.ts`, in a process of their own; one in 49 records the delay of each price. */
import { request } from 'node:http';
import { connect } from 'node:net';
import { createParser } from 'eventsource-parser';
import { pricesEvent } from '#contract/live-stream.ts';

export interface ReceivedPrice {
  /** When it arrived. */
  readonly atMs: number;
  readonly delayMs: number;
}

const [port = 0, clients = 0, matches = 1, matchesPerClient = 1] = process.argv
  .slice(2)
  .map(Number);
/** Coprime with the number of matches, so that every match has a recording client. */
const recordEvery = 49;
const readEveryMs = 2;
/** Events received, parsed after the measurement. */
const received: { readonly atMs: number; readonly data: string }[] = [];
/** Shared read buffer of the clients that discard everything. */
const unread = Buffer.alloc(65_536);

for (let client = 0; client < clients; client += 1) {
  const followed = Array.from(
    { length: matchesPerClient },
    (_, index) => `m${(client * matchesPerClient + index) % matches}`,
  );
  const path = `/?matches=${followed.join(',')}`;
  await (client % recordEvery === 0 ? recordFrom(path) : discardFrom(path));
}

function recordFrom(path: string): Promise<void> {
  const parser = createParser({ onEvent: ({ data }) => received.push({ atMs: Date.now(), data }) });
  return new Promise((resolve, reject) => {
    const call = request({ port, host: '127.0.0.1', path, agent: false });
    call.on('error', reject);
    call.on('response', (response) => {
      response.on('data', (chunk: Buffer) => parser.feed(chunk.toString('utf8')));
      resolve();
    });
    call.end();
  });
}

function discardFrom(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const callback = () => {
      resolve();
      return true;
    };
    const socket = connect({ port, host: '127.0.0.1', onread: { buffer: unread, callback } });
    socket.on('error', reject);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: bench\r\n\r\n`);
  });
}

/**
 * Reads all connections every 2 ms instead of at every write: waking up for each would take the server's core, which
 * clients on machines of their own do not. The wait is part of the measured delay.
 */
function readPeriodically(): void {
  Atomics.wait(never, 0, 0, readEveryMs);
  setImmediate(readPeriodically);
}
const never = new Int32Array(new SharedArrayBuffer(4));

process.on('message', () => {
  const prices: ReceivedPrice[] = received.flatMap(({ atMs, data }) =>
    pricesEvent
      .parse(JSON.parse(data))
      .items.map(({ observedAt }) => ({ atMs, delayMs: atMs - Date.parse(observedAt) })),
  );
  process.send?.(prices);
});
// The loop above never ends by itself.
process.on('disconnect', () => process.exit());
process.send?.('ready');
readPeriodically();
