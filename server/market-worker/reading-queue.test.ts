import { expect, it } from 'vitest';
import { waitFor } from '#tests/support/wait-for.ts';
import type { Reading } from '../market-model/marketplace.ts';
import { ReadingQueue } from './reading-queue.ts';

const reading: Reading = { observedAt: '2026-01-01T00:00:00Z', kind: 'changes', ticks: [] };

/** As fast as it is asked; counts what was taken from it. */
const createEndlessSource = () => ({
  taken: 0,
  async *readings() {
    for (;;) {
      this.taken += 1;
      yield reading;
    }
  },
});

it('takes no more than fits from a source faster than the worker, goes on once drained, and stops though full', async () => {
  const source = createEndlessSource();
  const stop = new AbortController();
  let arrivals = 0;
  const queue = new ReadingQueue(() => {
    arrivals += 1;
  });
  const running = queue.run(source, stop.signal);
  for (const round of [1, 2]) {
    await waitFor(() => expect(arrivals).toBe(50 * round));
    expect(source.taken).toBe(50 * round);
    expect(queue.drain()).toHaveLength(50);
  }
  await waitFor(() => expect(arrivals).toBe(150));
  // Full again: a worker that closes, or gives the source to another, does not wait for ever.
  stop.abort();
  queue.wakeProducer();
  await running;
  expect(queue.ended).toBe(false);
});

it('gives what came before a failure first, then the failure', async () => {
  const queue = new ReadingQueue(() => {});
  const source = {
    async *readings() {
      yield reading;
      throw new Error('the market is gone');
    },
  };
  await queue.run(source, new AbortController().signal);
  expect(queue.drain()).toHaveLength(1);
  expect(() => queue.drain()).toThrow('the market is gone');
  expect(queue.ended).toBe(false);
});

it('has ended once its last reading is taken', async () => {
  let changes = 0;
  const queue = new ReadingQueue(() => {
    changes += 1;
  });
  const source = {
    async *readings() {
      yield reading;
    },
  };
  await queue.run(source, new AbortController().signal);
  expect([queue.ended, changes]).toEqual([false, 2]);
  expect(queue.drain()).toHaveLength(1);
  expect([queue.ended, queue.drain()]).toEqual([true, []]);
});

it('fails with nothing that an abort causes', async () => {
  const stop = new AbortController();
  const queue = new ReadingQueue(() => {});
  const source = {
    async *readings(signal: AbortSignal) {
      await new Promise((_, reject) => signal.addEventListener('abort', reject));
    },
  };
  const running = queue.run(source as never, stop.signal);
  stop.abort();
  await running;
  expect([queue.drain(), queue.ended]).toEqual([[], false]);
});
