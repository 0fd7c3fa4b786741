/** Who gets in and how one leaves, on the demo market, in the real browser with the real identity SDK. */

import { type RunningVigia, startVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { expectToast, shownToasts } from '#tests/support/toasts.ts';

let vigia: RunningVigia;
test.beforeAll(async () => {
  vigia = await startVigia();
});
test.afterAll(() => vigia.stop());
// The identity service answers a refusal with 400, the backend one with 401: the browser writes both to its console.
test.use({ expectedErrors: [/status of 40[01]/] });

type Page = import('@playwright/test').Page;

async function register(page: Page, email: string): Promise<void> {
  await page.goto(`${vigia.origin}/register`);
  await page.getByLabel('Nombre de usuario').fill('lucia');
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill('vigia-2026');
  await page.getByLabel('Confirmar contraseña', { exact: true }).fill('vigia-2026');
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await page.waitForURL('**/dashboard');
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cuenta' }).click();
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  await expectToast(page, 'Sesión cerrada exitosamente');
  await page.waitForURL('**/login');
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
}

/** What the identity SDK renews the session with. */
const keptRefreshToken = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('firebase:authUser:'));
    return JSON.parse(localStorage.getItem(key ?? '') ?? '').stsTokenManager.refreshToken;
  });

/** @returns the addresses that are told a secret from now on, anywhere in a request */
function requestsWith(page: Page, secret: string): URL[] {
  const addresses: URL[] = [];
  page.on('request', (request) => {
    const whole = [request.url(), ...Object.values(request.headers()), request.postData() ?? ''];
    const isTold = whole.some((part) =>
      [secret, encodeURIComponent(secret)].some((form) => part.includes(form)),
    );
    if (isTold) addresses.push(new URL(request.url()));
  });
  return addresses;
}

test('an account is made, left, and entered again; the token is kept only meanwhile', async ({
  page,
}) => {
  await register(page, 'vuelve@correo.example');
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).not.toBeNull();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Aún no has marcado tu línea.');
  await signOut(page);
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();

  await page.goto(`${vigia.origin}/dashboard/plan`);
  await page.waitForURL('**/login');
  await signIn(page, 'vuelve@correo.example', 'otra-cosa');
  await expectToast(page, 'Contraseña incorrecta', 'error');
  await signIn(page, 'nadie@correo.example', 'otra-cosa');
  await expectToast(page, 'Usuario no encontrado', 'error');
  await signIn(page, 'vuelve@correo.example', 'vigia-2026');
  await expectToast(page, '¡Inicio de sesión exitoso!');
  await page.waitForURL('**/dashboard/plan');
  const refreshToken = await keptRefreshToken(page);
  const told = requestsWith(page, refreshToken);

  await test.step('closed on another device, the account is left here soon after', async () => {
    const token = await page.evaluate(() => localStorage.getItem('authToken'));
    const { status } = await fetch(`${vigia.origin}/api/users/profile?modo=cerrar`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(status).toBe(200);
    await expect
      .poll(() => shownToasts(page, 'error'))
      .toContain('Token expirado y no se pudo renovar');
    await page.waitForURL('**/login');
    expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
  });

  await test.step('what renews the session went to the identity service alone, and is kept no more', async () => {
    expect(told.map(({ pathname }) => pathname)).toEqual([
      expect.stringMatching(/securetoken\.googleapis\.com\/v1\/token$/),
    ]);
    await expect
      .poll(() => page.evaluate(() => JSON.stringify(localStorage)))
      .not.toContain(refreshToken);
  });
});

test('a forgotten password is asked for by mail and chosen anew', async ({ page }) => {
  await register(page, 'olvido@correo.example');
  await signOut(page);
  await page.getByRole('button', { name: '¿Olvidaste tu contraseña?' }).click();
  await page.getByRole('button', { name: 'Enviar enlace' }).click();
  await expect(page.getByText('Por favor ingresa tu correo electrónico')).toBeVisible();
  await page.getByLabel('Correo electrónico').fill('olvido@correo.example');
  await page.getByRole('button', { name: 'Enviar enlace' }).click();
  await expect(
    page.getByText('¡Correo de recuperación enviado! Revisa tu bandeja de entrada y spam.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Volver' }).click();
  await expect(page.getByLabel('Correo electrónico')).toHaveValue('');
  const mails = await fetch(`${vigia.origin}/__local/buzon.json?to=olvido@correo.example`);
  const { items } = (await mails.json()) as { items: { text: string }[] };
  expect(items.some(({ text }) => text.includes('/__local/restablecer'))).toBe(true);
});

test('Google opens its window, makes an account once, and knows it the next time', async ({
  page,
}) => {
  for (const toast of [
    '¡Cuenta creada con Google exitosamente!',
    '¡Inicio de sesión con Google exitoso!',
  ]) {
    await page.goto(`${vigia.origin}/login`);
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Continuar con Google' }).click();
    const popup = await opened;
    const known = popup.getByRole('button', { name: /google@correo\.example/ });
    await popup.waitForLoadState();
    if ((await known.count()) > 0) await known.click();
    else {
      await popup.getByRole('textbox', { name: 'Correo' }).fill('google@correo.example');
      await popup.getByRole('textbox', { name: 'Nombre' }).fill('Greta');
      await popup.getByRole('button', { name: 'Continuar' }).click();
    }
    await expectToast(page, toast);
    await page.waitForURL('**/dashboard');
    await signOut(page);
  }
});

test('what is wrong with a registration is said beside its field, the first one focused', async ({
  page,
}) => {
  await page.goto(`${vigia.origin}/register`);
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  for (const sentence of [
    'El nombre de usuario es requerido',
    'El correo electrónico es requerido',
    'La contraseña es requerida',
    'Confirma tu contraseña',
  ]) {
    await expect(page.getByText(sentence)).toBeVisible();
  }
  await expect(page.getByLabel('Nombre de usuario')).toBeFocused();
  await page.getByLabel('Nombre de usuario').fill('lu');
  await expect(
    page.getByText('El nombre de usuario debe tener al menos 3 caracteres'),
  ).toBeVisible();
});

test('leaving in one tab leaves in the other', async ({ page, context }) => {
  await register(page, 'dos@correo.example');
  const other = await context.newPage();
  await other.goto(`${vigia.origin}/dashboard/alertas`);
  await expect(other.getByRole('heading', { name: 'Todo leído' })).toBeVisible();
  await signOut(page);
  await other.waitForURL('**/login');
});
