/** The two legal texts: complete, in order, usable by keyboard, in print and on a small phone. */
import { legalCopy } from '#src/copy/legal.ts';
import { privacy } from '#src/copy/privacy.ts';
import { settingsCopy } from '#src/copy/settings.ts';
import { terms } from '#src/copy/terms.ts';
import { register } from '#tests/support/account.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';

let vigia: RunningVigia;
test.beforeAll(({ vigia: running }) => {
  vigia = running;
});

type Page = import('@playwright/test').Page;

const pages = [
  ['/terms', terms],
  ['/privacy', privacy],
] as const;

for (const [path, { title, sections: outline }] of pages) {
  test(`${path} has every section in order, each with its summary, fits 320 px, and prints without the contents`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`${vigia.origin}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page).toHaveTitle(`${title} · Vigía`);
    expect(await headings(page)).toEqual([
      { level: 1, text: title },
      ...outline.flatMap((section, index) => [
        { level: 2, text: `${index + 1} ${section.title}` },
        ...section.blocks.flatMap((block) =>
          block.kind === 'heading' ? [{ level: 3, text: block.text }] : [],
        ),
      ]),
    ]);
    const sections = page.locator('main section');
    await expect(sections).toHaveCount(outline.length);
    for (const section of await sections.all()) {
      const paragraphs = section.locator(':scope > p');
      await expect(paragraphs.first()).toHaveText(/^En corto\. \S.{20,}\.$/);
      expect(await paragraphs.count()).toBeGreaterThan(1);
    }
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('navigation', { name: legalCopy.contents })).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}

test('a legal text opens at the section of the URL’s hash, and its contents lead to each by keyboard', async ({
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

function headings(page: Page): Promise<{ level: number; text: string }[]> {
  return page.locator('h1, h2, h3, h4').evaluateAll((all) =>
    all.map(({ tagName, textContent }) => ({
      level: Number(tagName.slice(1)),
      text: textContent ?? '',
    })),
  );
}
