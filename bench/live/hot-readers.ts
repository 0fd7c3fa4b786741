/** The readers of `hot.ts`, in a process of their own; one in twenty notes how late each price came. */
import { request } from 'node:http';
import { connect } from 'node:net';
import { createParser } from 'eventsource-parser';
import { pricesEvent } from '#contract/live-stream.ts';

const [port, readers, matches] = process.argv.slice(2).map(Number);
if (port === undefined || readers === undefined || matches === undefined)
  throw new Error('started by hot.ts');

const lateMs: number[] = [];
const note = createParserOf(({ data }) => {
  const now = Date.now();
  for (const { observedAt } of pricesEvent.parse(JSON.parse(data)).items)
    lateMs.push(now - Date.parse(observedAt));
});

for (let reader = 0; reader < readers; reader += 1) {
  const path = `/?match=m${reader % matches}`;
  await (reader % 20 === 0 ? noteFrom(path) : discardFrom(path));
}

function noteFrom(path: string): Promise<void> {
  const parser = note();
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
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', reject);
    socket.once('data', () => resolve());
    socket.resume();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: bench\r\n\r\n`);
  });
}

process.on('message', () => {
  lateMs.sort((a, b) => a - b);
  const at = (share: number) => lateMs[Math.floor(lateMs.length * share)];
  process.send?.(`p50 ${at(0.5)} ms, p99 ${at(0.99)} ms of ${lateMs.length} seen`);
});
process.send?.('ready');

function createParserOf(onEvent: (event: { readonly data: string }) => void) {
  return () => createParser({ onEvent });
}
