/** Chromium's installability check. */
import { expect, test } from '#tests/support/playwright-test.ts';

test('Chromium reports no installability error but the incognito window of a test', {
  tag: '@release',
}, async ({ page, vigia }) => {
  await page.goto(`${vigia.origin}/login`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const browser = await page.context().newCDPSession(page);
  const manifest = await browser.send('Page.getAppManifest');
  expect([manifest.url, manifest.errors]).toEqual([`${vigia.origin}/manifest.webmanifest`, []]);
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  const errorIds = installabilityErrors.map(({ errorId }) => errorId);
  expect(errorIds.filter((fault) => fault !== 'in-incognito')).toEqual([]);
});
