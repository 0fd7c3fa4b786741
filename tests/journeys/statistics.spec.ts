/** The statistics of a match in the demo market: they have data, and follow the category of the tab, by keys and by touch. */
import type { Page } from '@playwright/test';
import { statisticsCopy } from '#src/copy/statistics.ts';
import { register } from '#tests/support/account.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { callApi } from '#tests/support/settings-page.ts';

let vigia: RunningVigia;
test.beforeAll(({ vigia: running }) => {
  vigia = running;
});

type Figure = { value: number | null };

let users = 0;
const categories = ['Categoría 1', 'Categoría 2', 'Categoría 3'];
/** Opens a match of which every figure of these categories has data: what was not on sale a day ago has no change. */
async function openMatch(page: Page): Promise<void> {
  await register(page, vigia.origin, `cifras-${++users}@correo.example`);
  const isComplete = async (match: string, category: string) => {
    const query = new URLSearchParams({ match, category });
    const { currency, ...figures } = await callApi<Record<string, Figure> & { currency: string }>(
      page,
      `/api/monitoring/stats?${query}`,
    );
    return Object.values(figures).every(({ value }) => value !== null);
  };
  const { items } = await callApi<{ items: { id: string }[] }>(page, '/api/monitoring/matches');
  for (const { id } of items) {
    const found = await Promise.all(categories.map((category) => isComplete(id, category)));
    if (!found.every(Boolean)) continue;
    await page.goto(`${vigia.origin}/dashboard/partidos/${id}`);
    return;
  }
  throw new Error('no match has data for every figure');
}

const statistics = (page: Page, category: string) =>
  page.getByRole('region', { name: `Estadísticas ${category}` });

/** @returns the figures, each a number */
async function readFigures(page: Page, category: string): Promise<string[]> {
  const figures = statistics(page, category).getByRole('definition');
  await expect(figures.nth(7)).toBeVisible();
  await expect(statistics(page, category).getByText(statisticsCopy.noData)).toHaveCount(0);
  const texts = await figures.allInnerTexts();
  for (const text of texts) expect(text).toMatch(/\d|igual/);
  return texts;
}

test('they follow the tab chosen by keys, and say what each figure measures', {
  tag: '@release',
}, async ({ page }) => {
  await openMatch(page);
  const tabs = page.getByRole('tablist').getByRole('tab');
  const first = await readFigures(page, 'Categoría 1');
  await tabs.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(tabs.nth(1)).toBeFocused();
  expect(await readFigures(page, 'Categoría 2')).not.toEqual(first);
  await expect(statistics(page, 'Categoría 1')).toHaveCount(0);

  // The address has the category: a reload shows the same.
  await page.reload();
  await readFigures(page, 'Categoría 2');
  const explain = page.getByRole('button', { name: statisticsCopy.explain });
  await explain.press('Enter');
  await expect(explain).toHaveAttribute('aria-expanded', 'true');
  await expect(statistics(page, 'Categoría 2').getByText(/Ventas cerradas en las/)).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('they follow the tab chosen by touch', { tag: '@release' }, async ({ page }) => {
    await openMatch(page);
    const first = await readFigures(page, 'Categoría 1');
    await page.getByRole('tab', { name: 'Categoría 3' }).tap();
    expect(await readFigures(page, 'Categoría 3')).not.toEqual(first);
    await page.getByRole('button', { name: statisticsCopy.explain }).tap();
    await expect(statistics(page, 'Categoría 3').getByText(/Ventas cerradas en las/)).toBeVisible();
  });
});
