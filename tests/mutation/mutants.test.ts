/** Which faults the mutation tool makes, and which tests it finds for a file. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { codeMutants } from './code-mutants.ts';
import { applyMutant, distinctlyNamed, nameOf } from './mutant.ts';
import { createTestIndex } from './related-tests.ts';
import { sqlMutants } from './sql-mutants.ts';

const resultsOf = (make: typeof codeMutants, code: string) =>
  make('a.ts', code).map((mutant) => [mutant.kind, applyMutant(code, mutant)]);

it('negates and drops conditions, guards, calls and filters, and moves bounds', () => {
  expect(resultsOf(codeMutants, 'if (a && b > 1) stop();')).toEqual([
    ['negate', 'if (!(a && b > 1)) stop();'],
    ['drop if', '{}'],
    ['drop condition', 'if ((a)) stop();'],
    ['drop condition', 'if ((b > 1)) stop();'],
    ['swap operator', 'if (a && b >= 1) stop();'],
    ['drop call', 'if (a && b > 1) {}'],
  ]);
  expect(resultsOf(codeMutants, 'await save(list.filter(isOpen));')).toEqual([
    ['drop call', '{}'],
    ['drop filter', 'await save(list);'],
  ]);
});

it('leaves types, imports and log lines as they are', () => {
  const code = `import { a } from './a.ts'; type B = true; log.warn({ err }, 'text');`;
  expect(resultsOf(codeMutants, code)).toEqual([]);
});

it('drops conditions, locks, orders and limits of SQL, with the parameters still in use', () => {
  const query = (text: string) => `db.query(\`${text}\`)`;
  const mutated = resultsOf(
    sqlMutants,
    query('select id from t where a = $1 and b between $2 and $3 order by id limit $4 for update'),
  ).map(([kind, code]) => [kind, String(code).slice('db.query(`select id from t '.length, -2)]);
  expect(mutated).toEqual([
    ['drop lock', 'where a = $1 and b between $2 and $3 order by id limit $4 '],
    ['drop order', 'where a = $1 and b between $2 and $3  limit $4 for update'],
    ['drop limit', 'where a = $1 and b between $2 and $3 order by id  for update'],
    [
      'drop condition',
      'where (a = $1 or true) and b between $2 and $3 order by id limit $4 for update',
    ],
    [
      'drop condition',
      'where a = $1 and (b between $2 and $3 or true) order by id limit $4 for update',
    ],
  ]);
});

it('names a mutant by what it changes, not by its line', () => {
  const [mutant] = sqlMutants('a.ts', 'db.query(`delete from t where uid = $1`)');
  expect(mutant && nameOf(mutant)).toBe('a.ts: drop condition: uid = $1 → (uid = $1 or true)');
});

it('names one of several equal operators or literals by what stands around it', () => {
  const code = `if (a === null) c = true;\nif (b === null) c = true;`;
  const names = codeMutants('a.ts', code).map(nameOf);
  expect(names).toContain('a.ts: swap operator: b === null → !==');
  expect(names).toContain('a.ts: flip: if (b === null) c = true; → false');
});

it('names mutants that are alike by their lines', () => {
  const code = 'const a = c - 1;\nconst b = c - 1;';
  const names = distinctlyNamed(code, codeMutants('a.ts', code)).map(nameOf);
  expect(names).toEqual([
    'a.ts: swap operator: const a = c - 1; → +',
    'a.ts: swap operator: const b = c - 1; → +',
  ]);
});

it('finds the tests that import a file, those that share most of its words first', () => {
  const root = mkdtempSync(join(tmpdir(), 'vigia-index-'));
  const files = {
    'domain/a.ts': 'export const refund = 1;',
    'domain/a.test.ts': `import { a } from './a.ts';`,
    'server/b.ts': `import { a } from '#domain/a.ts';`,
    'server/b.test.ts': `import { b } from './b.ts'; // of a payment`,
    'server/c.test.ts': `import { b } from './b.ts'; // of a refund`,
    'server/d.test.ts': `import { d } from './d.ts'; // of a refund`,
  };
  for (const folder of ['domain', 'server']) mkdirSync(join(root, folder));
  for (const [file, code] of Object.entries(files)) writeFileSync(join(root, file), code);
  const { testsOf } = createTestIndex(root, Object.keys(files));
  expect(testsOf('domain/a.ts')).toEqual([
    'domain/a.test.ts',
    'server/c.test.ts',
    'server/b.test.ts',
  ]);
  rmSync(root, { recursive: true });
});
