/** Waits for a fact, on a slow machine too: `vi.waitFor` alone gives up after a second. */
import { vi } from 'vitest';

/** Less than a test may last, so that what is told is the fact that never came. */
export const patienceMs = 20_000;

/** @param check throws while it is not so yet; @returns what it returned in the end */
export const eventually = <Found>(check: () => Found | Promise<Found>): Promise<Found> =>
  vi.waitFor(check, { timeout: patienceMs });
