/** Which readings a worker applies next: each once, in order, from memory where it stored them itself. */
import { beforeEach, expect, it } from 'vitest';
import type { StoredReading } from '../db/market/readings.ts';
import type { Database } from '../db/pool.ts';
import { ReadingFeed } from './reading-feed.ts';

const reading = (id: number) => ({ id }) as StoredReading;
/** Ids in the log. */
let stored: number[];
/** Positions that the log was read after. */
let reads: string[];
let feed: ReadingFeed;
beforeEach(() => {
  stored = [];
  reads = [];
  feed = new ReadingFeed(
    {} as Database,
    {
      async listAfter(_db, source, { id, shards, limit }) {
        reads.push(`${source} ${id} of ${shards.join()}`);
        return stored
          .filter((one) => one > id)
          .slice(0, Math.min(limit, 2))
          .map(reading);
      },
    },
    'replay',
  );
});
const next = async (position: number, shards: readonly number[] = [0, 1]) =>
  (await feed.next(position, shards))?.id ?? null;

it('reads the log once for several readings, and not again while there is nothing newer', async () => {
  stored = [1, 2, 3];
  expect([await next(0), await next(1), await next(2)]).toEqual([1, 2, 3]);
  expect(reads).toEqual(['replay 0 of 0,1', 'replay 2 of 0,1']);
  expect([await next(3), await next(3)]).toEqual([null, null]);
  expect(reads).toHaveLength(3);
  stored.push(4);
  expect(await next(3)).toBeNull();
  feed.invalidate();
  expect(await next(3)).toBe(4);
});

it('gives a reading again until it is applied', async () => {
  stored = [1, 2];
  expect([await next(0), await next(0), await next(1)]).toEqual([1, 1, 2]);
});

it('applies from memory what it has just stored, without reading it back', async () => {
  expect(await next(7)).toBeNull();
  feed.append([reading(8), reading(9)], 7);
  expect([await next(7), await next(8), await next(9)]).toEqual([8, 9, null]);
  expect(reads).toHaveLength(1);
  feed.append([reading(10)], 9);
  expect(await next(9)).toBe(10);
});

it('reads the log where another worker stored something in between', async () => {
  expect(await next(7)).toBeNull();
  stored = [8, 9];
  feed.append([reading(9)], 8);
  expect([await next(7), await next(8)]).toEqual([8, 9]);
});

it('keeps what it has to apply first when more is stored', async () => {
  stored = [1, 2];
  expect(await next(0)).toBe(1);
  feed.append([reading(3)], 2);
  expect([await next(0), await next(1), await next(2)]).toEqual([1, 2, 3]);
  expect(reads).toHaveLength(1);
});

it('reads again for other shards, whose ticks it does not have, and for an earlier position', async () => {
  stored = [1, 2];
  expect([await next(0), await next(0, [0, 2])]).toEqual([1, 1]);
  expect(reads).toEqual(['replay 0 of 0,1', 'replay 0 of 0,2']);
  expect([await next(2, [0, 2]), await next(1, [0, 2])]).toEqual([null, 2]);
  expect(reads.at(-1)).toBe('replay 1 of 0,2');
});
