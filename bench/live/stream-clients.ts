/** The readers of `live.ts`, in a process of their own; one in 49 notes how late each price came. */
import { request } from 'node:http';
import { connect } from 'node:net';
import { createParser } from 'eventsource-parser';
import { pricesEvent } from '#contract/live-stream.ts';

export interface Seen {
  /** When it came: epoch milliseconds. */
  readonly at: number;
  readonly lateMs: number;
}

const [port = 0, readers = 0, matches = 1, watched = 1] = process.argv.slice(2).map(Number);
/** Shares no divisor with the number of matches: every match has somebody who notes. */
const noteEvery = 49;
const lookEveryMs = 2;
/** What came, understood only when nothing is measured any more. */
const heard: { readonly at: number; readonly data: string }[] = [];
/** Everybody's who takes everything and looks at nothing. */
const unread = Buffer.alloc(65_536);

for (let reader = 0; reader < readers; reader += 1) {
  const mine = Array.from(
    { length: watched },
    (_, index) => `m${(reader * watched + index) % matches}`,
  );
  const path = `/?matches=${mine.join(',')}`;
  await (reader % noteEvery === 0 ? noteFrom(path) : discardFrom(path));
}

function noteFrom(path: string): Promise<void> {
  const parser = createParser({ onEvent: ({ data }) => heard.push({ at: Date.now(), data }) });
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path, agent: false });
    asked.on('error', reject);
    asked.on('response', (response) => {
      response.on('data', (chunk: Buffer) => parser.feed(chunk.toString('utf8')));
      resolve();
    });
    asked.end();
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
 * Looks at its connections now and then, and at all of them: woken by every write, it would take the core from the
 * server after each, which readers on machines of their own do not. What waits meanwhile is late, and is counted so.
 */
function look(): void {
  Atomics.wait(nothing, 0, 0, lookEveryMs);
  setImmediate(look);
}
const nothing = new Int32Array(new SharedArrayBuffer(4));

process.on('message', () => {
  const seen: Seen[] = heard.flatMap(({ at, data }) =>
    pricesEvent
      .parse(JSON.parse(data))
      .items.map(({ observedAt }) => ({ at, lateMs: at - Date.parse(observedAt) })),
  );
  process.send?.(seen);
});
// It looks on for as long as there is somebody to report to.
process.on('disconnect', () => process.exit());
process.send?.('ready');
look();
