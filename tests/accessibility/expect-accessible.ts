/** Assertion: axe finds no WCAG 2.2 A or AA violation, at two widths and in both themes. */
import type { Page } from '@playwright/test';
import { axeViolations } from '#tests/support/axe.ts';
import { expect } from '#tests/support/playwright-test.ts';

const widths = [390, 1440];
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Checks the page as it is, open dialogs included. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await showTheme(page, 'papel');
    expect.soft(await axeViolations(page, { runOnly: wcag }), `papel, ${width} px`).toEqual([]);
    // Themes differ in colours alone.
    await showTheme(page, 'noche');
    expect
      .soft(await axeViolations(page, { runOnly: ['color-contrast'] }), `noche, ${width} px`)
      .toEqual([]);
  }
}

/** Sets the theme without the switch, which would open a menu. */
async function showTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
}
