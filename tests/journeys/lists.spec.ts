import { discoveryCopy } from '#src/copy/discovery.ts';
import { matchesCopy } from '#src/copy/matches.ts';
import { register } from '#tests/support/account.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';

let vigia: RunningVigia;
test.beforeAll(({ vigia: running }) => {
  vigia = running;
});

test('back returns to the place in a list that has to be loaded again', {
  tag: '@release',
}, async ({ page }) => {
  await register(page, vigia.origin, 'lugar@correo.example', '/dashboard/partidos?orden=name');
  const grid = page.getByRole('grid', { name: matchesCopy.title });
  const link = grid.getByRole('row').last().getByRole('link').first();
  // Above the list: it would move the place when it loads.
  await expect(page.getByRole('region', { name: discoveryCopy.title })).toBeVisible();
  await link.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  expect(place).toBeGreaterThan(500);
  const name = (await link.textContent()) ?? '';
  await page.clock.install();
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${name}( · [\\d.,]+\u00A0€)? · Vigía$`));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  // The list is kept for five minutes after it was left.
  await page.clock.fastForward('05:01');
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/monitoring/matches?*', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goBack();
  await expect(page.getByRole('status', { name: matchesCopy.loading })).toBeVisible();
  gate.resolve();
  await expect(grid.getByRole('link', { name, exact: true })).toBeInViewport();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeCloseTo(place, -2);
  // Back at once, from the cache, and forward to the top of the match.
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(grid.getByRole('link', { name, exact: true })).toBeInViewport();
});
