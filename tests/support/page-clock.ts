/** Time in the page, which passes only when a test says so. */
import type { Page } from '@playwright/test';

/** It can only be stopped at a time to come; a slow machine takes long to say when that is. */
const aheadMs = 10_000;

/** Time stands still from here; `page.clock.install()` comes before the page does. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + aheadMs);
}
