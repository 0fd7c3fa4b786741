/** A part of the readers of `live.ts`, in a process of their own; one in fifty notes how late each price came. */
import { request } from 'node:http';
import { connect } from 'node:net';
import { createParser } from 'eventsource-parser';
import { pricesEvent } from '#contract/live-stream.ts';

export interface Seen {
  /** When it came: epoch milliseconds. */
  readonly at: number;
  readonly lateMs: number;
}

const [port = 0, from = 0, to = 0, matches = 1, watched = 1] = process.argv.slice(2).map(Number);
const seen: Seen[] = [];

for (let reader = from; reader < to; reader += 1) {
  const mine = Array.from(
    { length: watched },
    (_, index) => `m${(reader * watched + index) % matches}`,
  );
  const path = `/?matches=${mine.join(',')}`;
  await (reader % 50 === 0 ? noteFrom(path) : discardFrom(path));
}

function noteFrom(path: string): Promise<void> {
  const parser = createParser({
    onEvent({ data }) {
      const at = Date.now();
      for (const { observedAt } of pricesEvent.parse(JSON.parse(data)).items)
        seen.push({ at, lateMs: at - Date.parse(observedAt) });
    },
  });
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

/** Takes everything and looks at nothing, so that this process is not what is measured. */
function discardFrom(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', reject);
    socket.once('data', () => resolve());
    socket.resume();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: bench\r\n\r\n`);
  });
}

process.on('message', () => process.send?.(seen));
process.send?.('ready');
