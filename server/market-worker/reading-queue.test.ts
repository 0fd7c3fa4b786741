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

it('takes no more than fits from a source faster than the worker, and goes on once drained', async () => {
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
  stop.abort();
  queue.wakeProducer();
  await running;
});

it('stops although it is full: a worker that closes, or gives the source to another, does not wait for ever', async () => {
  const stop = new AbortController();
  let arrivals = 0;
  const queue = new ReadingQueue(() => {
    arrivals += 1;
  });
  const running = queue.run(createEndlessSource(), stop.signal);
  await waitFor(() => expect(arrivals).toBe(50));
  stop.abort();
  queue.wakeProducer();
  await running;
  expect(queue.ended).toBe(false);
});
