/** Intercepts a service's requests in the browser, so that a test decides when and how they are answered. */
import type { Page, Route } from '@playwright/test';
import { expect } from '#tests/support/playwright-test.ts';

export interface PendingRequests {
  /** Answers the newest pending request; older ones are aborted. */
  answer(how: (route: Route) => Promise<void>): Promise<void>;
  /** Waits for a pending request. */
  waitForRequest(): Promise<void>;
  /** From now on requests pass, until the next call of `close`. */
  open(): Promise<void>;
  /** From now on requests wait; those already pending are aborted. */
  close(): Promise<void>;
}

/** @param isIntercepted which requests to this address wait; all by default */
export async function interceptRequests(
  page: Page,
  address: string | RegExp,
  isIntercepted: (route: Route) => boolean = () => true,
): Promise<PendingRequests> {
  const waiting: Route[] = [];
  let isOpen = false;
  await page.route(address, async (route) => {
    if (isOpen || !isIntercepted(route)) await route.fallback();
    else waiting.push(route);
  });
  const waitForRequest = () =>
    expect.poll(() => waiting.length, `a pending request to ${address}`).toBeGreaterThan(0);
  return {
    waitForRequest,
    async answer(how) {
      await waitForRequest();
      const newest = waiting.pop();
      for (const abandoned of waiting.splice(0)) await abandoned.abort().catch(() => {});
      if (newest !== undefined) await how(newest);
    },
    async open() {
      isOpen = true;
      for (const route of waiting.splice(0)) await route.continue().catch(() => {});
    },
    async close() {
      isOpen = false;
      for (const route of waiting.splice(0)) await route.abort().catch(() => {});
    },
  };
}
