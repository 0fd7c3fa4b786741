/** Runs browser specs of a copy of the repository, against the app built from it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parsePlaywrightReport } from '../../scripts/test-reports.mjs';
import { killLeftovers } from './leftover-processes.ts';
import type { TestRun } from './test-runner.ts';

const timeoutMs = 15 * 60_000;

export function createJourneyRunner(root: string) {
  const temporaryFolder = join(root, 'tmp-journeys');
  mkdirSync(temporaryFolder);
  const report = join(root, 'journeys.json');
  let playwright: ChildProcess | null = null;
  const kill = () => {
    playwright?.kill('SIGKILL');
    killLeftovers(temporaryFolder);
  };

  /** @param specs paths from the root. Ends with the first that fails; an app that cannot be built fails, too. */
  async function run(specs: readonly string[]): Promise<TestRun> {
    rmSync(report, { force: true });
    playwright = spawn(
      'node_modules/.bin/playwright',
      ['test', ...specs, '--max-failures=1', '--reporter=json'],
      {
        cwd: root,
        stdio: 'ignore',
        env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report, TMPDIR: temporaryFolder },
      },
    );
    const timer = setTimeout(kill, timeoutMs);
    const [exitCode, signal] = await once(playwright, 'exit');
    clearTimeout(timer);
    playwright = null;
    killLeftovers(temporaryFolder);
    if (signal !== null) return { outcome: 'timed out', test: null };
    if (exitCode === 0) return { outcome: 'passed', test: null };
    return { outcome: 'failed', test: existsSync(report) ? firstFailure(report) : 'the build' };
  }

  return { run, kill };
}

function firstFailure(report: string): string {
  const [first] = parsePlaywrightReport(JSON.parse(readFileSync(report, 'utf8'))).failures;
  return first?.name ?? 'Playwright ended';
}
