/** Sessions in a real browser with the real identity SDK: registration, sign-in, sign-out, the end from elsewhere. */
import { sessionTexts } from '#src/copy/auth-texts.ts';
import { overviewHeadline } from '#src/copy/overview.ts';
import { signInCopy } from '#src/copy/sign-in.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
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
  await page.getByLabel(signInCopy.username).fill('lucia');
  await page.getByLabel(signInCopy.email).fill(email);
  await page.getByLabel(signInCopy.password, { exact: true }).fill('vigia-2026');
  await page.getByLabel(signInCopy.confirmation, { exact: true }).fill('vigia-2026');
  await page.getByRole('button', { name: signInCopy.createAccount }).click();
  await page.waitForURL('**/dashboard');
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cuenta' }).click();
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  await expectToast(page, sessionTexts.signedOut);
  await page.waitForURL('**/login');
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel(signInCopy.email).fill(email);
  await page.getByLabel(signInCopy.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: signInCopy.signIn }).click();
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

test('an IndexedDB that never answers keeps nobody out, nor a session from being found again', {
  tag: '@release',
}, async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  });
  const email = 'indexeddb@correo.example';
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
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    overviewHeadline({ thresholds: 0, crossed: 0, near: 0 }),
  );
  await signOut(page);
  await expect.poll(() => storedToken(page)).toBeNull();

  await signIn(page, 'vuelve@correo.example', 'vigia-2026');
  await page.waitForURL('**/dashboard');
  const refreshToken = await storedRefreshToken(page);
  const requests = requestsWith(page, refreshToken);

  await test.step('closing the account on another device ends the session here', async () => {
    const token = await storedToken(page);
    const { status } = await fetch(`${vigia.origin}/api/users/profile?modo=cerrar`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(status).toBe(200);
    await expect.poll(() => shownToasts(page, 'error')).toContain(sessionTexts.refreshFailed);
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
