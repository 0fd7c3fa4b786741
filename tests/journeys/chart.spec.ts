/** The chart of a match: price at an instant, thresholds moved by mouse, touch and keys, and in two tabs at once. */
import type { Locator, Page } from '@playwright/test';
import { matchCopy } from '#src/copy/match.ts';
import { priceChartCopy } from '#src/copy/price-chart-texts.ts';
import { saveLocalLabel } from '#src/copy/settings-conflict.ts';
import { thresholdFormCopy, valueLabels } from '#src/copy/threshold-form-texts.ts';
import { register } from '#tests/support/account.ts';
import { createLines, lineName, linePriceCents, locateHandle } from '#tests/support/chart-page.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { fetchThresholds } from '#tests/support/settings-page.ts';

let vigia: RunningVigia;
test.beforeAll(({ vigia: running }) => {
  vigia = running;
});
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
const waitUntilActive = (page: Page) => expect(page.getByText(matchCopy.activating)).toHaveCount(0);

const storedPrice = async (page: Page) => (await fetchThresholds(page)).line?.value;

test('a line is moved by mouse and by keys, undone, typed, and previewed before it is saved', async ({
  page,
}) => {
  const { line, value } = await openChart(page);
  const grip = await locateHandle(page, line);
  await page.mouse.move(grip.x, grip.y);
  await page.mouse.down();
  await page.mouse.move(grip.x, grip.y + grip.tenth / 2, { steps: 4 });
  await expect(line).toHaveAttribute('aria-valuetext', /sin guardar · a un .* del precio/);
  await expect(line).toHaveAttribute('aria-valuetext', /habría saltado/);
  expect(await storedPrice(page)).toBe(value);
  await page.mouse.up();
  await expect(page.getByText(/^Te avisaremos si baja de /)).toBeVisible();
  const undo = page.getByRole('button', { name: priceChartCopy.undo });
  // Under the pointer the toast stays.
  await undo.hover();
  const dragged = await linePriceCents(line);
  expect(dragged).toBeLessThan(value);
  await expect.poll(() => storedPrice(page)).toBe(dragged);
  await undo.click();
  await expect.poll(() => storedPrice(page)).toBe(value);
  await expect(line).toHaveAttribute('aria-valuenow', String(value / 100));

  await line.focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => linePriceCents(line)).toBeGreaterThan(value);
  const step = (await linePriceCents(line)) - value;
  await page.keyboard.press('Escape');
  await expect.poll(() => linePriceCents(line)).toBe(value);
  await page.keyboard.press('PageDown');
  await expect.poll(() => linePriceCents(line)).not.toBe(value);
  const byKeys = await linePriceCents(line);
  expect(byKeys).toBeLessThan(value - 5 * step);
  await page.keyboard.press('Enter');
  await expect.poll(() => storedPrice(page)).toBe(byKeys);

  // Enter on an unmoved line opens the form.
  await line.press('Enter');
  const form = page.getByRole('dialog', { name: thresholdFormCopy.edit });
  await expect(form.getByText(/abría saltado/)).toBeVisible();
  await form.getByRole('textbox', { name: valueLabels.below }).fill('1');
  await expect(form.getByText('No habría saltado en 30 días')).toBeVisible();
  await form.getByRole('button', { name: thresholdFormCopy.test }).click();
  await form.getByRole('button', { name: thresholdFormCopy.save }).click();
  await expect(form).toBeHidden();
  await expect.poll(() => storedPrice(page)).toBe(100);
});

test('a chart that failed to load is retried, and read by keys and as a table', {
  tag: '@release',
}, async ({ page }) => {
  const code = '**/assets/price-chart-*.js';
  await page.route(code, (route) => route.abort());
  await register(page, vigia.origin, `grafica-${++users}@correo.example`);
  const { path } = await createLines(page);
  await page.goto(`${vigia.origin}${path}`);
  await expect(page.getByText(priceChartCopy.notDrawn)).toBeVisible();
  await page.unroute(code);
  await page.getByRole('button', { name: priceChartCopy.retry }).click();

  const readout = page.getByRole('slider', { name: readoutName });
  await readout.focus();
  const now = await readout.getAttribute('aria-valuetext');
  await page.keyboard.press('ArrowLeft');
  await expect(readout).not.toHaveAttribute('aria-valuetext', now ?? '');
  await page.keyboard.press('Home');
  await expect(readout).toHaveAttribute('aria-valuenow', '0');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(readout).not.toHaveAttribute('aria-valuenow', '100');
  await page.getByRole('button', { name: matchCopy.asTable }).click();
  const rows = page.getByRole('region', { name: matchCopy.historyTitle }).getByRole('row');
  await expect(rows.first()).toHaveText(/Cuándo/);
  await expect.poll(() => rows.count()).toBeGreaterThan(2);
});

