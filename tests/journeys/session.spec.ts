/** A session where the browser's database is broken, which no double of it shows. */
import { sessionTexts } from '#src/copy/auth-texts.ts';
import { signInCopy } from '#src/copy/sign-in.ts';
import { submitRegistration } from '#tests/support/account.ts';
import { password } from '#tests/support/identity.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { expectToast } from '#tests/support/toasts.ts';

test('an IndexedDB that never answers keeps nobody out, nor a session from being found again', {
  tag: '@release',
}, async ({ page, vigia }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  });
  const email = 'indexeddb@correo.example';
  await submitRegistration(page, vigia.origin, 'lucia', email);
  await page.waitForURL('**/dashboard');
  await page.reload();
  await page.getByRole('button', { name: 'Cuenta' }).click();
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  await expectToast(page, sessionTexts.signedOut);
  await page.getByLabel(signInCopy.email).fill(email);
  await page.getByLabel(signInCopy.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: signInCopy.signIn }).click();
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
