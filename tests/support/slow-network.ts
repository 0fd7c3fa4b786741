/**
 * Delays each request of the browser, but those for static files, by a random time up to `SLOW_API_MS`: it finds tests that
 * read a fact before it is stored, leave a page before its request has left, or rely on the order of answers.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from '@playwright/test';

const maxDelayMs = Number(process.env.SLOW_API_MS ?? 0);
const staticFile = /\.(js|css|woff2|svg|png|webp|ico|webmanifest)$/;

/** In every context opened from now on. A test's own routes come first; what they continue or fulfil is not delayed. */
export function slowDownRequests(browser: Browser): void {
  if (maxDelayMs === 0) return;
  const openContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await openContext(options);
    await context.route(
      ({ pathname }) => !staticFile.test(pathname),
      async (route) => {
        await delay(Math.random() * maxDelayMs);
        // The page may be gone by then.
        await route.fallback().catch(() => {});
      },
    );
    return context;
  };
}
