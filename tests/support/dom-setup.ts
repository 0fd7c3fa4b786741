/** Setup of DOM tests: what jsdom lacks, jest-dom's matchers, and after each test cleanup, real timers and empty storage, and failure on console errors. */
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { waitTimeoutMs } from './wait-for.ts';

const errors: unknown[][] = [];
// The default of one second is too short on a slow machine.
configure({ asyncUtilTimeout: waitTimeoutMs });
if (typeof document !== 'undefined') completeDocument();

beforeEach(() => {
  errors.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...args) => void errors.push(args));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  // After the spies: one on a simulated timer would bring it back.
  vi.useRealTimers();
  clearStorage();
  expect(errors, 'a console error fails the test').toEqual([]);
});

/** All files of a worker share one document, and components store what they show. */
function clearStorage() {
  if (typeof document === 'undefined') return;
  localStorage.clear();
  sessionStorage.clear();
}

/** jsdom has no layout to observe or to scroll, no media, and a dialog that cannot open. */
function completeDocument() {
  const nothing = () => {};
  Object.assign(window, {
    matchMedia: () => ({ matches: false, addEventListener: nothing, removeEventListener: nothing }),
    scrollTo: nothing,
    ResizeObserver: class {
      observe = nothing;
      unobserve = nothing;
      disconnect = nothing;
    },
    IntersectionObserver: class {
      observe = nothing;
      disconnect = nothing;
    },
  });
  Object.assign(Element.prototype, { scrollIntoView: nothing, setPointerCapture: nothing });
  HTMLDialogElement.prototype.showModal = function open() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
}
