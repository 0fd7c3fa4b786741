/** Windows as low as at 400 % zoom keep one bar over the page; contrast themes show which switch is on. */
import { matchCopy } from '#src/copy/match.ts';
import { register } from '#tests/support/account.ts';
import { newEmail } from '#tests/support/identity.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { openSettings } from '#tests/support/settings-page.ts';

test('in a window of 320 × 256 px only the bottom bar stays over a page that is scrolled', async ({
  page,
  vigia: { origin },
}) => {
  await register(page, origin, newEmail());
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(`${origin}/dashboard/partidos/m1`);
  const grid = page.getByRole('grid', { name: matchCopy.collectibles });
  await grid.scrollIntoViewIfNeeded();
  await expect(grid).toBeInViewport();
  await expect(page.getByRole('banner')).not.toBeInViewport();
  await expect(
    page.getByRole('button', { name: matchCopy.createThreshold, exact: true }),
  ).not.toBeInViewport();
  await expect(page.getByRole('navigation', { name: 'Secciones' }).last()).toBeInViewport();
});

test('in a contrast theme the thumb of a switch that is on has another colour', {
  tag: '@release',
}, async ({ page, vigia: { origin } }) => {
  await register(page, origin, newEmail());
  await page.emulateMedia({ forcedColors: 'active' });
  await openSettings(page, origin);
  const thumbOf = (checked: boolean) =>
    page
      .getByRole('switch', { checked })
      .first()
      .evaluate((element) => getComputedStyle(element, '::before').backgroundColor);
  expect(await thumbOf(true)).not.toBe(await thumbOf(false));
});
