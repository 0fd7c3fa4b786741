// Parsers of the test runners' JSON reports: counts of passed, failed and skipped tests, failures, and durations.
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** A stack frame outside the repository. */
const FOREIGN_FRAME = /^\s+at .*(node_modules|<anonymous>|node:internal)/;
/** An error's first lines have the expected and the actual value. */
const ERROR_LINES = 12;

/** `{ passed, failed, skipped, failures, durations }` of vitest's JSON report, durations as `{ name, ms }`; a file that could not be loaded and an error of no test are failures. */
export function parseVitestReport(report, root) {
  const failures = report.testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length > 0) {
      return failed.map(({ fullName, failureMessages }) =>
        failure(`${file} › ${fullName}`, failureMessages),
      );
    }
    return message ? [failure(file, [message])] : [];
  });
  const unhandled = report.unhandledErrors.map(({ message, testFile }) =>
    failure(`${testFile ? relative(root, testFile) : 'vitest'} › error of no test`, [message]),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unhandled.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [...failures, ...unhandled],
    durations: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({
        name: `${relative(root, name)} › ${fullName}`,
        ms: duration ?? 0,
      })),
    ),
  };
}

/** The same for Playwright's JSON report; a test that passed only on retry counts as failed. */
export function parsePlaywrightReport({ stats, suites, errors }) {
  const specs = suites.flatMap((suite) => specsOf(suite, []));
  const failed = specs.filter(({ spec: { tests } }) =>
    tests.some(({ status }) => status === 'unexpected' || status === 'flaky'),
  );
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: [
      ...failed.map(({ titles, spec }) =>
        failure(
          titles.join(' › '),
          spec.tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(textOf))),
        ),
      ),
      ...errors.map((error) => failure('playwright', [textOf(error)])),
    ],
    durations: specs.map(({ titles, spec: { tests } }) => ({
      name: titles.join(' › '),
      ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
    })),
  };
}

function specsOf(suite, parentTitles) {
  const titles = [...parentTitles, suite.title];
  return [
    ...(suite.specs ?? []).map((spec) => ({ titles: [...titles, spec.title], spec })),
    ...(suite.suites ?? []).flatMap((inner) => specsOf(inner, titles)),
  ];
}

const textOf = ({ message, stack, value }) => stack ?? message ?? value ?? '';

const failure = (name, messages) => ({
  name,
  error: messages
    .map((message) =>
      stripVTControlCharacters(message)
        .split('\n')
        .filter((line) => !FOREIGN_FRAME.test(line))
        .slice(0, ERROR_LINES)
        .join('\n'),
    )
    .join('\n'),
});
