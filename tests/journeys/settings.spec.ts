/** What of the settings needs a popup: an account of Google's, proven again. */
import {
  accountCopy,
  eraseCopy,
  passwordCopy,
  reauthenticationCopy,
} from '#src/copy/settings-account.ts';
import { signInCopy } from '#src/copy/sign-in.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { openSettings } from '#tests/support/settings-page.ts';
import { expectToast } from '#tests/support/toasts.ts';

let vigia: RunningVigia;
test.beforeAll(({ vigia: running }) => {
  vigia = running;
});
// A sign-in too long ago is logged to the console.
test.use({ expectedErrors: [/status of 409/] });

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
  await expect(page.getByText(passwordCopy.google)).toBeVisible();

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
