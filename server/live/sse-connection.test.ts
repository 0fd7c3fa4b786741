import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SseConnection } from './sse-connection.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  wait();
  vi.useRealTimers();
});

/** Until frames that wait have been written. */
const wait = () => vi.advanceTimersByTime(60);

function setup() {
  const writes: Buffer[] = [];
  const flushed: (() => void)[] = [];
  const response = {
    writableLength: 0,
    writableEnded: false,
    cork() {},
    uncork() {},
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

it('writes small frames that may wait together, and a single one as it is', () => {
  const { connection, written } = setup();
  connection.tryWrite(small, true);
  connection.tryWrite(Buffer.from('id: 1.2\n\n'), true);
  expect(written()).toEqual([]);
  wait();
  expect(written().map(String)).toEqual(['id: 1.1\n\nid: 1.2\n\n']);
  connection.tryWrite(small, true);
  wait();
  expect(written()[0]).toBe(small);
});

it('rejects what would exceed 64 KB, waiting frames included, and says when there is room', () => {
  const { connection, onDrain, drain, written } = setup();
  const frame = Buffer.alloc(4_096);
  for (let count = 0; count < 16; count += 1) expect(connection.tryWrite(frame, true)).toBe(true);
  expect(connection.tryWrite(small, true)).toBe(false);
  wait();
  expect(Buffer.concat(written())).toHaveLength(65_536);
  expect(connection.tryWrite(small, true)).toBe(false);
  expect(onDrain).not.toHaveBeenCalled();
  drain();
  expect(onDrain).toHaveBeenCalledOnce();
  expect(connection.tryWrite(small, true)).toBe(true);
  wait();
  drain();
  // What was accepted is not to be sent again.
  expect(onDrain).toHaveBeenCalledOnce();
});

it('writes what it has accepted before it ends, and nothing afterwards', () => {
  const { connection, response, written } = setup();
  connection.tryWrite(small, true);
  connection.end();
  expect([written(), response.writableEnded]).toEqual([[small], true]);
  expect(connection.tryWrite(small, true)).toBe(true);
  wait();
  expect(written()).toEqual([]);
});
