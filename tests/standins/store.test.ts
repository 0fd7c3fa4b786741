/** What the doubles have stored is there after a restart, also of a process killed in the middle of a line. */
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore, type Store } from '#standins/store.ts';
import { openDataDir } from './serve.ts';

interface Records {
  readonly one: { readonly n: number };
}
const contents = (store: Store<Records>) => store.list('one').map(({ n }) => n);

it('a transaction is stored whole or not at all, and found again in order of creation', async () => {
  const dataDir = await openDataDir();
  const before = openStore<Records>(dataDir, 'test');
  for (const n of [3, 1, 2]) before.put('one', `${n}`, { n });
  before.put('one', '3', { n: 30 });
  before.delete('one', '1');
  const failing = () =>
    before.transact(() => {
      before.delete('one', '2');
      before.put('one', '3', { n: 300 });
      before.put('one', '4', { n: 4 });
      throw new Error('refused');
    });
  expect(failing).toThrow('refused');
  expect(contents(before).toSorted()).toEqual([2, 30]);
  before.close();
  await appendFile(join(dataDir, 'test.jsonl'), '[["one","5",{"n"');
  const after = openStore<Records>(dataDir, 'test');
  expect(contents(after)).toEqual([30, 2]);
  after.put('one', '6', { n: 6 });
  after.close();
  expect(contents(openStore<Records>(dataDir, 'test'))).toEqual([30, 2, 6]);
});
