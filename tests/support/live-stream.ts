/** Waits for a page's live stream: alerts are announced that come by it, not those before it. */
import type { Page } from '@playwright/test';

/** @param path of the page about to be opened, when the one that is left may still be opening a stream */
export const waitForStream = (page: Page, path?: string): Promise<unknown> =>
  page.waitForResponse(
    (answer) =>
      new URL(answer.url()).pathname === '/api/monitoring/stream' &&
      (path === undefined || new URL(page.url()).pathname === path),
  );
