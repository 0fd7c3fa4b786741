/**
 * `npm run mutation -- server/auth server/live --sample 60 --seed 7`: breaks files of these folders, 60 of each, one fault at a
 * time, in a copy of the repository, and lists the faults that neither the nearest tests nor the types notice.
 * `--tests 6` runs more of the related test files for each; `--journeys` asks the browser specs of its folder about what
 * nothing else notices, half a minute and more each; `--list` only lists the mutants;
 * `--only "drop lock"` takes those whose name contains the text, as when a survivor has got its test.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '#server/marketplaces/seeded-random.ts';
import { listFiles } from '#tests/support/list-files.ts';
import { relatedSpecs } from '../../scripts/related-specs.mjs';
import { codeMutants } from './code-mutants.ts';
import { equivalentMutants } from './equivalent-mutants.ts';
import { createJourneyRunner } from './journey-runner.ts';
import { applyMutant, distinctlyNamed, type Mutant, nameOf } from './mutant.ts';
import { createTestIndex } from './related-tests.ts';
import { copyRepository } from './repository-copy.ts';
import { sqlMutants } from './sql-mutants.ts';
import { createTestRunner, type TestRunner } from './test-runner.ts';

const { values, positionals: rooms } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', default: '4' },
    only: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
    journeys: { type: 'boolean', default: false },
  },
});
const maxTestFiles = Number(values.tests);
/** A test file that takes longer on the unbroken code is not used. */
const slowestTestMs = 90_000;

const files = listFiles();
const chosen = rooms
  .flatMap((room) => sampleOf(mutantsOf(room)))
  .filter((mutant) => nameOf(mutant).includes(values.only));
if (values.list) {
  for (const mutant of chosen) process.stdout.write(`${mutant.line} ${nameOf(mutant)}\n`);
} else {
  const copy = copyRepository(files);
  const runners = {
    tests: createTestRunner(copy.root),
    journeys: createJourneyRunner(copy.root),
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));
  process.on('exit', () => {
    runners.tests.kill();
    runners.journeys.kill();
    copy.remove();
  });
  await run(copy.root, runners);
}

type Verdict = 'tests' | 'timeout' | 'types' | 'journeys' | 'equivalent' | 'none';

interface Runners {
  readonly tests: TestRunner;
  readonly journeys: ReturnType<typeof createJourneyRunner>;
}

interface Judgement {
  readonly verdict: Verdict;
  /** The test that noticed it. */
  readonly test?: string | null;
}

async function run(root: string, runners: Runners): Promise<void> {
  const { testsOf } = createTestIndex(
    root,
    files.filter((file) => /\.tsx?$/.test(file)),
  );
  if (!hasValidTypes(root)) throw new Error('The types of the unbroken code have errors.');
  const judge = createJudge(root, runners);
  const verdicts = new Map<Mutant, Verdict>();
  for (const mutant of chosen) {
    const { verdict, test } = await judge(mutant, testsOf(mutant.file).slice(0, maxTestFiles));
    verdicts.set(mutant, verdict);
    const sign = verdict === 'none' ? '✗' : '·';
    const by = test ? ` ← ${test}` : '';
    process.stdout.write(`${sign} ${verdict.padEnd(10)} ${mutant.line} ${nameOf(mutant)}${by}\n`);
  }
  await runners.tests.stop();
  process.stdout.write(reportOf(verdicts));
  process.exitCode = [...verdicts.values()].includes('none') ? 1 : 0;
}

