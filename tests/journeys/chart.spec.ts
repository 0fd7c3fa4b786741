/** The chart of a match: price at an instant, thresholds moved by mouse, touch and keys, and in two tabs at once. */
import type { Page } from '@playwright/test';
import { matchCopy } from '#src/copy/match.ts';
import { priceChartCopy } from '#src/copy/price-chart-texts.ts';
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

const readoutName = /^Precio mínimo de .* en el tiempo$/;
const zoomOf = (page: Page) => {
  const { searchParams } = new URL(page.url());
  const [from, until] = ['desde', 'hasta'].map((name) => searchParams.get(name));
  return from == null || until == null ? null : Date.parse(until) - Date.parse(from);
};
const dayMs = 86_400_000;

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
    await readout.evaluate((element) => element.scrollIntoView({ block: 'center' }));
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
