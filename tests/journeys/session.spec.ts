/** Sessions in a real browser with the real identity SDK: registration, sign-in, sign-out, password reset, Google. */

import type { RunningVigia } from '#tests/support/local-app.ts';
import { mailsTo } from '#tests/support/mailbox.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { expectToast, shownToasts } from '#tests/support/toasts.ts';

let vigia: RunningVigia;
test.beforeAll(({ vigia: running }) => {
  vigia = running;
});
// Rejections by the identity service (400) and the backend (401) are logged to the console.
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

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('authToken'));

/** The refresh token stored by the identity SDK. */
const storedRefreshToken = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('firebase:authUser:'));
    return JSON.parse(localStorage.getItem(key ?? '') ?? '').stsTokenManager.refreshToken;
  });

/** @returns URLs of requests from now on that contain the secret in URL, headers or body */
function requestsWith(page: Page, secret: string): URL[] {
  const urls: URL[] = [];
  page.on('request', (request) => {
    const parts = [request.url(), ...Object.values(request.headers()), request.postData() ?? ''];
    const containsSecret = parts.some((part) =>
      [secret, encodeURIComponent(secret)].some((form) => part.includes(form)),
    );
    if (containsSecret) urls.push(new URL(request.url()));
  });
  return urls;
}

for (const how of ['never answers', 'refuses'] as const)
  test(`an IndexedDB that ${how} keeps nobody out, nor a session from being found again`, async ({
    page,
  }) => {
    await page.addInitScript((isRefused) => {
      IDBFactory.prototype.open = () => {
        if (isRefused) throw new DOMException('forbidden', 'SecurityError');
        return new EventTarget() as IDBOpenDBRequest;
      };
    }, how === 'refuses');
    const email = `indexeddb-${how.length}@correo.example`;
    await register(page, email);
    await page.reload();
    await signOut(page);
    await signIn(page, email, 'vigia-2026');
    await page.waitForURL('**/dashboard');
  });

test('register, sign out and sign in again; the token is stored only while signed in', async ({
  page,
}) => {
  await register(page, 'vuelve@correo.example');
  await expect.poll(() => storedToken(page)).not.toBeNull();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Aún no has marcado tu línea.');
  await signOut(page);
  await expect.poll(() => storedToken(page)).toBeNull();

  await page.goto(`${vigia.origin}/dashboard/plan`);
  await page.waitForURL('**/login');
  await signIn(page, 'vuelve@correo.example', 'otra-cosa');
  await expectToast(page, 'Contraseña incorrecta', 'error');
  await signIn(page, 'nadie@correo.example', 'otra-cosa');
  await expectToast(page, 'Usuario no encontrado', 'error');
  await signIn(page, 'vuelve@correo.example', 'vigia-2026');
  await expectToast(page, '¡Inicio de sesión exitoso!');
  await page.waitForURL('**/dashboard/plan');
  const refreshToken = await storedRefreshToken(page);
  const requests = requestsWith(page, refreshToken);

  await test.step('closing the account on another device ends the session here', async () => {
    const token = await storedToken(page);
    const { status } = await fetch(`${vigia.origin}/api/users/profile?modo=cerrar`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(status).toBe(200);
    await expect
      .poll(() => shownToasts(page, 'error'))
      .toContain('Token expirado y no se pudo renovar');
    await page.waitForURL('**/login');
    await expect.poll(() => storedToken(page)).toBeNull();
  });

  await test.step('the refresh token was sent to the identity service alone, and is deleted', async () => {
    // Once or twice: the renewed token is rejected to whichever request sends it first, as its first or second.
    const receivers = new Set(requests.map(({ pathname }) => pathname));
    expect([...receivers]).toEqual([
      expect.stringMatching(/securetoken\.googleapis\.com\/v1\/token$/),
    ]);
    await expect
      .poll(() => page.evaluate(() => JSON.stringify(localStorage)))
      .not.toContain(refreshToken);
  });
});

test('a password reset is requested, and its mail arrives', async ({ page }) => {
  const email = 'olvido@correo.example';
  await register(page, email);
  await signOut(page);
  await page.getByRole('button', { name: '¿Olvidaste tu contraseña?' }).click();
  await page.getByRole('button', { name: 'Enviar enlace' }).click();
  await expect(page.getByText('Por favor ingresa tu correo electrónico')).toBeVisible();
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByRole('button', { name: 'Enviar enlace' }).click();
  await expect(
    page.getByText('¡Correo de recuperación enviado! Revisa tu bandeja de entrada y spam.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Volver' }).click();
  await expect(page.getByLabel('Correo electrónico')).toHaveValue('');
  await expect
    .poll(async () => (await mailsTo(vigia.origin, email)).map(({ text }) => text).join())
    .toContain('/__local/restablecer');
});

test('Google sign-in creates an account the first time, and reuses it the second', async ({
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

test('signing out in one tab signs out the other', async ({ page, context }) => {
  await register(page, 'dos@correo.example');
  const other = await context.newPage();
  await other.goto(`${vigia.origin}/dashboard/alertas`);
  await expect(other.getByText('Aún no ha cruzado nada')).toBeVisible();
  await signOut(page);
  await other.waitForURL('**/login');
});
