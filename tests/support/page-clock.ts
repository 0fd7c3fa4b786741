/** Pauses the page's clock. */
import type { Page } from '@playwright/test';

/** The clock can only be paused at a future time; a slow machine reads the current time late. */
const aheadMs = 10_000;

/** Needs `page.clock.install()` before the page is opened. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + aheadMs);
}
