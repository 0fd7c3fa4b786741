/** Playwright's test with our browser, and a page whose console and page errors fail the test. */
import { test as base, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { keepToasts } from './toasts.ts';

export { expect } from '@playwright/test';

interface Fixtures {
  /** Messages a test provokes on purpose, for instance a refused password. */
  readonly expectedErrors: RegExp[];
  /** Whether the pages keep what toasts have said; a frame that may run no scripts complains of it. */
  readonly keepsToasts: boolean;
  readonly page: Page;
}

export const test = base.extend<Fixtures>({
  // Debian's and npm's Chromium alike: no sandbox as root, no services of the browser's own.
  browser: [
    async ({ playwright }, use) => {
      const executablePath = (await findBrowser()) ?? undefined;
      const browser = await playwright.chromium.launch({
        ...(executablePath === undefined ? {} : { executablePath }),
        args: [
          '--no-sandbox',
          '--disable-gpu',
          '--disable-background-networking',
          '--disable-quic',
        ],
      });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  expectedErrors: [[], { option: true }],
  keepsToasts: [true, { option: true }],
  context: async ({ browser, keepsToasts }, use) => {
    const context = await browser.newContext({ locale: 'es-ES', timezoneId: 'Europe/Madrid' });
    if (keepsToasts) await keepToasts(context);
    await use(context);
    // A request still held or fetched for a test that is over would fail the next one.
    for (const routed of [context, ...context.pages()])
      await routed.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  },
  page: async ({ context, expectedErrors }, use) => {
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    await use(page);
    const unexpected = errors.filter((text) => !expectedErrors.some((known) => known.test(text)));
    if (unexpected.length > 0) throw new Error(`errors in the page:\n${unexpected.join('\n')}`);
  },
});
