/** One client's connection: the bound of its buffer, frames written together, and the end. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { SseConnection } from './sse-connection.ts';

function setup() {
  const writes: Buffer[] = [];
  const flushed: (() => void)[] = [];
  const response = {
    writableLength: 0,
    writableEnded: false,
    write(chunk: Buffer, done: () => void) {
      writes.push(chunk);
      response.writableLength += chunk.length;
      flushed.push(done);
      return true;
    },
    end() {
      response.writableEnded = true;
    },
  };
  const onDrain = vi.fn();
  return {
    response,
    connection: new SseConnection(response, onDrain),
    onDrain,
    written: () => writes.splice(0),
    /** The network takes everything. */
    drain() {
      response.writableLength = 0;
      for (const done of flushed.splice(0)) done();
    },
  };
}

const small = Buffer.from('id: 1.1\n\n');

it('writes the small frames of one turn together, and a single one as it is', async () => {
  const { connection, written } = setup();
  connection.tryWrite(small);
  connection.tryWrite(Buffer.from('id: 1.2\n\n'));
  expect(written()).toEqual([]);
  await nextTurn();
  expect(written().map(String)).toEqual(['id: 1.1\n\nid: 1.2\n\n']);
  connection.tryWrite(small);
  await nextTurn();
  expect(written()[0]).toBe(small);
});

it('writes a large frame as it is, after what came before', async () => {
  const { connection, written } = setup();
  const large = Buffer.alloc(16_000);
  connection.tryWrite(small);
  connection.tryWrite(large);
  connection.tryWrite(small);
  const [first, second, ...more] = written();
  expect([first, more]).toEqual([small, []]);
  expect(second).toBe(large);
  await nextTurn();
  expect(written()).toEqual([small]);
});

it('rejects what would exceed 64 KB, waiting frames included, and says when there is room', async () => {
  const { connection, onDrain, drain, written } = setup();
  const frame = Buffer.alloc(4_096);
  for (let count = 0; count < 16; count += 1) expect(connection.tryWrite(frame)).toBe(true);
  expect(connection.tryWrite(small)).toBe(false);
  await nextTurn();
  expect(Buffer.concat(written())).toHaveLength(65_536);
  expect(connection.tryWrite(small)).toBe(false);
  expect(onDrain).not.toHaveBeenCalled();
  drain();
  expect(onDrain).toHaveBeenCalledOnce();
  expect(connection.tryWrite(small)).toBe(true);
});

it('writes what it has accepted before it ends, and nothing afterwards', async () => {
  const { connection, response, written } = setup();
  connection.tryWrite(small);
  connection.end();
  expect([written(), response.writableEnded]).toEqual([[small], true]);
  expect(connection.tryWrite(small)).toBe(true);
  await nextTurn();
  expect(written()).toEqual([]);
});
