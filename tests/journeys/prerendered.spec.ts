/** Prerendered pages: readable before any script has loaded, and hydrated without changes. */
import type { Page } from '@playwright/test';
import { prerenderedPages } from '#domain/public-pages.ts';
import { contactCopy } from '#src/copy/contact.ts';
import { howItWorksCopy } from '#src/copy/how-it-works.ts';
import { legalCopy } from '#src/copy/legal.ts';
import { supportCopy } from '#src/copy/support.ts';
import { register } from '#tests/support/account.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';

let vigia: RunningVigia;
test.beforeAll(({ vigia: running }) => {
  vigia = running;
});

/** Delays the app's scripts. @returns a function that releases them */
async function delayScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const open = (page: Page, path: string) =>
  page.goto(`${vigia.origin}${path}`, { waitUntil: 'commit' });

/** Rendered only after hydration: the label depends on the current theme. */
const themeSwitch = (page: Page) => page.getByRole('button', { name: /tema/ });

/** Runs in the page: whether all style sheets have loaded; before, text wraps differently. */
const isStyled = () =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(
    ({ sheet }) => sheet !== null,
  );

/**
 * Runs in the page: loads every font and lays the text out in it, which may shift it where no local font has its width.
 * `document.fonts.ready` alone is fulfilled too early when no text has been laid out yet.
 */
const loadFonts = () =>
  Promise.allSettled([...document.fonts].map((face) => face.load())).then(() =>
    document.body.getBoundingClientRect(),
  );

/** The page's text without dates, which may differ between browser and server. */
async function textOf(page: Page): Promise<string> {
  const days = await page.locator('#root time').allInnerTexts();
  const text = await page.locator('#root').innerText();
  return days.reduce((left, day) => left.replace(day, ''), text).trim();
}

test('hydration keeps every node, text and position', async ({ page }) => {
  for (const path of prerenderedPages) {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    const release = await delayScripts(page);
    await open(page, path);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await page.waitForFunction(isStyled);
    await page.evaluate(loadFonts);
    const text = await textOf(page);
    expect(text.length).toBeGreaterThan(500);
    await page.evaluate(() => {
      const before = [...document.querySelectorAll('h1, h2, p, time, footer a, img')];
      const moved: number[] = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) moved.push(Number(Reflect.get(entry, 'value')));
      }).observe({ type: 'layout-shift' });
      Object.assign(window, { before, moved });
    });
    release();
    await expect(themeSwitch(page)).toBeVisible();
    const left = await page.evaluate(() => {
      const { before, moved } = window as unknown as { before: Element[]; moved: number[] };
      return {
        gone: before.filter((node) => !node.isConnected).map((node) => node.outerHTML),
        moved: moved.reduce((sum, value) => sum + value, 0),
      };
    });
    expect(left.gone.filter((node) => !node.startsWith('<time'))).toEqual([]);
    expect(left.moved).toBeLessThan(0.01);
    expect(await textOf(page)).toBe(text);
  }
});

test('clicks and input before hydration are not lost', async ({ page }) => {
  const release = await delayScripts(page);
  await open(page, '/support');
  const search = page.getByRole('searchbox', { name: supportCopy.search });
  await search.fill('suscripción');
  await search.press('Enter');
  await page.getByRole('button', { name: supportCopy.contact }).first().click();
  release();
  await expect(page.getByRole('dialog', { name: contactCopy.title })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('suscripción');
  await expect(page.getByText('Queda 1 pregunta')).toBeVisible();
});

test('the chosen theme is applied before hydration, whatever the system prefers', {
  tag: '@release',
}, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${vigia.origin}/terms`);
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const papel = await background();
  await page.getByRole('button', { name: 'Cambiar a tema noche' }).click();
  await expect.poll(background).not.toBe(papel);
  const noche = await background();
  await delayScripts(page);
  await open(page, '/privacy');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForFunction(isStyled);
  expect(await background()).toBe(noche);
});

test('a signed-in user is never shown a link to sign in', async ({ page }) => {
  await register(page, vigia.origin, 'lectora@correo.example');
  for (const path of ['/support', '/how-it-works']) {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    const release = await delayScripts(page);
    await open(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const toSignIn = page.getByRole('link', {
      name: new RegExp(`^(${supportCopy.backToLogin}|${howItWorksCopy.createAccount})`),
    });
    await expect(toSignIn).toHaveCount(0);
    release();
    await expect(
      page.getByRole('banner').getByRole('link', { name: /panel|resumen/i }),
    ).toBeVisible();
    await expect(toSignIn).toHaveCount(0);
  }
});

test('without JavaScript they are readable, and show no controls that would not work', {
  tag: '@release',
}, async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'es-ES' });
  const page = await context.newPage();
  for (const path of prerenderedPages) {
    await page.goto(`${vigia.origin}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
  }
  await page.goto(`${vigia.origin}/support`);
  await expect(page.getByText('paga con tarjeta')).toBeVisible();
  await expect(page.getByRole('button', { name: supportCopy.contact })).toHaveCount(0);
  await page.getByRole('link', { name: supportCopy.terms }).click();
  await expect(
    page.getByText(new RegExp(`${legalCopy.updated} \\d+ de \\w+ de \\d{4}`)),
  ).toBeVisible();
  await context.close();
});