test('two devices: changes of different lines are merged; a conflict on one line offers both values', {
  tag: '@release',
}, async ({ page, context, browser }) => {
  const { line, path, value } = await openChart(page);
  await expect(page.getByText(/^Vigilando(,|$)/)).toHaveCount(2);
  const elsewhere = await browser.newContext({
    storageState: await context.storageState({ indexedDB: true }),
    locale: 'es-ES',
  });
  const other = await elsewhere.newPage();
  await other.goto(`${vigia.origin}${path}`);
  const otherLine = other.getByRole('slider', { name: lineName });
  await expect(other.getByText(/^Vigilando(,|$)/)).toHaveCount(2);
  await expect(otherLine).toBeVisible();

  await move(line, 'ArrowDown');
  await expect.poll(() => storedPrice(page)).toBeLessThan(value);
  const first = await storedPrice(page);
  await other.getByRole('switch', { name: /sube de/ }).click();
  await expect.poll(async () => (await fetchThresholds(page)).lejos?.pause).toBe('user');
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
  await expect(banner).toContainText(`Lo tuyo, «baja de ${value / 100}`);
  await expect(line).toHaveAttribute('aria-valuenow', String(second / 100));
  expect(await storedPrice(page)).toBe(second);
  await banner.getByRole('button', { name: saveLocalLabel }).click();
  await expect.poll(() => storedPrice(page)).toBe(value);
  await expect(banner).toBeHidden();

  await otherLine.press('Enter');
  const form = other.getByRole('dialog', { name: thresholdFormCopy.edit });
  const price = form.getByRole('textbox', { name: valueLabels.below });
  await price.fill('1');
  await form.getByRole('button', { name: thresholdFormCopy.save }).click();
  await expect(form.getByRole('alert')).toContainText('Otra pestaña cambió este umbral antes');
  await expect(price).toHaveValue('1');
  await form.getByRole('button', { name: /^Usar «baja de/ }).click();
  await expect(price).toHaveValue(String(value / 100));
  await price.fill('1');
  await form.getByRole('button', { name: thresholdFormCopy.save }).click();
  await expect(form).toBeHidden();
  await expect.poll(() => storedPrice(page)).toBe(100);
  await elsewhere.close();
});

const readoutName = /^Precio mínimo de .* en el tiempo$/;
const zoomOf = (page: Page) => {
  const { searchParams } = new URL(page.url());
  const [from, until] = ['desde', 'hasta'].map((name) => searchParams.get(name));
  return from == null || until == null ? null : Date.parse(until) - Date.parse(from);
};
const dayMs = 86_400_000;

test('a period is chosen by dragging, by keys and by buttons, and is kept in the address', {
  tag: '@release',
}, async ({ page }) => {
  await openChart(page);
  const plot = page.getByRole('slider', { name: readoutName });
  await plot.scrollIntoViewIfNeeded();
  const box = (await plot.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + box.width * 0.5, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.7, box.y + 90, { steps: 4 });
  await expect(page.getByTestId('brush')).toBeVisible();
  await page.mouse.up();
  const whole = page.getByRole('button', { name: priceChartCopy.zoomReset });
  await expect(whole).toBeVisible();
  await expect.poll(() => zoomOf(page)).not.toBeNull();
  const brushed = zoomOf(page) ?? 0;
  expect(Math.abs(brushed - 6 * dayMs)).toBeLessThan(dayMs / 2);
  const period = await page
    .getByRole('group', { name: priceChartCopy.zoom })
    .getByRole('status')
    .textContent();
  await page.reload();
  await expect(
    page.getByRole('group', { name: priceChartCopy.zoom }).getByRole('status'),
  ).toHaveText(period ?? '');

  await plot.focus();
  await page.keyboard.press('+');
  await expect.poll(() => zoomOf(page)).toBeLessThan(brushed * 0.6);
  // Reading on past the edge takes the window along.
  const until = new URL(page.url()).searchParams.get('hasta');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('PageUp');
  await expect.poll(() => new URL(page.url()).searchParams.get('hasta')).not.toBe(until);
  await page.keyboard.press('-');
  await page.keyboard.press('0');
  await expect.poll(() => zoomOf(page)).toBeNull();
  await page.getByRole('button', { name: priceChartCopy.zoomIn }).click();
  await expect.poll(() => Math.round((zoomOf(page) ?? 0) / dayMs)).toBe(15);
  await page.getByRole('button', { name: priceChartCopy.zoomOut }).click();
  await expect(whole).toBeHidden();
  await page.getByRole('button', { name: matchCopy.ranges['1h'], exact: true }).click();
  await expect(page).toHaveURL(/rango=1h/);
  await expect(plot).toBeVisible();
});

