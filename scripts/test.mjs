// Runs type check, lint and all tests, even after a failure; ends with one line: N passed, N failed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parsePlaywrightReport, parseVitestReport } from './test-reports.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => join(root, 'node_modules', '.bin', name);
const reports = mkdtempSync(join(tmpdir(), 'vigia-tests-'));
/** Playwright reporter: how many rows of each section of the specification pass. */
const sectionReporter = './tests/conformance/support/section-reporter.ts';
const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];

const stages = [
  { title: 'Tipos', command: ['tsc', '--noEmit'] },
  { title: 'Lint y formato', command: ['biome', 'check', '.'] },
  {
    title: 'Pruebas sin navegador',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', '--outputFile.json=REPORT'],
    parse: parseVitestReport,
  },
  {
    title: 'Recorridos en el navegador',
    command: ['playwright', 'test', `--reporter=list,json,${sectionReporter}`],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: 'REPORT' },
    parse: parsePlaywrightReport,
  },
];

const selected = process.argv.slice(2);
for (const [index, stage] of stages.entries()) {
  if (selected.length > 0 && !selected.includes(String(index + 1))) continue;
  process.stdout.write(`\n── ${stage.title}\n`);
  const result = run(stage, join(reports, `${index}.json`));
  for (const key of Object.keys(total)) total[key] += result[key];
  failures.push(...result.failures);
}
rmSync(reports, { recursive: true, force: true });
for (const { name, error } of failures) process.stdout.write(`\n✘ ${name}\n${error}\n`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`);
process.exitCode = total.failed > 0 ? 1 : 0;

/** A stage without a report counts as one check; one that fails without a failed test counts as one failure. */
function run({ title, command: [name, ...args], env = {}, parse }, report) {
  const withReportPath = (text) => text.replace('REPORT', report);
  const stageEnv = Object.fromEntries(
    Object.entries(env).map(([key, text]) => [key, withReportPath(text)]),
  );
  const { status } = spawnSync(bin(name), args.map(withReportPath), {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...stageEnv },
    shell: process.platform === 'win32',
  });
  const failed = status !== 0;
  const stageFailure = { name: title, error: `${name} ended with ${status}.` };
  const asOneCheck = {
    passed: failed ? 0 : 1,
    failed: failed ? 1 : 0,
    skipped: 0,
    failures: failed ? [stageFailure] : [],
  };
  const parsedReport = parse === undefined ? null : readReport(report);
  if (parsedReport === null) return asOneCheck;
  const result = parse(parsedReport, root);
  if (!failed || result.failed > 0) return result;
  return { ...result, failed: 1, failures: [...result.failures, stageFailure] };
}

/** null when the runner ended before it wrote one. */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
