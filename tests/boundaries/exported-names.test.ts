/** Exported names: one name means one thing, so no two files of the product export the same. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { listFiles } from '#tests/support/list-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rooms = ['domain', 'contract', 'machines', 'store', 'src', 'server', 'standins'];
const declarations =
  /^export (?:abstract |async )?(?:type|interface|class|const|enum|function\*?) (\w+|(?<=const )\{[^}]+\})/gm;

it('no two files export one name', () => {
  const exporters = new Map<string, Set<string>>();
  for (const path of rooms.flatMap((room) => listFiles(room))) {
    if (!/\.tsx?$/.test(path) || /\.test\./.test(path)) continue;
    for (const [, declared] of readFileSync(join(root, path), 'utf8').matchAll(declarations))
      for (const name of declared?.match(/\w+/g) ?? [])
        exporters.set(name, (exporters.get(name) ?? new Set()).add(path));
  }
  expect([...exporters].filter(([, paths]) => paths.size > 1)).toEqual([]);
});
