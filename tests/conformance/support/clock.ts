/** Time that passes only when a row says so. */
import type { Step } from './row.ts';

export const installClock: Step = ({ page }) => page.clock.install();

/** Time stands still from here. */
export const stopClock: Step = async ({ page }) => {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
};

export const pass =
  (ms: number): Step =>
  ({ page }) =>
    page.clock.runFor(ms);
