/**
 * What only a browser shows of the specification: Google's popup (sections 4 and 8), the panel beside the form and a modal
 * dialog (section 2), a reload (section 4). Each test is one visit.
 */
import type { Page } from '@playwright/test';
import { createIdentityAccount, newEmail } from '#tests/support/identity.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { shownToasts, type ToastKind } from '#tests/support/toasts.ts';

// Errors and broken connections are provoked on purpose.
test.use({ expectedErrors: [/Failed to load resource/] });

/** The section of the specification, for the reporter. */
const of = (section: string) => ({ annotation: { type: 'section', description: section } });

const googleSignIn = '**/accounts:signInWithIdp?*';

async function openPopup(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continuar con Google' }).click();
  const popup = await opened;
  await popup.waitForLoadState();
  return popup;
}

async function signInWithGoogle(page: Page, email: string, isVerified = true): Promise<void> {
  const popup = await openPopup(page);
  const known = popup.getByRole('button', { name: email });
  if ((await known.count()) > 0) return known.click();
  await popup.getByRole('textbox', { name: 'Correo' }).fill(email);
  await popup.getByRole('textbox', { name: 'Nombre' }).fill('Greta');
  if (!isVerified) await popup.getByRole('checkbox').check();
  await popup.getByRole('button', { name: 'Continuar' }).click();
}

/** The popup answers with an error, posted to the SDK's frame as Google's own page does. */
async function answerWithError(page: Page, code: string): Promise<void> {
  const popup = await openPopup(page);
  await popup.evaluate((errorCode) => {
    const query = new URLSearchParams(location.search);
    const opener: Window = window.opener;
    for (let index = 0; index < opener.length; index += 1) {
      const frame = opener[index];
      if (frame?.location.pathname !== '/emulator/auth/iframe') continue;
      const authEvent = {
        type: query.get('authType'),
        eventId: query.get('eventId'),
        urlResponse: null,
        sessionId: null,
        postBody: null,
        tenantId: null,
        error: { code: errorCode, message: errorCode },
      };
      frame.postMessage({ authEvent }, location.origin);
    }
  }, code);
}

/** Toasts of this page, in their order. */
const expectToasts = (page: Page, kind: ToastKind, texts: readonly string[]) =>
  expect.poll(() => shownToasts(page, kind)).toEqual(texts);

test(
  'Google, every failure of the popup leaves the form as it was',
  of('§8 Errores'),
  async ({ page, vigia: { origin } }) => {
    const known = newEmail();
    await createIdentityAccount(origin, known);
    const sentences: string[] = [];
    const expectFailure = async (sentence: string) => {
      sentences.push(sentence);
      await expectToasts(page, 'error', sentences);
      expect(page.url()).toBe(`${origin}/login`);
    };
    await page.clock.install();
    await page.goto(`${origin}/login`);

    await page.evaluate(() => Object.assign(window, { open: () => null, opens: window.open }));
    await page.getByRole('button', { name: 'Continuar con Google' }).click();
    await expectFailure('Popup bloqueado. Permite popups para este sitio');
    await page.evaluate(() => Object.assign(window, { open: Reflect.get(window, 'opens') }));

    await (await openPopup(page)).close();
    // The SDK polls every two seconds whether the popup is open, then waits eight more for a late answer. No longer: the toast
    // would leave within the same jump, before a frame has shown it.
    await page.clock.runFor(10_500);
    await expectFailure('Inicio de sesión cancelado');

    await answerWithError(page, 'auth/cancelled-popup-request');
    await expectFailure('Solicitud cancelada');

    // Its address is unverified at Google and belongs to an account with a password.
    await signInWithGoogle(page, known, false);
    await expectFailure('Ya existe una cuenta con este email usando otro método');

    await page.route(googleSignIn, (route) => route.abort('internetdisconnected'));
    await signInWithGoogle(page, newEmail());
    await expectFailure('Sin conexión. Inténtalo de nuevo');

    const error = { code: 400, message: 'OPERATION_NOT_ALLOWED' };
    await page.route(googleSignIn, (route) => route.fulfill({ status: 400, json: { error } }));
    await signInWithGoogle(page, newEmail());
    await expectFailure('Error al iniciar sesión con Google');
  },
);

test(
  'Google, a new account at /register and the same at /login',
  of('§4 Estados y transiciones'),
  async ({ page, vigia: { origin } }) => {
    const email = newEmail();
    for (const [route, sentence] of [
      ['/register', '¡Cuenta creada con Google exitosamente!'],
      ['/login', '¡Inicio de sesión con Google exitoso!'],
    ] as const) {
      await page.goto(`${origin}${route}`);
      await signInWithGoogle(page, email);
      await expectToasts(page, 'success', [sentence]);
      await page.waitForURL('**/dashboard');
      expect(await page.evaluate(() => localStorage.getItem('authToken'))).toMatch(/^[\w-]+\./);
      // Of the profile, with its initial values.
      await expect(page.getByText('Plan Básico').first()).toBeVisible();
      await page.getByRole('button', { name: 'Cuenta', exact: true }).click();
      await expect(page.getByText('Greta')).toBeVisible();
      await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
      await page.waitForURL('**/login');
    }
  },
);

test(
  'a decorative panel beside each form; the contact form is modal',
  of('§2 Pantallas y rutas'),
  async ({ page, vigia: { origin } }) => {
    for (const route of ['/login', '/register']) {
      await page.goto(`${origin}${route}`);
      const panel = page.locator('.auth__ticket > [aria-hidden="true"]').first();
      const picture = await panel.boundingBox();
      const form = await page.locator('.auth__form').boundingBox();
      expect(picture?.width).toBeGreaterThan(200);
      expect(picture?.x).toBeLessThan(form?.x ?? 0);
    }
    await page.goto(`${origin}/support`);
    await page.getByRole('button', { name: 'Contactar soporte' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Contactar soporte' });
    await expect(dialog).toBeVisible();
    // Nothing behind it can be reached.
    expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true);
  },
);