function createJudge(root: string, { tests: { run: runTests }, journeys }: Runners) {
  const durations = new Map<string, number>();
  /** How long a test file takes on the unbroken code; infinite when it is too slow or fails. */
  async function durationOf(test: string): Promise<number> {
    const known = durations.get(test);
    if (known !== undefined) return known;
    const startedAtMs = performance.now();
    const { outcome } = await runTests([test], [], slowestTestMs);
    const measured =
      outcome === 'passed' ? performance.now() - startedAtMs : Number.POSITIVE_INFINITY;
    durations.set(test, measured);
    return measured;
  }

  async function judgeWith(mutant: Mutant, tests: readonly string[]): Promise<Judgement | null> {
    const usable: string[] = [];
    let sumMs = 0;
    for (const test of tests) {
      const ms = await durationOf(test);
      if (!Number.isFinite(ms)) continue;
      usable.push(test);
      sumMs += ms;
    }
    if (usable.length === 0) return null;
    const { outcome, test } = await broken(mutant, () =>
      runTests(usable, [mutant.file], 3 * sumMs + 20_000),
    );
    await runTests([], [mutant.file], slowestTestMs);
    if (outcome === 'passed') return null;
    return outcome === 'failed'
      ? { verdict: 'tests', test }
      : { verdict: 'timeout', test: usable.join(' ') };
  }

  async function broken<T>(mutant: Mutant, use: () => Promise<T>): Promise<T> {
    const path = join(root, mutant.file);
    const code = readFileSync(path, 'utf8');
    writeFileSync(path, applyMutant(code, mutant));
    return use().finally(() => writeFileSync(path, code));
  }

  const judgeByTypes = (mutant: Mutant): Promise<Judgement | null> =>
    broken(mutant, async () => (hasValidTypes(root) ? null : { verdict: 'types' }));

  async function judgeByJourneys(mutant: Mutant): Promise<Judgement | null> {
    const specs = values.journeys ? relatedSpecs([mutant.file], 'HEAD', root) : [];
    if (specs.length === 0) return null;
    const { outcome, test } = await broken(mutant, () => journeys.run(specs));
    return outcome === 'passed' ? null : { verdict: 'journeys', test };
  }

  return async (mutant: Mutant, tests: readonly string[]): Promise<Judgement> => {
    if (nameOf(mutant) in equivalentMutants) return { verdict: 'equivalent' };
    return (
      // The nearest alone, because it mostly suffices; the others side by side; types late, because few mutants break one.
      (await judgeWith(mutant, tests.slice(0, 1))) ??
      (await judgeWith(mutant, tests.slice(1))) ??
      (await judgeByTypes(mutant)) ??
      (await judgeByJourneys(mutant)) ?? { verdict: 'none' }
    );
  };
}

function hasValidTypes(root: string): boolean {
  const { status } = spawnSync('node_modules/.bin/tsc', ['--noEmit', '--incremental'], {
    cwd: root,
  });
  return status === 0;
}

function mutantsOf(room: string): Mutant[] {
  const isMutated = (file: string) =>
    (file === room || file.startsWith(`${room}/`)) &&
    /\.tsx?$/.test(file) &&
    !/\.(test|harness|spec|d)\.tsx?$/.test(file);
  return files.filter(isMutated).flatMap((file) => {
    const code = readFileSync(file, 'utf8');
    return distinctlyNamed(code, [...codeMutants(file, code), ...sqlMutants(file, code)]);
  });
}

/** Without `--sample`, all in the order of their files. */
function sampleOf(mutants: readonly Mutant[]): readonly Mutant[] {
  if (values.sample === undefined) return mutants;
  const random = seededRandom(values.seed);
  return mutants
    .map((mutant) => ({ mutant, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .slice(0, Number(values.sample))
    .map(({ mutant }) => mutant);
}

function reportOf(verdicts: ReadonlyMap<Mutant, Verdict>): string {
  const byFolder = Map.groupBy(verdicts, ([{ file }]) =>
    rooms.find((room) => file.startsWith(room)),
  );
  const rows = [...byFolder].map(([folder, entries]) => {
    const count = (verdict: Verdict) => entries.filter(([, one]) => one === verdict).length;
    const columns = ['tests', 'timeout', 'types', 'journeys', 'equivalent', 'none'] as const;
    return `| \`${folder}\` | ${entries.length} | ${columns.map(count).join(' | ')} |`;
  });
  return `
| folder | mutants | by tests | by timeout | by types | by journeys | equivalent | not noticed |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}
`;
}
