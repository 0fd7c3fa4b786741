/** Waits for a fact, on a slow machine too: `vi.waitFor` alone gives up after a second. */
import { vi } from 'vitest';

/** Less than a test may last, so that what is told is the fact that never came. */
export const waitTimeoutMs = 20_000;

/** @param check throws while it is not so yet; @returns what it returned in the end */
export const waitFor = <Found>(check: () => Found | Promise<Found>): Promise<Found> =>
  vi.waitFor(check, { timeout: waitTimeoutMs });
