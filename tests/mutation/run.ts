/**
 * `npm run mutation -- server/auth server/live --sample 60 --seed 7`: breaks files of these folders, one fault at a time, in
 * a copy of the repository, and lists the faults that neither the nearest tests nor the types notice.
 * `--tests 6` runs more of the related test files for each; `--list` only lists the mutants.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '#server/marketplaces/seeded-random.ts';
import { codeMutants } from './code-mutants.ts';
import { equivalentMutants } from './equivalent-mutants.ts';
import { applyMutant, type Mutant, nameOf } from './mutant.ts';
import { createTestIndex } from './related-tests.ts';
import { copyRepository, listFiles } from './repository-copy.ts';
import { type Outcome, runTests } from './run-tests.ts';
import { sqlMutants } from './sql-mutants.ts';

const { values, positionals: rooms } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', default: '4' },
    list: { type: 'boolean', default: false },
  },
});
const maxTestFiles = Number(values.tests);
/** A test file that takes longer on the unbroken code is not used. */
const slowestTestMs = 60_000;

const files = listFiles();
const isMutated = (file: string) =>
  rooms.some((room) => file === room || file.startsWith(`${room}/`)) &&
  /\.tsx?$/.test(file) &&
  !/\.(test|harness|spec|d)\.tsx?$/.test(file);
const all = files.filter(isMutated).flatMap((file) => {
  const code = readFileSync(file, 'utf8');
  return [...codeMutants(file, code), ...sqlMutants(file, code)];
});
const chosen = sampleOf(all, Number(values.sample ?? all.length), values.seed);
if (values.list) {
  for (const mutant of chosen) process.stdout.write(`${mutant.line} ${nameOf(mutant)}\n`);
} else {
  const copy = copyRepository(files);
  process.on('SIGINT', () => process.exit(130));
  process.on('exit', copy.remove);
  await run(copy.root);
}

type Verdict = 'tests' | 'timeout' | 'types' | 'equivalent' | 'none';

async function run(root: string): Promise<void> {
  const index = createTestIndex(
    root,
    files.filter((file) => /\.tsx?$/.test(file)),
  );
  const durations = new Map<string, number | null>();
  /** How long a test file takes on the unbroken code; null when it is too slow or fails. */
  const durationOf = async (test: string) => {
    const known = durations.get(test);
    if (known !== undefined) return known;
    const startedAtMs = performance.now();
    const outcome = await runTests(root, [test], slowestTestMs);
    const measured = outcome === 'passed' ? performance.now() - startedAtMs : null;
    durations.set(test, measured);
    return measured;
  };
  const verdicts = new Map<Mutant, Verdict>();
  for (const mutant of chosen) {
    const tests: [file: string, ms: number][] = [];
    for (const file of index.testsOf(mutant.file)) {
      if (tests.length === maxTestFiles) break;
      const ms = await durationOf(file);
      if (ms !== null) tests.push([file, ms]);
    }
    const verdict = await judge(root, mutant, tests);
    verdicts.set(mutant, verdict);
    const sign = verdict === 'none' ? '✗' : '·';
    process.stdout.write(`${sign} ${verdict.padEnd(10)} ${mutant.line} ${nameOf(mutant)}\n`);
  }
  process.stdout.write(reportOf(verdicts));
  process.exitCode = [...verdicts.values()].includes('none') ? 1 : 0;
}

async function judge(
  root: string,
  mutant: Mutant,
  tests: readonly (readonly [file: string, ms: number])[],
): Promise<Verdict> {
  if (nameOf(mutant) in equivalentMutants) return 'equivalent';
  const path = join(root, mutant.file);
  const code = readFileSync(path, 'utf8');
  writeFileSync(path, applyMutant(code, mutant));
  try {
    for (const [file, ms] of tests) {
      const outcome: Outcome = await runTests(root, [file], 3 * ms + 20_000);
      if (outcome !== 'passed') return outcome === 'failed' ? 'tests' : 'timeout';
    }
    // Last, because few mutants break a type.
    const { status } = spawnSync('node_modules/.bin/tsc', ['--noEmit'], { cwd: root });
    return status === 0 ? 'none' : 'types';
  } finally {
    writeFileSync(path, code);
  }
}

/** Without a sample smaller than all of them, all in the order of their files. */
function sampleOf(mutants: readonly Mutant[], size: number, seed: string): readonly Mutant[] {
  if (size >= mutants.length) return mutants;
  const random = seededRandom(seed);
  return mutants
    .map((mutant) => ({ mutant, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .slice(0, size)
    .map(({ mutant }) => mutant);
}

function reportOf(verdicts: ReadonlyMap<Mutant, Verdict>): string {
  const byFolder = Map.groupBy(verdicts, ([{ file }]) => file.split('/').slice(0, 2).join('/'));
  const rows = [...byFolder].map(([folder, entries]) => {
    const count = (verdict: Verdict) => entries.filter(([, one]) => one === verdict).length;
    const columns = ['tests', 'timeout', 'types', 'equivalent', 'none'] as const;
    return `| \`${folder}\` | ${entries.length} | ${columns.map(count).join(' | ')} |`;
  });
  return `
| folder | mutants | by tests | by timeout | by types | equivalent | not noticed |
|---|---|---|---|---|---|---|
${rows.join('\n')}
`;
}
