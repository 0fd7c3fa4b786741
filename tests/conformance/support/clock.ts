/** Steps that control the page's clock. */
import * as pageClock from '#tests/support/page-clock.ts';
import type { Step } from './spec-row.ts';

export const installClock: Step = ({ page }) => page.clock.install();

/** Pauses the clock. */
export const stopClock: Step = ({ page }) => pageClock.stopClock(page);

export const runClock =
  (ms: number): Step =>
  ({ page }) =>
    page.clock.runFor(ms);
