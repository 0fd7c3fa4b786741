/** Runs axe on a page. Injected once per document; the Playwright wrapper injects it for every run. */
import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    axe?: Pick<typeof axe, 'run'>;
  }
}

/** @param options axe's run options. @returns each violation as `rule: html`. @throws if axe could not be injected */
export async function axeViolations(page: Page, options: RunOptions = {}): Promise<string[]> {
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(axe.source);
  const result = await page.evaluate(
    (runOptions) => window.axe?.run(document, runOptions),
    // Listing passes would take a third longer; our pages have no frames of their own.
    { iframes: false, resultTypes: ['violations' as const], ...options },
  );
  if (result === undefined) throw new Error('axe is not in the page');
  return result.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