test('pressing the chart at a price offers an alert there, by mouse and by keys', {
  tag: '@release',
}, async ({ page }) => {
  const { item } = await openChart(page);
  const plot = page.getByRole('slider', { name: readoutName });
  await plot.scrollIntoViewIfNeeded();
  const box = (await plot.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.click(box.x + box.width * 0.3, box.y + box.height * 0.75);
  const offer = page.getByRole('button', { name: /^Avísame a este precio/ });
  const price = /(\d+)/.exec((await offer.textContent()) ?? '')?.[1] ?? '';
  await offer.click();
  const form = page.getByRole('dialog', { name: thresholdFormCopy.create });
  await expect(form.getByRole('textbox', { name: valueLabels.below })).toHaveValue(
    new RegExp(`^${price}(,\\d+)?$`),
  );
  const isBelow = Number(price) * 100 <= (item.floorCents ?? 0);
  await expect(form.getByRole('combobox', { name: thresholdFormCopy.condition })).toHaveValue(
    isBelow ? 'below' : 'above',
  );
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();

  await plot.focus();
  await page.keyboard.press('Home');
  await readOnToPrice(plot);
  await page.keyboard.press('Enter');
  await expect(offer).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(offer).toHaveCount(0);
  await expect(plot).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(form).toBeVisible();
});

/** “lun 3 mar, 12:00: 412 €”; a sale near the instant, which follows, is not a price one can mark. */
const priceRead = /\d\d:\d\d: (entre )?\d/;

/** Reads on by keys to an instant with a price: at some, nothing of a collectible is on sale. */
async function readOnToPrice(plot: Locator): Promise<void> {
  await expect(async () => {
    const read = (await plot.getAttribute('aria-valuetext')) ?? '';
    if (!priceRead.test(read)) await plot.press('Shift+ArrowRight');
    expect(read).toMatch(priceRead);
  }).toPass();
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a line is moved by touch, a tap reads the price, and two fingers zoom', async ({
    page,
  }) => {
    const { line, value } = await openChart(page);
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
    await expect.poll(() => storedPrice(page)).toBeLessThan(value);

    const readout = page.getByRole('slider', { name: readoutName });
    const now = await readout.getAttribute('aria-valuetext');
    await readout.tap({ position: { x: 20, y: 60 } });
    await expect(readout).not.toHaveAttribute('aria-valuetext', now ?? '');
    await expect(page.getByTestId('readout')).toBeVisible();
    await page.getByRole('button', { name: /^Avísame a este precio/ }).tap();
    const form = page.getByRole('dialog', { name: thresholdFormCopy.create });
    await expect(form.getByRole('textbox', { name: valueLabels.below })).toHaveValue(/\d/);
    await form.getByRole('button', { name: thresholdFormCopy.cancel }).tap();
    await expect(form).toBeHidden();
    const other = page.getByRole('group', { name: matchCopy.compare }).getByRole('button').first();
    await other.tap();
    await expect(other).toHaveAttribute('aria-pressed', 'true');
    await expect(page).toHaveURL(/[?&]con=/);

    // Two fingers apart zoom in.
    const box = (await readout.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const pinch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
      finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          type === 'touchEnd'
            ? []
            : [-1, 1].map((side, id) => ({
                id,
                x: box.x + box.width / 2 + side * apart,
                y: box.y + box.height / 2,
              })),
      });
    await pinch('touchStart', 30);
    for (const apart of [45, 75, 100]) await pinch('touchMove', apart);
    await pinch('touchEnd', 0);
    await expect.poll(() => zoomOf(page)).toBeLessThan(15 * dayMs);
  });
});

/** The form suggests no price then; nothing costs as little as this. */
async function fillWhereNothingIsOnSale(price: Locator): Promise<void> {
  if ((await price.inputValue()) === '') await price.fill('4');
}

