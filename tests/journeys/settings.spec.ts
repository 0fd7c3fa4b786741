import type { Page } from '@playwright/test';
import { sessionTexts, signInErrors, textForCode } from '#src/copy/auth-texts.ts';
import { settingsCopy } from '#src/copy/settings.ts';
import {
  accountCopy,
  eraseCopy,
  nameCopy,
  passwordCopy,
  reauthenticationCopy,
} from '#src/copy/settings-account.ts';
import { registrationErrors, signInCopy } from '#src/copy/sign-in.ts';
import { canSignIn, register } from '#tests/support/account.ts';
import { password } from '#tests/support/identity.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { callApi, openSettings, settingsPath } from '#tests/support/settings-page.ts';
import { expectToast } from '#tests/support/toasts.ts';

const wrongPassword = textForCode(signInErrors, 'auth/wrong-password');
let vigia: RunningVigia;
test.beforeAll(({ vigia: running }) => {
  vigia = running;
});
// Wrong passwords, plan limits and conflicts are logged to the console.
test.use({ expectedErrors: [/status of (400|402|409)/] });

let users = 0;
/** Registers a new user and opens the settings. @returns the address */
async function openAsNewUser(page: Page): Promise<string> {
  const email = `ajustes-${++users}@correo.example`;
  await register(page, vigia.origin, email, settingsPath);
  await expect(page.getByRole('heading', { level: 1, name: settingsCopy.title })).toBeVisible();
  return email;
}

async function signIn(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel(signInCopy.email).fill(email);
  await page.getByLabel(signInCopy.password, { exact: true }).fill(secret);
  await page.getByRole('button', { name: signInCopy.signIn }).click();
}

/** Answers the first erasure request as if the sign-in were older than five minutes. */
async function failFirstErasure(page: Page): Promise<void> {
  await page.route(
    '**/api/users/profile?modo=eliminar',
    (route) =>
      route.fulfill({
        status: 409,
        json: {
          error: 'Inicia sesión de nuevo para eliminar tu cuenta.',
          code: 'reauthentication_required',
          requestId: 'journey',
        },
      }),
    { times: 1 },
  );
}

const section = (page: Page, name: string) => page.getByRole('region', { name });

test('frequency, quiet hours, mail and name are saved', async ({ page }) => {
  await openAsNewUser(page);
  const frequency = page.getByLabel(settingsCopy.frequency);
  await expect(frequency.getByRole('option')).toHaveText([
    'Cada minuto',
    /5.min/,
    /15.min/,
    'Cada hora',
    /6.h/,
    'Cada día',
  ]);
  await frequency.selectOption('300');
  await expectToast(page, settingsCopy.saved);

  const quietHours = section(page, settingsCopy.quietTitle);
  await quietHours.getByRole('switch').click();
  await expect(quietHours.getByLabel(settingsCopy.zone)).toHaveValue('Europe/Madrid');
  await quietHours.getByLabel(settingsCopy.from).fill('25');
  await quietHours.getByLabel(settingsCopy.to).focus();
  await expect(quietHours.getByText(settingsCopy.timeMissing)).toBeVisible();
  await quietHours.getByLabel(settingsCopy.from).fill('22.30');
  await quietHours.getByLabel(settingsCopy.zone).fill('America/Montevideo');
  await expect(quietHours.getByLabel(settingsCopy.from)).toHaveValue('22:30');

  const week = section(page, 'Tu semana').getByRole('switch');
  await expect(week).not.toBeChecked();
  await expect(section(page, 'Tu semana')).toContainText('hora de Montevideo');
  await week.click();
  await expect(week).toBeChecked();

  const mail = section(page, 'Correo').getByRole('switch');
  await mail.click();
  await expect(page.getByText('Te diste de baja')).toBeVisible();

  await page.getByLabel(nameCopy.label).fill('lu');
  await page.getByRole('button', { name: nameCopy.save }).click();
  await expect(page.getByText(registrationErrors.usernameShort)).toBeVisible();
  await page.getByLabel(nameCopy.label).fill('Lucía Prado');
  await page.getByRole('button', { name: nameCopy.save }).click();
  await page.getByRole('button', { name: 'Cuenta', exact: true }).click();
  await expect(page.getByText('Lucía Prado')).toBeVisible();

  await expect
    .poll(() => callApi(page, '/api/users/notifications'))
    .toEqual({
      quietHours: { from: '22:30', to: '08:00', zone: 'America/Montevideo' },
      mail: 'off',
      browser: false,
      weeklySummary: true,
    });
  await page.reload();
  await expect(frequency).toHaveValue('300');
  await expect(quietHours.getByLabel(settingsCopy.from)).toHaveValue('22:30');
  await expect(quietHours.getByLabel(settingsCopy.zone)).toHaveValue('America/Montevideo');
  await expect(page.getByLabel(nameCopy.label)).toHaveValue('Lucía Prado');
  await expect(week).toBeChecked();
  await expect(mail).not.toBeChecked();
  await mail.click();
  await expect(mail).toBeChecked();
});

