import { expect, it } from 'vitest';
import { waitFor } from '#tests/support/wait-for.ts';
import { WriteBatcher } from './write-batcher.ts';

function rig() {
  const writes: { items: readonly string[]; end: (error?: Error) => void }[] = [];
  const together = new WriteBatcher<string>(
    (items) =>
      new Promise((resolve, reject) => {
        writes.push({ items, end: (error) => (error ? reject(error) : resolve()) });
      }),
  );
  const said: string[] = [];
  const add = (item: string) =>
    together.add(item).then(
      () => said.push(item),
      (error: Error) => said.push(`${item}: ${error.message}`),
    );
  return { writes, said, add };
}

it('writes the first at once, and together what comes meanwhile', async () => {
  const { writes, said, add } = rig();
  const a = add('a');
  await Promise.resolve();
  const others = [add('b'), add('c')];
  expect(writes.map(({ items }) => items)).toEqual([['a']]);
  writes[0]?.end();
  await a;
  await waitFor(() => expect(writes.map(({ items }) => items)).toEqual([['a'], ['b', 'c']]));
  expect(said).toEqual(['a']);
  writes[1]?.end();
  await Promise.all(others);
  expect(said).toEqual(['a', 'b', 'c']);
});

it('tells a failure to those who were in it, and writes the next all the same', async () => {
  const { writes, said, add } = rig();
  const a = add('a');
  await Promise.resolve();
  const b = add('b');
  writes[0]?.end(new Error('away'));
  await a;
  await waitFor(() => expect(writes.length).toBe(2));
  writes[1]?.end();
  await b;
  expect(said).toEqual(['a: away', 'b']);
});
