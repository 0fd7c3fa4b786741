/** The pages to read are there before any code is, and the app takes them over as they stand. */
import type { Page } from '@playwright/test';
import { prerenderedPages } from '#domain/public-pages.ts';
import { type RunningVigia, startVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';

let vigia: RunningVigia;
test.beforeAll(async () => {
  vigia = await startVigia();
});
test.afterAll(() => vigia?.stop());

/** Keeps the app's code from arriving. @returns how to let it come */
async function holdCode(page: Page): Promise<() => void> {
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

/** Only the living page knows which theme comes next. */
const themeSwitch = (page: Page) => page.getByRole('button', { name: /tema/ });

/** Runs in the page, which paints nothing before; its text can be read earlier, in other lines. */
const isStyled = () =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(
    ({ sheet }) => sheet !== null,
  );

/** But for days: the reader's may be another than the server's. */
async function wordsOf(page: Page): Promise<string> {
  const days = await page.locator('#root time').allInnerTexts();
  const words = await page.locator('#root').innerText();
  return days.reduce((left, day) => left.replace(day, ''), words).trim();
}

test('each is the same page before and after its code has come: no node anew, nothing moved', async ({
  page,
}) => {
  for (const path of prerenderedPages) {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    const release = await holdCode(page);
    await open(page, path);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await page.waitForFunction(isStyled);
    // Where a system has nothing as wide as the font, its arrival moves things: that is not the code's doing.
    await page.evaluate(() => document.fonts.ready.then(() => {}));
    const words = await wordsOf(page);
    expect(words.length).toBeGreaterThan(500);
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
    expect(await wordsOf(page)).toBe(words);
  }
});

test('what was pressed and written meanwhile is not lost', async ({ page }) => {
  const release = await holdCode(page);
  await open(page, '/support');
  const search = page.getByRole('searchbox', { name: 'Buscar en la ayuda' });
  await search.fill('suscripción');
  await search.press('Enter');
  await page.getByRole('button', { name: 'Contactar soporte' }).first().click();
  release();
  await expect(page.getByRole('dialog', { name: 'Contactar soporte' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('suscripción');
  await expect(page.getByText('Queda 1 pregunta')).toBeVisible();
});

test('the chosen theme is there at once, whatever the system prefers', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${vigia.origin}/terms`);
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const papel = await ground();
  await page.getByRole('button', { name: 'Cambiar a tema noche' }).click();
  await expect.poll(ground).not.toBe(papel);
  const noche = await ground();
  await holdCode(page);
  await open(page, '/privacy');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForFunction(isStyled);
  expect(await ground()).toBe(noche);
});

test('somebody signed in is never told to sign in', async ({ page }) => {
  await page.goto(`${vigia.origin}/register`);
  await page.getByLabel('Nombre de usuario').fill('lucia');
  await page.getByLabel('Correo electrónico').fill('lectora@correo.example');
  await page.getByLabel('Contraseña', { exact: true }).fill('vigia-2026');
  await page.getByLabel('Confirmar contraseña', { exact: true }).fill('vigia-2026');
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await page.waitForURL('**/dashboard');
  for (const path of ['/support', '/how-it-works']) {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    const release = await holdCode(page);
    await open(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const toSignIn = page.getByRole('link', { name: /^Volver a iniciar sesión|^Crear cuenta/ });
    await expect(toSignIn).toHaveCount(0);
    release();
    await expect(
      page.getByRole('banner').getByRole('link', { name: /panel|resumen/i }),
    ).toBeVisible();
    await expect(toSignIn).toHaveCount(0);
  }
});

test('without scripts they can be read, and offer nothing that would not work', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'es-ES' });
  const page = await context.newPage();
  for (const path of prerenderedPages) {
    await page.goto(`${vigia.origin}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
  }
  await page.goto(`${vigia.origin}/support`);
  await expect(page.getByText('paga con tarjeta')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Contactar soporte' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Términos' }).click();
  await expect(page.getByText(/Última actualización: \d+ de \w+ de \d{4}/)).toBeVisible();
  await context.close();
});
