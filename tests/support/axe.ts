/** What axe objects to on a page. Put into a document once: its wrapper for Playwright does so for every question. */
import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    axe?: Pick<typeof axe, 'run'>;
  }
}

/** @param options what is asked, instead of everything; nothing here frames a page of ours */
export async function axeViolations(page: Page, options: RunOptions = {}): Promise<string[]> {
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(axe.source);
  const result = await page.evaluate(
    (asked) => window.axe?.run(document, asked),
    // What passes need not be listed: a third of the time otherwise.
    { iframes: false, resultTypes: ['violations' as const], ...options },
  );
  if (result === undefined) throw new Error('axe is not in the page');
  return result.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
