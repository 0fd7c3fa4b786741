/** The browser's clock, frozen for the length of a synchronous task. */
import type { RealTime } from './controllable-clock.ts';

/**
 * Constant within a task, so that a machine's step and the timers it starts have the same instant in the trace.
 * Otherwise a replay would start those timers at a different time.
 */
export function createBrowserTime(): RealTime {
  let frozenNow: number | null = null;
  return {
    now() {
      if (frozenNow === null) {
        frozenNow = performance.now();
        queueMicrotask(() => {
          frozenNow = null;
        });
      }
      return frozenNow;
    },
    setTimeout: (callback, ms) => window.setTimeout(callback, ms),
    clearTimeout: (id) => window.clearTimeout(id as number),
  };
}
