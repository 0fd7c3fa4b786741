/** Group commit of the write batcher. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { waitFor } from '#tests/support/wait-for.ts';
import { WriteBatcher } from './write-batcher.ts';

function harness(afterMs?: number) {
  const writes: { items: readonly string[]; end: (error?: Error) => void }[] = [];
  const batcher = new WriteBatcher<string>(
    (items) =>
      new Promise((resolve, reject) => {
        writes.push({ items, end: (error) => (error ? reject(error) : resolve()) });
      }),
    afterMs,
  );
  const results: string[] = [];
  const add = (item: string) =>
    batcher.add(item).then(
      () => results.push(item),
      (error: Error) => results.push(`${item}: ${error.message}`),
    );
  return { writes, results, add };
}

it('writes the first item at once, and those added meanwhile together', async () => {
  const { writes, results, add } = harness();
  const a = add('a');
  await Promise.resolve();
  const others = [add('b'), add('c')];
  expect(writes.map(({ items }) => items)).toEqual([['a']]);
  writes[0]?.end();
  await a;
  await waitFor(() => expect(writes.map(({ items }) => items)).toEqual([['a'], ['b', 'c']]));
  expect(results).toEqual(['a']);
  writes[1]?.end();
  await Promise.all(others);
  expect(results).toEqual(['a', 'b', 'c']);
});

it('waits for others as long as it is given, from the first on', async () => {
  const { writes, add } = harness(20);
  void add('a');
  await delay(1);
  void add('b');
  expect(writes).toEqual([]);
  await waitFor(() => expect(writes.map(({ items }) => items)).toEqual([['a', 'b']]));
});

it('rejects every item of a failed write, and writes the next batch all the same', async () => {
  const { writes, results, add } = harness();
  const a = add('a');
  await Promise.resolve();
  const b = add('b');
  writes[0]?.end(new Error('away'));
  await a;
  await waitFor(() => expect(writes.length).toBe(2));
  writes[1]?.end();
  await b;
  expect(results).toEqual(['a: away', 'b']);
});
