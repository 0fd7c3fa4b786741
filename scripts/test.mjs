// `npm test`: types, lint, SQL, tests, one row of each class of fault. `npm run test:all`: every fault row, the browser tests
// tagged @release, which few changes can break, and the release's trials, too.
// `-- --changed[=revision]`: tests that import what changed. Ends with what failed and one line: N passed, N failed.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'vigia-tests-'));
// Servers, test workers and runners load a thousand modules each: V8 need not compile them again.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compile');

const isAll = process.argv.includes('--all');
const changed = process.argv.find((arg) => /^--changed(=|$)/.test(arg));

/** A row of each class of fault, but for a dying channel (server/delivery/settled-alerts.test.ts); the others are rows of `npm run test:all`. */
const faultClasses = {
  'kill -9': 'failpoints',
  'mute connections': 'mute-sessions',
  'a refusing relay': 'policy-refusal',
  'take-over': 'fencing',
  'a wrong clock': 'clock',
  'lost notifications': 'lost-notifications',
  'a lock on another row first': 'lock-order',
  'two workers at one queue': 'claims',
  'rows in another order': 'row-order',
  'a webhook twice, late, forged': 'billing',
  'a webhook that never comes': 'billing-reconciliation',
};
const faultRows = Object.values(faultClasses).map((name) => `tests/faults/${name}.test.ts`);

const sectionReporter = './tests/conformance/support/section-reporter.ts';
const reporters = (...names) => [...names, sectionReporter].map((name) => `--reporter=${name}`);

const check = (title, ...command) => ({ title, command });
const vitest = (title, ...args) => ({
  title,
  command: ['vitest', 'run', '--passWithNoTests', ...reporters('default', 'json')].concat(
    `--outputFile.json=${reportOf(title)}`,
    changed ?? [],
    args,
  ),
  counts: ({ numPassedTests, numFailedTests, numPendingTests, numTodoTests }) => ({
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
  }),
  failures: ({ testResults }) =>
    testResults.flatMap(({ name, message, assertionResults }) => [
      // A file that failed before its first test.
      ...(assertionResults.length === 0 && message ? [[name, message]] : []),
      ...assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => [`${name}: ${fullName}`, failureMessages[0]]),
    ]),
});
const playwright = (title) => ({
  title,
  command: [
    'playwright',
    'test',
    `--reporter=list,json,${sectionReporter}`,
    ...(isAll ? [] : ['--grep-invert=@release']),
  ].concat(changed?.replace('changed', 'only-changed') ?? [], '--pass-with-no-tests'),
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf(title) },
  counts: ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  }),
  failures: ({ suites, errors }) => [
    ...errors.map(({ message }) => ['before or after all tests', message]),
    ...suites.flatMap(specsOf).flatMap(({ ok, file, title, tests }) => {
      const error = tests.flatMap(({ results }) => results).find((result) => result.error)?.error;
      return ok ? [] : [[`${file}: ${title}`, error?.message]];
    }),
  ],
});

/** Stages of one group run side by side: the browser's waits leave time for tests that wait for nothing. */
const groups = [
  [
    check('types', 'tsc', '--noEmit'),
    check('lint', 'biome', 'check', '.'),
    check('SQL', 'node', 'tests/sql/check-queries-cli.ts'),
  ],
  [vitest('tests', '--project=!faults', '--maxWorkers=2'), playwright('browser')],
  // Alone: they measure what goes on within how many seconds of a fault. They mostly wait: five at once use both cores.
  [vitest('faults', '--project=faults', '--maxWorkers=5', ...(isAll ? [] : faultRows))],
];
if (isAll) {
  groups.push([check('release trial', 'npm', 'run', 'test:release')]);
  groups.push([check('upgrade trial', 'npm', 'run', 'test:upgrade')]);
}

const results = [];
for (const group of groups) results.push(...(await Promise.all(group.map(run))));
rmSync(reports, { recursive: true, force: true });

for (const [name, message = 'no message'] of results.flatMap(({ failures }) => failures)) {
  process.stdout.write(`✘ ${name}\n    ${message.split('\n').slice(0, 12).join('\n    ')}\n`);
}
for (const { title, ms, failed, skipped } of results) {
  const verdict = failed > 0 ? `${failed} failed` : 'passed';
  const notRun = skipped > 0 ? `, ${skipped} skipped` : '';
  process.stdout.write(`${(ms / 1_000).toFixed(0).padStart(6)} s  ${title}: ${verdict}${notRun}\n`);
}
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}\n`);
process.exitCode = sum('failed') > 0 ? 1 : 0;

function reportOf(title) {
  return join(reports, `${title}.json`);
}

/** Of a suite of Playwright's report and those within. */
function specsOf({ specs, suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

/** A stage without a report counts as one check; one that fails without a failed test, by an error of no test, as one failure. */
async function run({ title, command: [name, ...args], env, counts, failures }) {
  const startedAtMs = performance.now();
  process.stdout.write(`── ${title}\n`);
  const status = await exitOf(
    spawn(name === 'npm' ? name : join(root, 'node_modules', '.bin', name), args, {
      cwd: root,
      // No terminal: runners side by side print lines, and redraw none.
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
      shell: process.platform === 'win32',
    }),
  );
  const ms = performance.now() - startedAtMs;
  const report = readReport(title);
  const counted =
    report === null ? { passed: Number(status === 0), failed: 0, skipped: 0 } : counts(report);
  return {
    title,
    ms,
    ...counted,
    failed: Math.max(counted.failed, Number(status !== 0)),
    // Named once more at the end: above stand some five thousand that passed.
    failures: report === null ? [] : failures(report),
  };
}

/** Passes on what it prints. @returns the exit code, or the signal or error that ended it */
function exitOf(child) {
  child.stdout.pipe(process.stdout, { end: false });
  child.stderr.pipe(process.stderr, { end: false });
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
}

/** null when the runner ended before it wrote one. */
function readReport(title) {
  try {
    return JSON.parse(readFileSync(reportOf(title), 'utf8'));
  } catch {
    return null;
  }
}
