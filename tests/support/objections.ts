import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

const widths = [390, 1440];
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What is open on the page, at both widths and in both themes: nothing axe objects to (WCAG 2.2 A and AA). */
export async function expectNoObjections(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await showTheme(page, 'papel');
    expect.soft(await objections(page), `papel, ${width} px`).toEqual([]);
    // Another theme is other colours and nothing else.
    await showTheme(page, 'noche');
    expect.soft(await objections(page, 'color-contrast'), `noche, ${width} px`).toEqual([]);
  }
}

async function objections(page: Page, onlyRule?: string): Promise<string[]> {
  // Nothing here frames another origin, and what passes need not be listed: a third of the time otherwise.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await (onlyRule === undefined
    ? axe.withTags(rules)
    : axe.withRules(onlyRule)
  ).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  );
}

/** As the theme switch leaves it, without opening it: an open menu is a state of its own. */
async function showTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
}
