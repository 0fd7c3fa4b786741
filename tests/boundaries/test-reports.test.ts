/** The parsers of the test runners' reports: counts, failures, and the durations of the slowest tests. */
import { expect, it } from 'vitest';
import { parsePlaywrightReport, parseVitestReport } from '../../scripts/test-reports.mjs';

it('reads counts, failures and durations from vitest', () => {
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      {
        name: '/repo/domain/crossing.test.ts',
        message: '',
        assertionResults: [
          { fullName: 'crosses', status: 'passed', duration: 12.5, failureMessages: [] },
          { fullName: 'returns', status: 'failed', failureMessages: ['\u001B[31mno\u001B[39m'] },
        ],
      },
      { name: '/repo/domain/broken.test.ts', message: 'cannot load', assertionResults: [] },
    ],
    unhandledErrors: [
      { message: 'Error: unread\n    at node:internal/timers:1:2', testFile: '/repo/a.test.ts' },
      { message: 'Error: no worker', testFile: null },
    ],
  };
  expect(parseVitestReport(report, '/repo')).toEqual({
    passed: 1,
    failed: 3,
    skipped: 3,
    failures: [
      { name: 'domain/crossing.test.ts › returns', error: 'no' },
      { name: 'domain/broken.test.ts', error: 'cannot load' },
      { name: 'a.test.ts › error of no test', error: 'Error: unread' },
      { name: 'vitest › error of no test', error: 'Error: no worker' },
    ],
    durations: [
      { name: 'domain/crossing.test.ts › crosses', ms: 12.5 },
      { name: 'domain/crossing.test.ts › returns', ms: 0 },
    ],
  });
});

it('reads the same from Playwright, and counts a test that passed on retry as failed', () => {
  const spec = (title: string, status: string, durations: number[]) => ({
    title,
    tests: [{ status, results: durations.map((duration) => ({ duration, errors: [] })) }],
  });
  const report = {
    stats: { expected: 1, unexpected: 0, flaky: 1, skipped: 0 },
    errors: [],
    suites: [
      {
        title: 'journeys/chart.spec.ts',
        suites: [{ title: 'a line', specs: [spec('moves', 'expected', [30])] }],
        specs: [spec('loads', 'flaky', [20, 5])],
      },
    ],
  };
  expect(parsePlaywrightReport(report)).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
    failures: [{ name: 'journeys/chart.spec.ts › loads', error: '' }],
    durations: [
      { name: 'journeys/chart.spec.ts › loads', ms: 25 },
      { name: 'journeys/chart.spec.ts › a line › moves', ms: 30 },
    ],
  });
});
