/** What of the settings needs a popup or a mail: an account of Google's, proven again, and another address. */
import type { Page } from '@playwright/test';
import { confirmationCopy } from '#src/copy/confirmation.ts';
import {
  accountCopy,
  emailCopy,
  eraseCopy,
  passwordCopy,
  reauthenticationCopy,
} from '#src/copy/settings-account.ts';
import { signInCopy } from '#src/copy/sign-in.ts';
import { register } from '#tests/support/account.ts';
import { newEmail, password } from '#tests/support/identity.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { mailsTo } from '#tests/support/mailbox.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { openSettings, settingsPath } from '#tests/support/settings-page.ts';
import { expectToast } from '#tests/support/toasts.ts';

let vigia: RunningVigia;
test.beforeAll(({ vigia: running }) => {
  vigia = running;
});
// A sign-in too long ago is logged to the console.
test.use({ expectedErrors: [/status of 409/] });

const section = (page: Page, name: string) => page.getByRole('region', { name });

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

  // As if the sign-in were older than five minutes.
  await page.route(
    '**/api/users/profile?modo=eliminar',
    (route) =>
      route.fulfill({
        status: 409,
        json: { error: 'Entra otra vez.', code: 'reauthentication_required', requestId: 'journey' },
      }),
    { times: 1 },
  );
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

test.describe('another address', () => {
  // The wrong password, and the session that has ended, are logged to the console.
  test.use({ expectedErrors: [/status of 400/] });

  test('counts once the link sent there is opened, and is the one to sign in with', async ({
    page,
  }) => {
    const [before, after] = [newEmail(), newEmail()];
    await register(page, vigia.origin, before, settingsPath);
    const own = section(page, emailCopy.title);
    await own.getByRole('button', { name: confirmationCopy.change }).click();
    const dialog = page.getByRole('dialog', { name: confirmationCopy.change });
    const field = dialog.getByLabel(reauthenticationCopy.password, { exact: true });
    const send = dialog.getByRole('button', { name: confirmationCopy.changeSubmit });
    await dialog.getByLabel(confirmationCopy.newAddress).fill(after);
    await field.fill('otra-clave');
    await send.click();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await field.fill(password);
    await send.click();
    await expect(dialog.getByText(confirmationCopy.changeRequested(after))).toBeVisible();
    await expect.poll(async () => (await mailsTo(vigia.origin, after)).length).toBe(1);
    const [mail] = await mailsTo(vigia.origin, after);
    await page.goto(/https?:\S+oobCode\S+/.exec(mail?.text ?? '')?.[0] ?? '');
    await page.getByRole('button', { name: 'Confirmar la dirección' }).click();
    await expect(page.getByText(`Entra desde ahora con ${after}.`)).toBeVisible();
    await page.goto(`${vigia.origin}${settingsPath}`);
    await page.getByLabel(signInCopy.email).fill(after);
    await page.getByLabel(signInCopy.password, { exact: true }).fill(password);
    await page.getByRole('button', { name: signInCopy.signIn, exact: true }).click();
    await expect(own.getByText(after)).toBeVisible();
  });
});
