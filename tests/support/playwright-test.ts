/** Playwright's `test` with our browser, one Vigía per worker, and a page whose console and page errors fail the test. */
import { test as base, type ConsoleMessage, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { type RunningVigia, startVigia } from './local-app.ts';
import { slowDownRequests } from './slow-network.ts';
import { recordToasts } from './toasts.ts';

export { expect } from '@playwright/test';

interface Fixtures {
  /** Console messages a test provokes on purpose, for instance a wrong password. */
  readonly expectedErrors: RegExp[];
  /** Whether toasts are recorded; off for pages with a sandboxed frame, which logs an error about the script. */
  readonly recordsToasts: boolean;
  readonly page: Page;
}

interface WorkerFixtures {
  /** Shared by the files a worker runs: each test uses addresses of its own, and leaves the server as it was. */
  readonly vigia: RunningVigia;
}

/** A database that takes two seconds counts as unavailable there: on a busy machine it does. */
const healthOfBusyServer = /status of 503 .*\/health$/;

export const test = base.extend<Fixtures, WorkerFixtures>({
  vigia: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const vigia = await startVigia();
      await use(vigia);
      await vigia.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // For Debian's and npm's Chromium: no sandbox as root, no background services.
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
      slowDownRequests(browser);
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  expectedErrors: [[], { option: true }],
  recordsToasts: [true, { option: true }],
  // A test's `page.route` sees no request that a service worker makes: only the tests of the worker allow one.
  serviceWorkers: 'block',
  context: async ({ browser, recordsToasts, serviceWorkers }, use) => {
    const context = await browser.newContext({
      locale: 'es-ES',
      timezoneId: 'Europe/Madrid',
      serviceWorkers,
    });
    if (recordsToasts) await recordToasts(context);
    await use(context);
    // A request still routed when the test ends would fail the next one.
    for (const routed of [context, ...context.pages()])
      await routed.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  },
  page: async ({ context, expectedErrors }, use) => {
    const page = await context.newPage();
    await failOnErrors(page, expectedErrors, () => use(page));
  },
});

/** Runs `act`. @throws if the page reported an error meanwhile that is not expected */
export async function failOnErrors(
  page: Page,
  expectedErrors: readonly RegExp[],
  act: () => Promise<unknown>,
): Promise<void> {
  const errors: string[] = [];
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() !== 'error') return;
    const error = `${message.text()} ${message.location().url}`;
    if (!healthOfBusyServer.test(error)) errors.push(error);
  };
  const onPageError = (error: Error) => errors.push(String(error));
  page.on('console', onConsole);
  page.on('pageerror', onPageError);
  await act();
  page.off('console', onConsole);
  page.off('pageerror', onPageError);
  const unexpected = errors.filter(
    (text) => !expectedErrors.some((expected) => expected.test(text)),
  );
  if (unexpected.length > 0) throw new Error(`errors in the page:\n${unexpected.join('\n')}`);
}
