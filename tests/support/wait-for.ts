/** Wraps `vi.waitFor` with a timeout for slow machines; its default is one second. */
import { vi } from 'vitest';

/** Less than a test's own timeout, so that the failed assertion is reported; what a busy machine needs, and more. */
export const waitTimeoutMs = 60_000;

/** @param assertion throws until the condition holds. @returns its last result. @throws its last error after the timeout */
export const waitFor = <Result>(assertion: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(assertion, { timeout: waitTimeoutMs });
