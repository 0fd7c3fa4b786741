/**
 * `npm run test:mutation`: mutates every transition, guard, action and delay of the machines, one at a time, and counts the mutants
 * detected by the recorded traces, by the paths generated from the mutant, or by the machines' own tests.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { machinesById } from '#machines/tracing/machine-registry.ts';
import { kebabCase } from '../support/kebab-case.ts';
import { isDetectedByPaths, isDetectedByTraces, loadTraces } from './detect-mutant.ts';
import { equivalentMutants } from './equivalent-mutants.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import { formatMutationReport, type MutantResult } from './mutation-report.ts';

const testsOf = (machine: string): string => `tests/machines/${kebabCase(machine)}.test.ts`;

/** In a process of its own, because the tests load the machine themselves. */
function failsItsTests(machine: string, mutant: Mutant | null): boolean {
  const { status } = spawnSync(
    'node_modules/.bin/vitest',
    ['run', '--config', 'tests/machines/mutation/vitest.config.ts', testsOf(machine)],
    { env: { ...process.env, MUTANT: mutant?.name ?? '' }, stdio: 'ignore' },
  );
  return status !== 0;
}

const traces = await loadTraces();
const results: MutantResult[] = [];
for (const machine of machinesById.values()) {
  // Otherwise every mutant would seem to be detected.
  if (failsItsTests(machine.id, null)) throw new Error(`the tests of ${machine.id} fail unbroken`);
  for (const mutant of mutantsOf(machine)) {
    // The quickest first; a test process only for what nothing else has detected.
    const byTrace = await isDetectedByTraces(mutant.machine, traces);
    const byPath = !byTrace && (await isDetectedByPaths(mutant.machine));
    const byTest = !byTrace && !byPath && failsItsTests(machine.id, mutant);
    const { name, kind } = mutant;
    results.push({ machine: machine.id, name, kind, byTrace, byPath, byTest });
    process.stdout.write(
      byTrace || byPath || byTest || name in equivalentMutants ? '.' : `\n✗ ${name}\n`,
    );
  }
}
const { page, undetected } = formatMutationReport(results);
writeFileSync('docs/machines/mutation.md', page);
process.stdout.write(`\n\n${page}`);
process.exitCode = undetected === 0 ? 0 : 1;