test('the password is changed, and the old one no longer works', async ({ page }) => {
  const email = await openAsNewUser(page);
  const form = section(page, passwordCopy.title);
  const fill = async (current: string, next: string, confirmation = next) => {
    await form.getByLabel(passwordCopy.current, { exact: true }).fill(current);
    await form.getByLabel(passwordCopy.next, { exact: true }).fill(next);
    await form.getByLabel(passwordCopy.confirmation, { exact: true }).fill(confirmation);
    await form.getByRole('button', { name: passwordCopy.change }).click();
  };
  await fill(password, 'corta');
  await expect(form.getByText(registrationErrors.passwordShort).first()).toBeVisible();
  await fill(password, 'nueva-2026', 'otra-2026');
  await expect(form.getByText(registrationErrors.confirmationDiffers)).toBeVisible();
  await fill('no-es-esta', 'nueva-2026');
  await expect(form.getByText(wrongPassword)).toBeVisible();
  await expect(form.getByLabel(passwordCopy.current, { exact: true })).toBeFocused();
  await fill(password, 'nueva-2026');
  await expectToast(page, 'Contraseña cambiada.');
  await expect(form.getByLabel(passwordCopy.next, { exact: true })).toHaveValue('');

  // The session continues with the token issued with the new password.
  await page.getByLabel(settingsCopy.frequency).selectOption('900');
  await expectToast(page, settingsCopy.saved);
  await section(page, accountCopy.title).getByRole('button', { name: accountCopy.signOut }).click();
  await page.waitForURL('**/login');
  await signIn(page, email, password);
  await expectToast(page, wrongPassword, 'error');
  await signIn(page, email, 'nueva-2026');
  await page.waitForURL('**/dashboard');
});

test.describe(() => {
  // Requests sent just before the closing may be answered with 401.
  test.use({ expectedErrors: [/status of 401/] });
});

test.describe(() => {
  // The same for erasure; passwords and proofs are rejected on purpose.
  test.use({ expectedErrors: [/status of (400|401|409)/] });

  test('an account is erased after confirmation and re-authentication', async ({ page }) => {
    const email = await openAsNewUser(page);
    await failFirstErasure(page);
    await page.getByRole('button', { name: accountCopy.erase }).click();
    const dialog = page.getByRole('dialog', { name: accountCopy.erase });
    const erase = dialog.getByRole('button', { name: accountCopy.erase });
    await erase.click();
    await expect(dialog.getByText(eraseCopy.notConfirmed)).toBeVisible();
    await dialog.getByLabel(eraseCopy.confirmation).fill(eraseCopy.word);
    await erase.click();
    const proof = dialog.getByLabel(reauthenticationCopy.password, { exact: true });
    await expect(proof).toBeFocused();
    await proof.fill('no-es-esta');
    await erase.click();
    await expect(dialog.getByText(wrongPassword)).toBeVisible();
    await proof.fill(password);
    await erase.click();
    await expectToast(page, eraseCopy.done);
    await page.waitForURL('**/login');
    await expect(page.getByText(sessionTexts.refreshFailed)).toHaveCount(0);

    // The identity account is deleted by a job right after.
    await expect.poll(() => canSignIn(vigia.origin, email)).toBe(false);
    await signIn(page, email, password);
    await expectToast(page, textForCode(signInErrors, 'auth/user-not-found'), 'error');
  });

  test('a Google account has no password here, and re-authenticates in Google’s popup', async ({
    page,
  }) => {
    const email = 'greta@correo.example';
    await page.goto(`${vigia.origin}/login`);
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: signInCopy.google }).click();
    const popup = await opened;
    await popup.getByRole('textbox', { name: 'Correo' }).fill(email);
    await popup.getByRole('textbox', { name: 'Nombre' }).fill('Greta');
    await popup.getByRole('button', { name: 'Continuar' }).click();
    await page.waitForURL('**/dashboard');
    await openSettings(page, vigia.origin);
    await expect(section(page, passwordCopy.title).getByText(passwordCopy.google)).toBeVisible();

    await failFirstErasure(page);
    await page.getByRole('button', { name: accountCopy.erase }).click();
    const dialog = page.getByRole('dialog', { name: accountCopy.erase });
    await dialog.getByLabel(eraseCopy.confirmation).fill(eraseCopy.word);
    await dialog.getByRole('button', { name: accountCopy.erase }).click();
    const proof = page.waitForEvent('popup');
    await dialog.getByRole('button', { name: reauthenticationCopy.google }).click();
    const again = await proof;
    // Google then offers this account, of all that the browser is signed in to.
    expect(decodeURIComponent(again.url())).toContain(`"login_hint":"${email}"`);
    await again.getByRole('button', { name: email }).click();
    await expectToast(page, eraseCopy.done);
    await page.waitForURL('**/login');
  });
});
