/** Test files of a worker share their modules (`isolate: false`): a replaced one would reach only files that load it first. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { listFiles } from '#tests/support/list-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = listFiles().filter((file) => /\.test\.tsx?$/.test(file));
const replaces = /\bvi\.(mock|doMock|resetModules)\(/;

it('no test replaces a module', () => {
  expect(replaces.test("vi.mock(import('./a.ts'))")).toBe(true);
  expect(files.length).toBeGreaterThan(300);
  const found = files.filter((file) => replaces.test(readFileSync(join(root, file), 'utf8')));
  expect(found).toEqual(['tests/boundaries/shared-modules.test.ts']);
});
