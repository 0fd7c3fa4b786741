/** Runs axe on a page. Injected once per document; the Playwright wrapper injects it for every run. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    axe?: Pick<typeof axe, 'run'>;
  }
}

const script = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
let source: Promise<string> | null = null;

/** @param options axe's run options. @returns each violation as `rule: html`. @throws if axe could not be injected */
export async function axeViolations(page: Page, options: RunOptions = {}): Promise<string[]> {
  if (await page.evaluate(() => window.axe === undefined)) {
    source ??= readFile(script, 'utf8');
    await page.evaluate(await source);
  }
  const result = await page.evaluate(
    (runOptions) => window.axe?.run(document, runOptions),
    // Listing passes would take a third longer; our pages have no frames of their own, and no media to load first.
    { iframes: false, preload: false, resultTypes: ['violations' as const], ...options },
  );
  if (result === undefined) throw new Error('axe is not in the page');
  return result.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
