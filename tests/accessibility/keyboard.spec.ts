/** Every flow by keyboard alone (Tab, Enter, Space, Escape, arrows), with a visible focus indicator. */
import type { Locator, Page } from '@playwright/test';
import { matchCopy } from '#src/copy/match.ts';
import { matchesCopy } from '#src/copy/matches.ts';
import { passwordWords, signInCopy } from '#src/copy/sign-in.ts';
import { thresholdFormCopy, valueLabels } from '#src/copy/threshold-form-texts.ts';
import { password } from '#tests/support/identity.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';

let vigia: RunningVigia;
test.beforeAll(({ vigia: running }) => {
  vigia = running;
});

/** More Tab presses than any control of a screen needs. */
const maxPresses = 60;

/** Presses Tab until the control has the focus, and checks that the focus is visible. @throws if unreachable */
async function tabTo(page: Page, control: Locator, key = 'Tab'): Promise<void> {
  await expect(control).toBeVisible();
  // Found once: by its name, among the rows of a long list, it costs more than the press.
  const element = await control.elementHandle();
  for (let presses = 0; presses < maxPresses; presses += 1) {
    if (await element?.evaluate((node) => node === document.activeElement)) {
      expect(await hasFocusIndicator(control), `the focus on ${control} shows`).toBe(true);
      return;
    }
    await page.keyboard.press(key);
  }
  throw new Error(`${control} cannot be reached with ${key}`);
}

async function press(
  page: Page,
  control: Locator,
  key = 'Enter',
  directionKey = 'Tab',
): Promise<void> {
  await tabTo(page, control, directionKey);
  await page.keyboard.press(key);
}

async function type(page: Page, control: Locator, text: string): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.type(text);
}

/** An outline or a box shadow on the control, or on one of three ancestors (its row). */
function hasFocusIndicator(control: Locator): Promise<boolean> {
  return control.evaluate((element) => {
    for (
      let node: Element | null = element, up = 0;
      node !== null && up <= 3;
      node = node.parentElement, up += 1
    ) {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(node);
      if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) return true;
      if (boxShadow !== 'none') return true;
    }
    return false;
  });
}

test('registering, watching a match, a threshold, their list and signing out work by keyboard', async ({
  page,
}) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.goto(`${vigia.origin}/login`);
  await press(page, page.getByRole('link', { name: signInCopy.register }));
  await type(page, page.getByLabel(signInCopy.username), 'teclado');
  await type(page, page.getByLabel(signInCopy.email), 'teclado@correo.example');
  await type(page, page.getByLabel(signInCopy.password, { exact: true }), password);
  await type(page, page.getByLabel(signInCopy.confirmation, { exact: true }), password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');

  const tabs = page.getByRole('navigation').first();
  await press(page, tabs.getByRole('link', { name: 'Partidos' }));
  await page.waitForURL('**/dashboard/partidos');
  const watchButton = page.getByRole('button', { name: /^Vigilar / }).first();
  const name =
    (await watchButton.getAttribute('aria-label')) ?? (await watchButton.textContent()) ?? '';
  await press(page, watchButton);
  const unwatchButton = page.getByRole('button', {
    name: name.replace(matchesCopy.watch, matchesCopy.unwatch),
  });
  await expect(unwatchButton).toBeVisible();
  await expect(unwatchButton).toBeFocused();

  const match = page.locator('[role=grid] a[href^="/dashboard/partidos/"]').first();
  await press(page, match, 'Enter', 'Shift+Tab');
  await page.waitForURL('**/dashboard/partidos/*');
  await press(page, button(matchCopy.createThreshold).first());
  const dialog = page.getByRole('dialog', { name: thresholdFormCopy.create });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button(matchCopy.createThreshold).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await type(page, dialog.getByRole('textbox', { name: valueLabels.below }), '12');
  await press(page, dialog.getByRole('button', { name: thresholdFormCopy.save }));
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Vigilando(,|$)/).first()).toBeVisible();

  await press(page, tabs.getByRole('link', { name: 'Umbrales' }));
  await page.waitForURL('**/umbrales');
  const active = page.getByRole('switch', { name: /^Umbral activo/ }).first();
  await press(page, active, 'Space');
  await expect(active).not.toBeChecked();

  await press(page, button('Cuenta'));
  await expect(page.getByRole('menuitem', { name: 'Cerrar sesión' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem', { name: 'Cerrar sesión' })).toBeHidden();
  await expect(button('Cuenta')).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('menuitem', { name: 'Cerrar sesión' }), 'ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/login');

  await type(page, page.getByLabel(signInCopy.email), 'teclado@correo.example');
  await type(page, page.getByLabel(signInCopy.password, { exact: true }), password);
  await press(page, button(passwordWords.showName), 'Space');
  await expect(button(passwordWords.hideName)).toBeFocused();
  await press(page, button(signInCopy.signIn));
  await page.waitForURL('**/dashboard');
});

test('the skip link leads past the header, and the theme switch works by keyboard', async ({
  page,
}) => {
  await page.goto(`${vigia.origin}/terms`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Términos/);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Saltar al contenido' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await page.goto(`${vigia.origin}/support`);
  const theme = page.getByRole('button', { name: /tema/i }).first();
  await press(page, theme);
  await expect(page.locator('html')).toHaveAttribute('data-theme', /papel|noche/);
});
