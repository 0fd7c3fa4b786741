/** What the doubles have stored is there after a restart, also of one in the middle of a line. */
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { openDurableMap } from '#standins/durable-map.ts';
import { openDataDir } from './serve.ts';

let file: string;
beforeEach(async () => {
  file = join(await openDataDir(), 'm.jsonl');
});
const open = async () => {
  const map = await openDurableMap(file, (value) => z.number().parse(value));
  onTestFinished(() => map.close().catch(() => {}));
  return {
    entries: () => Object.fromEntries(map.entries()),
    set: (key: string, value: number | null) =>
      map.transact(() => ({ changes: new Map([[key, value]]), result: undefined })),
    close: map.close,
  };
};

it('a line that was only partly written is left out; a whole one that cannot be read is a fault', async () => {
  const before = await open();
  await before.set('a', 1);
  await before.close();
  await appendFile(file, '[["b",2');
  const after = await open();
  expect(after.entries()).toEqual({ a: 1 });
  await after.set('c', 3);
  await after.close();
  expect((await open()).entries()).toEqual({ a: 1, c: 3 });
  await appendFile(file, 'basura\n');
  await expect(open()).rejects.toThrow('cannot be read');
});

it('a long history is compacted, and its records are kept', async () => {
  const lines = Array.from({ length: 1500 }, (_, i) => JSON.stringify([[`k${i % 3}`, i]]));
  await writeFile(file, `${lines.join('\n')}\n`);
  const map = await open();
  await map.set('k0', null);
  await map.close();
  expect((await open()).entries()).toEqual({ k1: 1498, k2: 1499 });
});
