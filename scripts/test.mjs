// Runs every check to its end, even after a failure, and closes with one plain line: N passed, N failed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => join(root, 'node_modules', '.bin', name);
const reports = mkdtempSync(join(tmpdir(), 'vigia-tests-'));
/** How many rows of each section of the specification hold. */
const tally = './tests/conformance/support/tally.ts';
const total = { passed: 0, failed: 0, skipped: 0 };

const stages = [
  { title: 'Tipos', command: ['tsc', '--noEmit'] },
  { title: 'Lint y formato', command: ['biome', 'check', '.'] },
  {
    title: 'Pruebas sin navegador',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', '--outputFile.json=REPORT'],
    count: ({ numPassedTests, numFailedTests, numPendingTests, numTodoTests }) => ({
      passed: numPassedTests,
      failed: numFailedTests,
      skipped: numPendingTests + numTodoTests,
    }),
  },
  {
    title: 'Recorridos en el navegador',
    command: ['playwright', 'test', `--reporter=list,json,${tally}`],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: 'REPORT' },
    count: ({ stats }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      skipped: stats.skipped,
    }),
  },
];

const wanted = process.argv.slice(2);
for (const [index, stage] of stages.entries()) {
  if (wanted.length > 0 && !wanted.includes(String(index + 1))) continue;
  process.stdout.write(`\n── ${stage.title}\n`);
  const result = run(stage, join(reports, `${index}.json`));
  for (const key of Object.keys(total)) total[key] += result[key];
}
rmSync(reports, { recursive: true, force: true });
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`);
process.exitCode = total.failed > 0 ? 1 : 0;

/** A stage without a report counts as one check; one that fails without a failed test counts as one failure. */
function run({ command: [name, ...args], env = {}, count }, report) {
  const fill = (text) => text.replace('REPORT', report);
  const filled = Object.fromEntries(Object.entries(env).map(([key, text]) => [key, fill(text)]));
  const { status } = spawnSync(bin(name), args.map(fill), {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...filled },
    shell: process.platform === 'win32',
  });
  const whole = { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 };
  if (count === undefined) return whole;
  try {
    const counted = count(JSON.parse(readFileSync(report, 'utf8')));
    return status !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
  } catch {
    return whole;
  }
}
