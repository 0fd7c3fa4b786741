/** Chromium's installability check, and the theme colour of a phone's status bar. */

import type { RunningVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';

let vigia: RunningVigia;
test.beforeAll(({ vigia: running }) => {
  vigia = running;
});

test('Chromium reports no installability error but the incognito window of a test', {
  tag: '@release',
}, async ({ page }) => {
  await page.goto(`${vigia.origin}/login`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const browser = await page.context().newCDPSession(page);
  const manifest = await browser.send('Page.getAppManifest');
  expect([manifest.url, manifest.errors]).toEqual([`${vigia.origin}/manifest.webmanifest`, []]);
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  const errorIds = installabilityErrors.map(({ errorId }) => errorId);
  expect(errorIds.filter((fault) => fault !== 'in-incognito')).toEqual([]);
});

test("the phone's bar follows the chosen theme, not the system's", {
  tag: '@release',
}, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${vigia.origin}/how-it-works`);
  const bar = () =>
    page.evaluate(() => {
      const all = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')];
      return all.find(({ media }) => window.matchMedia(media).matches)?.content;
    });
  const pageColour = () =>
    page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--color-page').trim(),
    );
  const day = await bar();
  expect(day).toBe(await pageColour());
  await page.getByRole('button', { name: 'Cambiar a tema noche' }).click();
  await expect.poll(bar).not.toBe(day);
  expect(await bar()).toBe(await pageColour());
  await page.reload();
  await expect(page.getByRole('button', { name: 'Cambiar a tema papel' })).toBeVisible();
  await expect.poll(bar).not.toBe(day);
});