test('a threshold is put on another match and category, and its line is shown where it now is', {
  tag: '@release',
}, async ({ page }) => {
  const { path } = await openChart(page);
  await page.getByRole('button', { name: matchCopy.createThreshold, exact: true }).first().click();
  const form = page.getByRole('dialog', { name: thresholdFormCopy.create });
  const price = form.getByRole('textbox', { name: valueLabels.below });
  await expect(price).toBeFocused();
  const other = form
    .getByLabel(thresholdFormCopy.target)
    .locator('option:not(:checked):enabled')
    .first();
  const category = (await other.textContent()) ?? '';
  const suggested = await price.inputValue();
  await form.getByLabel(thresholdFormCopy.target).selectOption({ label: category });
  await expect(price).not.toHaveValue(suggested);
  await fillWhereNothingIsOnSale(price);
  await form.getByRole('button', { name: thresholdFormCopy.save }).click();
  await expect(page.getByText(/^Vigilando: te avisaremos si .* baja de/)).toBeVisible();
  await expect(page.getByRole('tab', { name: category, selected: true })).toBeVisible();
  await expect(
    page.getByRole('slider', { name: `Línea de ${category}: avísame si baja de` }),
  ).toBeVisible();

  // From the overview, any match, by keys alone.
  await page.goto(`${vigia.origin}${path}`);
  await page.getByRole('button', { name: matchCopy.createThreshold, exact: true }).first().click();
  const match = form.getByRole('combobox', { name: thresholdFormCopy.match });
  const name = await match.inputValue();
  await match.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('escocia');
  const option = form.getByRole('option', { name: /Escocia/ }).first();
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(match).toHaveValue(name);
  await expect(form).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('escocia');
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(match).toHaveValue(/Escocia/);
  await fillWhereNothingIsOnSale(price);
  await form.getByRole('button', { name: thresholdFormCopy.save }).click();
  await expect(page.getByText(/^Vigilando: te avisaremos si .*Escocia/)).toBeVisible();
});

test("a mail's link opens the chart of its collectible and the form of its threshold", {
  tag: '@release',
}, async ({ page }) => {
  const { path, value } = await openChart(page);
  await page.goto(`${vigia.origin}${path}&umbral=line`);
  const form = page.getByRole('dialog', { name: thresholdFormCopy.edit });
  const price = form.getByRole('textbox', { name: valueLabels.below });
  await expect(price).toHaveValue(String(value / 100));
  await price.fill(String(value / 100 - 1));
  await form.getByRole('button', { name: thresholdFormCopy.save }).click();
  await expect(form).toBeHidden();
  await expect(page).not.toHaveURL(/umbral=/);
  // Deleted since: the chart alone.
  await page.goto(`${vigia.origin}${path}&umbral=borrado`);
  await expect(page.getByRole('slider', { name: readoutName })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('other collectibles of the match are laid over the chart, by mouse and by keys', {
  tag: '@release',
}, async ({ page }) => {
  await openChart(page);
  const switches = page.getByRole('group', { name: matchCopy.compare }).getByRole('button');
  const names = await switches.allTextContents();
  expect(names.length).toBeGreaterThan(1);
  const [first, second] = names.map((name) => page.getByRole('button', { name }).and(switches));
  if (first === undefined || second === undefined) throw new Error('nothing to compare with');
  await first.click();
  await second.press('Enter');
  const read = page.getByRole('slider', { name: /^Precio mínimo de/ });
  await read.focus();
  for (const name of names.slice(0, 2)) {
    await expect(read).toHaveAttribute('aria-valuetext', new RegExp(`, ${name} `));
    await expect(page.getByTestId('readout')).toContainText(name);
  }

  // In the address: a link shows the same.
  await page.reload();
  await expect(first).toHaveAttribute('aria-pressed', 'true');
  await read.focus();
  await expect(read).toHaveAttribute('aria-valuetext', new RegExp(`, ${names[1]} `));
  await first.click();
  await expect(first).toHaveAttribute('aria-pressed', 'false');
  await read.focus();
  await expect(read).not.toHaveAttribute('aria-valuetext', new RegExp(`, ${names[0]} `));
});

test('what cannot be compared says so, and is read again', { tag: '@release' }, async ({
  page,
}) => {
  await openChart(page);
  const [chosen] = await page.getByRole('tab', { selected: true }).allTextContents();
  const other = page.getByRole('group', { name: matchCopy.compare }).getByRole('button').first();
  const name = (await other.textContent()) ?? '';
  expect(name).not.toBe(chosen);
  await page.route('**/api/monitoring/history?*', (route) => route.abort());
  await other.click();
  const failure = page.getByText(`No se ha podido leer el historial de ${name}.`);
  await expect(failure).toBeVisible();
  await page.unroute('**/api/monitoring/history?*');
  await failure.getByRole('button', { name: priceChartCopy.retry }).click();
  await expect(failure).toHaveCount(0);
  await page.getByRole('slider', { name: /^Precio mínimo de/ }).focus();
  await expect(page.getByTestId('readout')).toContainText(name);
});
