/** What a test runner's JSON report says. */
export interface TestResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly { readonly name: string; readonly error: string }[];
  readonly durations: readonly { readonly name: string; readonly ms: number }[];
}

/** A file that could not be loaded and an error of no test are failures. */
export function parseVitestReport(report: unknown, root: string): TestResult;

/** A test that passed only on retry counts as failed. */
export function parsePlaywrightReport(report: unknown): TestResult;
