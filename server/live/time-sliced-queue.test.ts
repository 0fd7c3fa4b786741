/** Time-sliced queue: everything is done once, in order, with the event loop turning in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TimeSlicedQueue } from './time-sliced-queue.ts';

afterEach(() => void vi.restoreAllMocks());

describe('a time-sliced queue', () => {
  it('turns the event loop when a slice is over, and goes on where it stopped', async () => {
    let nowMs = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
    const done: number[] = [];
    const queue = new TimeSlicedQueue<number>(20, (item) => {
      done.push(item);
      nowMs += 8;
    });
    for (const item of [1, 2, 3, 4, 5]) queue.add(item);
    expect(done).toEqual([]);
    await nextTurn();
    expect(done).toEqual([1, 2, 3]);
    await nextTurn();
    expect(done).toEqual([1, 2, 3, 4, 5]);
  });

  it('does once what was added twice, and again what is added by its own work', async () => {
    // No slice is over, however busy the machine.
    vi.spyOn(performance, 'now').mockReturnValue(0);
    const done: string[] = [];
    const queue = new TimeSlicedQueue<string>(20, (item) => {
      done.push(item);
      if (done.length === 1) queue.add(item);
    });
    queue.add('a');
    queue.add('a');
    queue.add('b');
    await nextTurn();
    await nextTurn();
    expect(done).toEqual(['a', 'b', 'a']);
  });

  it('does nothing after it was closed', async () => {
    const done: string[] = [];
    const queue = new TimeSlicedQueue<string>(20, (item) => done.push(item));
    queue.add('a');
    queue.close();
    await nextTurn();
    expect(done).toEqual([]);
  });
});
