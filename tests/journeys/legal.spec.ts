/** The two legal texts: usable by keyboard, and in print. */
import { legalCopy } from '#src/copy/legal.ts';
import { settingsCopy } from '#src/copy/settings.ts';
import { register } from '#tests/support/account.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';

let vigia: RunningVigia;
test.beforeAll(({ vigia: running }) => {
  vigia = running;
});

test('a legal text opens at the section of the URL’s hash, and its contents lead to each by keyboard, and are not printed', async ({
  page,
}) => {
  await page.goto(`${vigia.origin}/terms#contacto`);
  await expect(page.locator('#contacto')).toBeFocused();
  await expect(page.getByRole('heading', { level: 2, name: 'Contacto' })).toBeInViewport();
  const links = page.getByRole('navigation', { name: legalCopy.contents }).getByRole('link');
  for (const [index, link] of (await links.all()).entries()) {
    await link.focus();
    await page.keyboard.press('Enter');
    const section = page.locator('main section').nth(index);
    await expect(section).toBeFocused();
    await expect(section.getByRole('heading', { level: 2 })).toBeInViewport();
  }
  await expect(links.and(page.locator('[aria-current]'))).toHaveText(/Contacto$/);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: legalCopy.contents })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('/privacy names every storage key of a signed-in user', async ({ page }) => {
  await register(page, vigia.origin, 'guarda@correo.example');
  await page.goto(`${vigia.origin}/dashboard/configuracion`);
  await page.getByRole('switch', { name: settingsCopy.nearbyAnnouncement }).click();
  await page.goto(`${vigia.origin}/privacy`);
  await page.getByRole('button', { name: 'Cambiar a tema noche' }).click();
  const storedKeys = await page.evaluate(() => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
  ]);
  expect(storedKeys).toEqual(
    expect.arrayContaining(['authToken', 'vigia-theme', 'vigia-nearby-announcement']),
  );
  const cookiesText = await page.locator('#cookies').innerText();
  // The identity SDK's keys end in the installation's API key.
  for (const key of storedKeys)
    expect(cookiesText).toContain(key.startsWith('firebase:') ? '«firebase:…»' : `«${key}»`);
  expect(await page.context().cookies()).toEqual([]);
});
