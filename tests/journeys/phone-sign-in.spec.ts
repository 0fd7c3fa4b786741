/** Nobody waits for identity code to see the form: neither Google's (src/services/google-popup.ts) nor the SDK (src/app/lazy-identity-service.ts). */
import { devices } from '@playwright/test';
import { type RunningVigia, startVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';

const googleFrame = '**/emulator/auth/iframe*';
const { userAgent, viewport } = devices['iPhone 15'];

let vigia: RunningVigia;
test.beforeAll(async () => {
  vigia = await startVigia();
});
test.afterAll(() => vigia.stop());

test('the form does not wait for Google, which is ready before anyone taps', async ({
  browser,
}) => {
  const context = await browser.newContext({ userAgent, viewport });
  const page = await context.newPage();
  const asked = page.waitForRequest(googleFrame);
  // Never answered: whoever waited for it would never see the form.
  await page.route(googleFrame, () => {});
  await page.goto(`${vigia.origin}/login`);
  await expect(page.getByLabel('Correo electrónico')).toBeVisible();
  await asked;
  await context.close();
});

test('a computer leaves Google alone until it is asked for', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${vigia.origin}/login`);
  // The documents' code comes in the same idle moment as Google's would.
  await expect.poll(() => asked.some((path) => /profile-documents/.test(path))).toBe(true);
  expect(asked.filter((path) => path.startsWith('/emulator/auth/iframe'))).toEqual([]);
});

test('the form does not wait for the identity SDK either, but whoever fills it in early is let in', async ({
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
  await expect(page.getByLabel('Correo electrónico')).toBeEnabled();
  await page.getByRole('link', { name: 'Regístrate' }).click();
  await page.getByLabel('Nombre de usuario').fill('madrugadora');
  await page.getByLabel('Correo electrónico').fill('madrugadora@correo.example');
  await page.getByLabel('Contraseña', { exact: true }).fill('vigia-2026');
  await page.getByLabel('Confirmar contraseña', { exact: true }).fill('vigia-2026');
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await expect(page.getByRole('button', { name: 'Crear cuenta' })).toBeDisabled();
  release();
  await page.waitForURL('**/dashboard');
});
