/** Configuración › Claves: a key is created and shown once, works, shows its use, and is revoked. */
import { keysCopy } from '#src/copy/keys.ts';
import { register } from '#tests/support/account.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { confirmAddress } from '#tests/support/mailbox.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { grantPlan, openSettings } from '#tests/support/settings-page.ts';
import { expectToast } from '#tests/support/toasts.ts';

let vigia: RunningVigia;
test.beforeAll(({ vigia: running }) => {
  vigia = running;
});

const requestWith = (key: string) =>
  fetch(`${vigia.origin}/api/users/alerts`, { headers: { authorization: `Bearer ${key}` } });

test('a key is created, used and revoked', { tag: '@release' }, async ({ page }) => {
  const email = 'llavero@correo.example';
  await register(page, vigia.origin, email);
  await confirmAddress(vigia.origin, email);
  await openSettings(page, vigia.origin);
  const keys = page.getByRole('region', { name: keysCopy.title });
  await expect(keys.getByText(keysCopy.notIncluded)).toBeVisible();
  await expect(keys.getByText(`${vigia.origin}/mcp`)).toBeVisible();
  await grantPlan(vigia, email, 'premium');
  await page.reload();

  await keys.getByRole('button', { name: keysCopy.create }).click();
  const dialog = page.getByRole('dialog', { name: keysCopy.create });
  const create = dialog.getByRole('button', { name: keysCopy.create });
  await create.click();
  await expect(dialog.getByLabel(keysCopy.name)).toBeFocused();
  await dialog.getByLabel(keysCopy.name).fill('Hoja de cálculo');
  await dialog.getByLabel(keysCopy.expiry).selectOption(keysCopy.expiries['30']);
  await create.click();
  const key = (await dialog.getByText(/^vigia_/).textContent()) ?? '';
  expect((await requestWith(key)).status).toBe(200);
  await dialog.getByRole('button', { name: keysCopy.done }).click();

  const row = keys.getByRole('list', { name: keysCopy.list }).getByRole('listitem');
  await expect(row).toContainText('Solo lectura · Caduca el');
  await expect(keys.getByRole('button', { name: keysCopy.create })).toBeDisabled();
  await page.reload();
  await expect(row).toContainText('Usada');
  await expect(page.getByText(key)).toHaveCount(0);

  await keys.getByRole('button', { name: 'Revocar Hoja de cálculo' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: keysCopy.revoke, exact: true })
    .click();
  await expectToast(page, 'Clave revocada: Hoja de cálculo.');
  await expect(keys.getByText(keysCopy.none)).toBeVisible();
  await expect.poll(async () => (await requestWith(key)).status).toBe(401);
});
