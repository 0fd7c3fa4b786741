/** Setup of DOM tests: jest-dom's matchers, cleanup and empty storage after each test, and failure on console errors. */
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { waitTimeoutMs } from './wait-for.ts';

const errors: unknown[][] = [];
// The default of one second is too short on a slow machine.
configure({ asyncUtilTimeout: waitTimeoutMs });

beforeEach(() => {
  errors.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...args) => void errors.push(args));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  clearStorage();
  expect(errors, 'a console error fails the test').toEqual([]);
});

/** All files of a worker share one document, and components store what they show. */
function clearStorage() {
  if (typeof document === 'undefined') return;
  localStorage.clear();
  sessionStorage.clear();
}
