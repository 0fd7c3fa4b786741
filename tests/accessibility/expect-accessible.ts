/** Assertion: axe finds no WCAG 2.2 A or AA violation, in one layout and theme. */
import type { Page } from '@playwright/test';
import { axeViolations } from '#tests/support/axe.ts';
import { expect } from '#tests/support/playwright-test.ts';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
export type Theme = 'papel' | 'noche';

/** Checks the page as it is, open dialogs included. */
export async function expectAccessible(page: Page, width: number, theme: Theme): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  // Without the switch, which would open a menu.
  await page.evaluate((name) => {
    document.documentElement.setAttribute('data-theme', name);
    // A button that the bar covers half of would count as half as large.
    window.scrollTo(0, 0);
  }, theme);
  expect.soft(await axeViolations(page, { runOnly: wcag }), `${theme}, ${width} px`).toEqual([]);
}
