/** The browser's own time. */
import type { RealTime } from './controllable-clock.ts';

/**
 * Stands still while code runs: a machine's step sets its timers and is written down at one instant, however long it
 * takes. Otherwise a replay would wait for them from another beginning.
 */
export function createBrowserTime(): RealTime {
  let read: number | null = null;
  return {
    now() {
      if (read === null) {
        read = performance.now();
        queueMicrotask(() => {
          read = null;
        });
      }
      return read;
    },
    setTimeout: (ring, ms) => window.setTimeout(ring, ms),
    clearTimeout: (id) => window.clearTimeout(id as number),
  };
}
