/** No first screen waits for Google's code (src/services/google-popup.ts), nor the sign-in form for the SDK (src/app/session/lazy-identity-service.ts). */
import { devices } from '@playwright/test';
import { signInCopy } from '#src/copy/sign-in.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';

const googleFrameUrl = '**/emulator/auth/iframe*';
const { userAgent, viewport } = devices['iPhone 15'];

let vigia: RunningVigia;
test.beforeAll(({ vigia: running }) => {
  vigia = running;
});

test('on a phone the form does not wait for Google’s frame, which is preloaded', async ({
  browser,
}) => {
  const context = await browser.newContext({ userAgent, viewport });
  const page = await context.newPage();
  const requested = page.waitForRequest(googleFrameUrl);
  // Never answered: a form that waited for it would not show.
  await page.route(googleFrameUrl, () => {});
  await page.goto(`${vigia.origin}/login`);
  await expect(page.getByLabel(signInCopy.email)).toBeVisible();
  await requested;
  await context.close();
});

test('a desktop browser does not load Google’s frame before the click', {
  tag: '@release',
}, async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(`${vigia.origin}/login`);
  // The documents' code is loaded in the same idle callback as Google's would be.
  await expect.poll(() => requests.some((path) => /profile-initializer/.test(path))).toBe(true);
  expect(requests.filter((path) => path.startsWith('/emulator/auth/iframe'))).toEqual([]);
});

test('the form does not wait for the identity SDK, and a form submitted early is sent once it has loaded', async ({
  page,
}) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/firebase-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${vigia.origin}/login`);
  await expect(page.getByLabel(signInCopy.email)).toBeEnabled();
  await page.getByRole('link', { name: signInCopy.register }).click();
  await page.getByLabel(signInCopy.username).fill('madrugadora');
  await page.getByLabel(signInCopy.email).fill('madrugadora@correo.example');
  await page.getByLabel(signInCopy.password, { exact: true }).fill('vigia-2026');
  await page.getByLabel(signInCopy.confirmation, { exact: true }).fill('vigia-2026');
  await page.getByRole('button', { name: signInCopy.createAccount }).click();
  await expect(page.getByRole('button', { name: signInCopy.createAccount })).toBeDisabled();
  release();
  await page.waitForURL('**/dashboard');
});
