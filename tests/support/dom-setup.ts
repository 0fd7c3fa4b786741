/** Tests of what a person sees: jest-dom's matchers, a clean page each time, and no silent console errors. */
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

const errors: unknown[][] = [];
// A second, as it is otherwise, is too little on a slow machine.
configure({ asyncUtilTimeout: 15_000 });

beforeEach(() => {
  errors.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...args) => void errors.push(args));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  expect(errors, 'a console error fails the test').toEqual([]);
});
