/** A Vitest that stays up between runs, with its PostgreSQL and its transformed modules; `test-runner.ts` starts it. */
import { createVitest } from 'vitest/node';

export interface RunRequest {
  /** Absolute paths. */
  readonly tests: readonly string[];
  readonly changed: readonly string[];
}

/** The first test that failed, with its file; null when all passed. */
export type RunResponse = string | null;

const vitest = await createVitest('test', { watch: true, bail: 1, reporters: [{}] });
await vitest.standalone();
await vitest.watcher.close();
await vitest.globTestSpecifications();

process.on('message', async ({ tests, changed }: RunRequest) => {
  for (const file of changed) vitest.invalidateFile(file);
  // `bail` counts failures of earlier runs too.
  vitest.state.filesMap.clear();
  const specifications = tests.flatMap((file) => vitest.getModuleSpecifications(file));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const failed = testModules.find((module) => module.state() === 'failed');
  const [test] = failed?.children.allTests('failed') ?? [];
  const error = unhandledErrors.length > 0 ? 'unhandled error' : null;
  const response: RunResponse =
    failed === undefined ? error : `${failed.relativeModuleId}: ${test?.fullName ?? 'its setup'}`;
  process.send?.(response);
});
process.on('disconnect', () => vitest.exit(true));
process.send?.('ready');
