/** The chart of a match: price at an instant, thresholds moved by mouse, touch and keys, and in two tabs at once. */
import type { Locator, Page } from '@playwright/test';
import { register } from '#tests/support/account.ts';
import { createLines, lineName, linePriceCents, locateHandle } from '#tests/support/chart-page.ts';
import { type RunningVigia, startVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { fetchThresholds } from '#tests/support/settings-page.ts';

let vigia: RunningVigia;
test.beforeAll(async () => {
  vigia = await startVigia();
});
test.afterAll(() => vigia.stop());
// A conflict and a missing chunk are logged to the console.
test.use({ expectedErrors: [/status of 409|ERR_FAILED/] });

let users = 0;
async function openChart(page: Page) {
  await register(page, vigia.origin, `grafica-${++users}@correo.example`);
  const drawn = await createLines(page);
  await page.goto(`${vigia.origin}${drawn.path}`);
  const line = page.getByRole('slider', { name: lineName });
  await expect(line).toBeVisible();
  return { ...drawn, line };
}

/** Moves a line by one key press, and saves. */
async function move(line: Locator, key: string): Promise<void> {
  await line.press(key);
  await line.press('Enter');
}

/** Waits until the worker has started the threshold: before, the page polls the settings and sees others' changes. */
const waitUntilActive = (page: Page) => expect(page.getByText('Activándose')).toHaveCount(0);

const storedPrice = async (page: Page) => (await fetchThresholds(page)).linea?.valor;

test('a line is moved by mouse and by keys, undone, typed, and previewed before it is saved', async ({
  page,
}) => {
  const { line, valor } = await openChart(page);
  const grip = await locateHandle(page, line);
  await page.mouse.move(grip.x, grip.y);
  await page.mouse.down();
  await page.mouse.move(grip.x, grip.y + grip.tenth / 2, { steps: 4 });
  await expect(line).toHaveAttribute('aria-valuetext', /sin guardar/);
  expect(await storedPrice(page)).toBe(valor);
  await page.mouse.up();
  await expect(page.getByText(/^Línea en /)).toBeVisible();
  const dragged = await linePriceCents(line);
  expect(dragged).toBeLessThan(valor);
  await expect.poll(() => storedPrice(page)).toBe(dragged);
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect.poll(() => storedPrice(page)).toBe(valor);
  await expect(line).toHaveAttribute('aria-valuenow', String(valor / 100));

  await line.focus();
  await page.keyboard.press('ArrowUp');
  const step = (await linePriceCents(line)) - valor;
  expect(step).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  expect(await linePriceCents(line)).toBe(valor);
  await page.keyboard.press('PageDown');
  const byKeys = await linePriceCents(line);
  expect(byKeys).toBeLessThan(valor - 5 * step);
  await page.keyboard.press('Enter');
  await expect.poll(() => storedPrice(page)).toBe(byKeys);

  // Enter on an unmoved line opens the form.
  await line.press('Enter');
  const form = page.getByRole('dialog', { name: 'Editar umbral' });
  await expect(form.getByText(/abría saltado/)).toBeVisible();
  await form.getByRole('textbox', { name: 'Precio' }).fill('1');
  await expect(form.getByText('No habría saltado en 30 días')).toBeVisible();
  await form.getByRole('button', { name: 'Enviar correo de prueba' }).click();
  await form.getByRole('button', { name: 'Guardar umbral' }).click();
  await expect(form).toBeHidden();
  await expect.poll(() => storedPrice(page)).toBe(100);
});

test('a chart that failed to load is retried, and read by keys and as a table', async ({
  page,
}) => {
  await page.route('**/assets/price-chart-*.js', (route) => route.abort(), { times: 1 });
  await register(page, vigia.origin, `grafica-${++users}@correo.example`);
  const { path } = await createLines(page);
  await page.goto(`${vigia.origin}${path}`);
  await expect(page.getByText('No se ha podido cargar la gráfica.')).toBeVisible();
  await page.getByRole('button', { name: 'Reintentar' }).click();

  const readout = page.getByRole('slider', { name: /^Precio mínimo de .* en el tiempo$/ });
  await readout.focus();
  const now = await readout.getAttribute('aria-valuetext');
  await page.keyboard.press('ArrowLeft');
  await expect(readout).not.toHaveAttribute('aria-valuetext', now ?? '');
  await page.keyboard.press('Home');
  await expect(readout).toHaveAttribute('aria-valuenow', '0');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(readout).not.toHaveAttribute('aria-valuenow', '100');
  await page.getByRole('button', { name: 'Ver como tabla' }).click();
  const rows = page.getByRole('region', { name: 'Historial de precio' }).getByRole('row');
  await expect(rows.first()).toHaveText(/Cuándo/);
  expect(await rows.count()).toBeGreaterThan(2);
});

test('two devices: changes of different lines are merged; a conflict on one line offers both values', async ({
  page,
  context,
  browser,
}) => {
  const { line, path, valor } = await openChart(page);
  await expect(page.getByText(/^Vigilando/)).toHaveCount(2);
  const elsewhere = await browser.newContext({
    storageState: await context.storageState({ indexedDB: true }),
    locale: 'es-ES',
  });
  const other = await elsewhere.newPage();
  await other.goto(`${vigia.origin}${path}`);
  const otherLine = other.getByRole('slider', { name: lineName });
  await expect(other.getByText(/^Vigilando/)).toHaveCount(2);
  await expect(otherLine).toBeVisible();

  await move(line, 'ArrowDown');
  await expect.poll(() => storedPrice(page)).toBeLessThan(valor);
  const first = await storedPrice(page);
  await other.getByRole('switch', { name: /sube de/ }).click();
  await expect.poll(async () => (await fetchThresholds(page)).lejos?.pausa).toBe('usuario');
  expect(await storedPrice(page)).toBe(first);
  await expect(otherLine).toHaveAttribute('aria-valuenow', String((first ?? 0) / 100));

  await waitUntilActive(page);
  await move(otherLine, 'PageDown');
  await expect.poll(() => storedPrice(page)).toBeLessThan(first ?? 0);
  await waitUntilActive(other);
  const second = (await storedPrice(page)) ?? 0;
  await move(line, 'ArrowUp');
  const banner = page.getByRole('alert').filter({ hasText: 'Otra pestaña' });
  await expect(banner).toContainText(`cambió este umbral antes: ahora es «baja de ${second / 100}`);
  await expect(banner).toContainText(`Lo tuyo, «baja de ${valor / 100}`);
  await expect(line).toHaveAttribute('aria-valuenow', String(second / 100));
  expect(await storedPrice(page)).toBe(second);
  await banner.getByRole('button', { name: 'Guardar lo mío' }).click();
  await expect.poll(() => storedPrice(page)).toBe(valor);
  await expect(banner).toBeHidden();

  await otherLine.press('Enter');
  const form = other.getByRole('dialog', { name: 'Editar umbral' });
  const price = form.getByRole('textbox', { name: 'Precio' });
  await price.fill('1');
  await form.getByRole('button', { name: 'Guardar umbral' }).click();
  await expect(form.getByRole('alert')).toContainText('Otra pestaña cambió este umbral antes');
  await expect(price).toHaveValue('1');
  await form.getByRole('button', { name: /^Usar «baja de/ }).click();
  await expect(price).toHaveValue(String(valor / 100));
  await price.fill('1');
  await form.getByRole('button', { name: 'Guardar umbral' }).click();
  await expect(form).toBeHidden();
  await expect.poll(() => storedPrice(page)).toBe(100);
  await elsewhere.close();
});

const phone = test.extend({
  context: async ({ browser }, use) => {
    const context = await browser.newContext({
      locale: 'es-ES',
      timezoneId: 'Europe/Madrid',
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await use(context);
    await context.close();
  },
});

phone('on a phone a line is moved by touch, and a tap reads the price', async ({ page }) => {
  const { line, valor } = await openChart(page);
  const grip = await locateHandle(page, line);
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: grip.x, y }],
    });
  await touch('touchStart', grip.y);
  for (const part of [0.1, 0.3, 0.5]) await touch('touchMove', grip.y + part * grip.tenth);
  await expect(line).toHaveAttribute('aria-valuetext', /sin guardar/);
  await touch('touchEnd', grip.y);
  await expect.poll(() => storedPrice(page)).toBeLessThan(valor);

  const readout = page.getByRole('slider', { name: /^Precio mínimo de .* en el tiempo$/ });
  const now = await readout.getAttribute('aria-valuetext');
  await readout.tap({ position: { x: 20, y: 20 } });
  await expect(readout).not.toHaveAttribute('aria-valuetext', now ?? '');
  await expect(page.locator('.readout')).toBeVisible();
});
