/** The command menu by keyboard, mouse and touch, and its code, loaded when it is first asked for. */
import { commandCopy } from '#src/copy/command-texts.ts';
import { thresholdFormCopy, valueLabels } from '#src/copy/threshold-form-texts.ts';
import { register } from '#tests/support/account.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';

let vigia: RunningVigia;
test.beforeAll(({ vigia: running }) => {
  vigia = running;
});

test('goes to a match and to a section, begins a threshold, and lists the keys', async ({
  page,
}) => {
  await register(page, vigia.origin, 'comandos@correo.example');
  await expect(page.getByRole('button', { name: 'Cuenta', exact: true })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /Un partido, una sección/ });
  await expect(field).toBeFocused();
  await field.fill('uruguay');
  const found = page.getByRole('option', { name: /Uruguay/ }).first();
  await expect(found).toHaveAttribute('aria-selected', 'true');
  const name = (await found.textContent()) ?? '';
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/partidos\/[^/]+$/);
  const heading = page.getByRole('heading', { level: 1 });
  await expect.poll(async () => name.startsWith((await heading.textContent()) ?? '-')).toBe(true);

  // At once: the second key is waited for a second and a half, which a busy page may take to answer the first.
  await Promise.all([page.keyboard.press('g'), page.keyboard.press('u')]);
  await expect(page).toHaveURL(/\/dashboard\/umbrales$/);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: commandCopy.keysTitle });
  await expect(help).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: thresholdFormCopy.create });
  await expect(dialog.getByRole('textbox', { name: valueLabels.below })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: commandCopy.theme }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', /papel|noche/);
});
