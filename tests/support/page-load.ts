/** What a page that loads shows, when, and what it fetches until then. */
import type { Page } from 'playwright-core';

interface Seen {
  /** When the form, the list or the stored prices stood there without a skeleton; 0 until then. */
  contentMs: number;
  largestMs: number;
  shift: number;
  readonly tasks: { readonly atMs: number; readonly ms: number }[];
}

declare global {
  interface Window {
    pageLoad: Seen;
  }
}

/** Call before navigating. @param content selector of what the page is opened for */
export const observeLoad = (page: Page, content: string): Promise<unknown> =>
  page.addInitScript((selector) => {
    const seen: Seen = { contentMs: 0, largestMs: 0, shift: 0, tasks: [] };
    window.pageLoad = seen;
    performance.setResourceTimingBufferSize(1_000);
    const follow = (type: string, onEntry: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({
        type,
        buffered: true,
      });
    follow('largest-contentful-paint', ({ startTime }) => {
      seen.largestMs = startTime;
    });
    follow('layout-shift', (entry) => {
      seen.shift += Number(Reflect.get(entry, 'value'));
    });
    follow('longtask', ({ startTime: atMs, duration: ms }) => seen.tasks.push({ atMs, ms }));
    new MutationObserver((_changes, observer) => {
      const found = document.querySelector(selector);
      if (found === null || found.closest('[inert]') !== null) return;
      seen.contentMs = performance.now();
      observer.disconnect();
    }).observe(document, { subtree: true, childList: true, attributes: true });
  }, content);

/** Waits for the content and `settle`. @returns times, and what was requested until the content was there */
export async function readLoad(page: Page, settle: () => Promise<unknown> = async () => {}) {
  await page.waitForFunction(() => window.pageLoad.contentMs > 0, null, { timeout: 120_000 });
  await settle();
  return page.evaluate(() => {
    const { tasks, ...seen } = window.pageLoad;
    const firstMs = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    const [document] = performance.getEntriesByType('navigation');
    const requests = performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime < seen.contentMs);
    return {
      ...seen,
      firstMs,
      blockedMs: tasks
        .filter(({ atMs }) => atMs > firstMs)
        .reduce((sum, { ms }) => sum + ms - 50, 0),
      urls: requests.map(({ name }) => name),
      kilobytes:
        [...requests, document].reduce(
          (sum, entry) => sum + Number(Reflect.get(entry ?? {}, 'transferSize')),
          0,
        ) / 1_000,
    };
  });
}
