/** What the app's code did in the browser, written to `COVERAGE_DIR` for `npm run coverage`. */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';

const { COVERAGE_DIR: folder } = process.env;

/** In every page opened from now on, until it or its context is closed. */
export function collectCoverage(browser: Browser): void {
  if (folder === undefined) return;
  const openContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await openContext(options);
    if (options?.javaScriptEnabled === false) return context;
    const openPage = context.newPage.bind(context);
    const closeContext = context.close.bind(context);
    context.newPage = async () => {
      const page = await openPage();
      await page.coverage.startJSCoverage({ resetOnNavigation: false });
      const closePage = page.close.bind(page);
      page.close = async (reason) => {
        await store(page, folder);
        await closePage(reason);
      };
      return page;
    };
    context.close = async (reason) => {
      await Promise.all(context.pages().map((page) => store(page, folder)));
      await closeContext(reason);
    };
    return context;
  };
}

/** Without the sources: the build has them. Popups, and pages that crashed, have none. */
async function store(page: Page, directory: string): Promise<void> {
  const scripts = await page.coverage.stopJSCoverage().catch(() => []);
  const ours = scripts
    .filter(({ url }) => url.includes('/assets/'))
    .map(({ url, scriptId, functions }) => ({ url, scriptId, functions }));
  await writeFile(join(directory, `${randomUUID()}.json`), JSON.stringify(ours));
}
