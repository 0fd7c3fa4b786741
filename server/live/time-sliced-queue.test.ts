import { expect, it } from 'vitest';
import { waitFor } from '#tests/support/wait-for.ts';
import { TimeSlicedQueue } from './time-sliced-queue.ts';

it('works on each item once, in rounds of the event loop, and on none after it is closed', async () => {
  const worked: number[] = [];
  // So short that each item has a round of its own.
  const queue = new TimeSlicedQueue<number>(0, (item) => worked.push(item));
  for (const item of [1, 2, 2, 3]) queue.add(item);
  expect(worked).toEqual([]);
  await waitFor(() => expect(worked).toEqual([1, 2, 3]));
  queue.add(4);
  queue.close();
  await new Promise((resolve) => setImmediate(resolve));
  expect(worked).toEqual([1, 2, 3]);
});
