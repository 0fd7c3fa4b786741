/** The chart of a match under fingers, which no test without a browser has: a line moved, a price read, a zoom. */
import type { Page } from '@playwright/test';
import { register } from '#tests/support/account.ts';
import { createLines, lineName, locateHandle } from '#tests/support/chart-page.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { fetchThresholds } from '#tests/support/settings-page.ts';

let vigia: RunningVigia;
test.beforeAll(({ vigia: running }) => {
  vigia = running;
});

async function openChart(page: Page) {
  await register(page, vigia.origin, 'grafica@correo.example');
  const drawn = await createLines(page);
  await page.goto(`${vigia.origin}${drawn.path}`);
  const line = page.getByRole('slider', { name: lineName });
  await expect(line).toBeVisible();
  return { ...drawn, line };
}

const storedPrice = async (page: Page) => (await fetchThresholds(page)).line?.value;

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
