import type { MatchDetail } from '#contract/monitoring.ts';
import { discoveryCopy } from '#src/copy/discovery.ts';
import { matchCopy } from '#src/copy/match.ts';
import { matchesCopy } from '#src/copy/matches.ts';
import { register } from '#tests/support/account.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { bigMatch, startPriceStream } from '../../bench/ui/big-market.ts';

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

test('ten thousand collectibles are virtualised, navigated by keyboard and updated live', {
  tag: '@release',
}, async ({ page }) => {
  await register(page, vigia.origin, 'coleccion@correo.example', '/dashboard/partidos');
  const link = page.locator('[role=grid] a[href^="/dashboard/partidos/"]').first();
  const href = (await link.getAttribute('href')) ?? '';
  let detail: MatchDetail | undefined;
  await page.route('**/api/monitoring/match?*', async (route) => {
    detail ??= bigMatch(((await (await route.fetch()).json()) as MatchDetail).match);
    await route.fulfill({ json: detail });
  });
  const stream = await startPriceStream(href.split('/').at(-1) ?? '');
  await page.route('**/api/monitoring/stream*', (route) =>
    route.continue({ url: `${stream.origin}/stream` }),
  );
  try {
    await page.goto(`${vigia.origin}${href}`);
    const grid = page.getByRole('grid', { name: matchCopy.collectibles });
    await expect(grid).toHaveAttribute('aria-rowcount', '10001');
    await expect(grid.locator('[class*="flashing-price_is-"]').first()).toBeVisible();
    expect(await grid.getByRole('row').count()).toBeLessThan(100);

    await grid.getByRole('button', { name: 'Categoría 1', exact: true }).first().focus();
    const focused = grid.getByRole('row').filter({ has: page.locator(':focus') });
    for (const [key, row] of [
      ['ArrowDown', '3'],
      ['ArrowUp', '2'],
      ['End', '10001'],
      ['ArrowDown', '10001'],
      ['Home', '2'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(focused).toHaveAttribute('aria-rowindex', row);
      await expect(focused).toBeInViewport();
    }
    await page.keyboard.press('PageDown');
    await expect(focused).not.toHaveAttribute('aria-rowindex', '2');
  } finally {
    stream.stop();
  }
});
