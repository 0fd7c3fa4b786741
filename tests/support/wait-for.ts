/** Wraps `vi.waitFor` with a timeout for slow machines; its default is one second. */
import { vi } from 'vitest';

/** Less than a test's own timeout, so that the failed assertion is reported. */
export const waitTimeoutMs = 20_000;

/** @param check throws until the condition holds. @returns its last result. @throws its last error after the timeout */
export const waitFor = <Found>(check: () => Found | Promise<Found>): Promise<Found> =>
  vi.waitFor(check, { timeout: waitTimeoutMs });
