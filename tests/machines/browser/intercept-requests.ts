/** A service that answers when it is told to: its requests wait at the network until then. */
import type { Page, Route } from '@playwright/test';
import { expect } from '#tests/support/playwright-test.ts';

export interface PendingRequests {
  /** Answers the newest request that waits; the ones before it have nobody left who listens. */
  answer(how: (route: Route) => Promise<void>): Promise<void>;
  /** Waits until somebody asks. */
  waitForRequest(): Promise<void>;
  /** From now on requests pass, until the next call of `close`. */
  open(): Promise<void>;
  /** From now on requests wait; of those that wait already nobody wants the answer any more. */
  close(): Promise<void>;
}

/** @param isIntercepted which of the requests to this address wait; all of them unless told otherwise */
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
    expect.poll(() => waiting.length, `a request to ${address} that waits`).toBeGreaterThan(0);
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
