// The stages of `npm test`, whole or limited to what a change touches. REPORT in a command is the path of its JSON report.
import { parsePlaywrightReport, parseVitestReport } from './test-reports.mjs';

const faults = 'tests/faults/';
/** Playwright reporter: how many rows of each section of the specification pass. */
const sectionReporter = './tests/conformance/support/section-reporter.ts';

const vitest = (title, args) => ({
  title,
  command: [
    'vitest',
    ...args,
    '--reporter=default',
    '--reporter=./scripts/vitest-json-reporter.mjs',
    '--outputFile.json=REPORT',
  ],
  parse: parseVitestReport,
});
const playwright = (specs) => ({
  title: 'Recorridos en el navegador',
  command: ['playwright', 'test', ...specs, `--reporter=list,json,${sectionReporter}`],
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: 'REPORT' },
  parse: parsePlaywrightReport,
});
const types = { title: 'Tipos', command: ['tsc', '--noEmit'] };
const sql = { title: 'SQL', command: ['node', 'tests/sql/check-queries-cli.ts'] };
const lint = (paths) => ({ title: 'Lint y formato', command: ['biome', 'check', ...paths] });

/** Stages of one group run side by side: the browser's waits leave time for tests that wait for nothing. */
export const allStages = [
  { ...types, group: 1 },
  { ...lint(['.']), group: 1 },
  { ...sql, group: 1 },
  {
    ...vitest('Pruebas sin navegador', ['run', '--exclude', `${faults}**`, '--maxWorkers=2']),
    group: 2,
  },
  { ...playwright([]), group: 2 },
  // Alone: they measure what goes on within how many seconds of a fault.
  // Apart from each other, too: their processes and databases fail on purpose. They mostly wait: five at once use both cores.
  { ...vitest('Fallos inyectados', ['run', faults, '--isolate', '--maxWorkers=5']), group: 3 },
];

/**
 * All side by side, as few tests as they are, but for fault rows. Without those that the change reaches only through the
 * product: they are for the whole run.
 * @param {{ existing: string[], since: string, specs: string[] }} change existing: changed files that were not deleted
 */
export function stagesForChange({ existing, since, specs }) {
  const changedFaults = existing.filter((path) => path.startsWith(faults) && path.endsWith('.ts'));
  return [
    { ...types, group: 1 },
    { ...lint(['--no-errors-on-unmatched', ...existing]), group: 1, isIdle: existing.length === 0 },
    { ...sql, group: 1 },
    {
      ...vitest('Pruebas sin navegador', [
        'run',
        `--changed=${since}`,
        '--passWithNoTests',
        '--exclude',
        `${faults}**`,
      ]),
      group: 1,
    },
    { ...playwright(specs), group: 1, isIdle: specs.length === 0 },
    {
      ...vitest('Fallos inyectados', [
        'related',
        '--run',
        '--isolate',
        '--passWithNoTests',
        ...changedFaults,
      ]),
      group: 2,
      isIdle: changedFaults.length === 0,
    },
  ];
}
