/** Test files of a worker share their modules (`isolate: false`): a replaced one would reach only files that load it first. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const listing = ['ls-files', '-co', '--exclude-standard', '*.test.ts', '*.test.tsx'];
const files = execFileSync('git', listing, { cwd: root, encoding: 'utf8' }).trim().split('\n');
const replaces = /\bvi\.(mock|doMock|resetModules)\(/;

it('no test replaces a module', () => {
  expect(replaces.test("vi.mock(import('./a.ts'))")).toBe(true);
  expect(files.length).toBeGreaterThan(300);
  const found = files.filter((file) => replaces.test(readFileSync(join(root, file), 'utf8')));
  expect(found).toEqual(['tests/boundaries/shared-modules.test.ts']);
});
