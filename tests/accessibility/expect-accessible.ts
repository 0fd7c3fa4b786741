import type { Page } from '@playwright/test';
import { axeViolations } from '#tests/support/axe.ts';
import { expect } from '#tests/support/playwright-test.ts';

const widths = [390, 1440];
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What is open on the page, at both widths and in both themes: nothing axe objects to (WCAG 2.2 A and AA). */
export async function expectAccessible(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await showTheme(page, 'papel');
    expect.soft(await axeViolations(page, { runOnly: wcag }), `papel, ${width} px`).toEqual([]);
    // Another theme is other colours and nothing else.
    await showTheme(page, 'noche');
    expect
      .soft(await axeViolations(page, { runOnly: ['color-contrast'] }), `noche, ${width} px`)
      .toEqual([]);
  }
}

/** As the theme switch leaves it, without opening it: an open menu is a state of its own. */
async function showTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
}
