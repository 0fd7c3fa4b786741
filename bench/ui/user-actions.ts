/** Scripted user actions on a long list: scroll, keyboard navigation, sort, search. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';

const wheelEveryMs = 100;
const wheelPx = 90;

/** Scrolls down and back up with the mouse wheel, without pause. */
export async function scrollList(page: Page, seconds: number): Promise<void> {
  const untilMs = performance.now() + seconds * 1_000;
  await page.mouse.move(640, 500);
  for (let step = 0; performance.now() < untilMs; step += 1) {
    await page.mouse.wheel(0, step % 100 < 50 ? wheelPx : -wheelPx);
    await delay(wheelEveryMs);
  }
}

/** From a row to the end and back. @returns number of interactions */
async function walkRows(page: Page): Promise<number> {
  const keys = [
    ['ArrowDown', 25],
    ['PageDown', 20],
    ['End', 2],
    ['PageUp', 15],
    ['Home', 2],
  ] as const;
  await page.getByRole('grid').getByRole('row').nth(2).getByRole('button').first().focus();
  for (const [key, times] of keys)
    for (let time = 0; time < times; time += 1) {
      await page.keyboard.press(key);
      await delay(60);
    }
  return keys.reduce((sum, [, times]) => sum + times, 0);
}

/** @returns number of interactions */
export async function exerciseList(page: Page): Promise<number> {
  let made = await walkRows(page);
  for (const name of ['Precio mínimo', '24 h', 'En venta', 'Categoría']) {
    for (let time = 0; time < 3; time += 1) {
      await page.getByRole('columnheader', { name }).getByRole('button').click();
      await delay(150);
      made += 1;
    }
  }
  return made + (await typeInSearch(page));
}

/** @returns number of interactions */
export async function exerciseThresholds(page: Page): Promise<number> {
  let made = await walkRows(page);
  const press = async (name: RegExp) => {
    await page.getByRole('checkbox', { name }).first().click();
    await delay(150);
    made += 1;
  };
  for (let time = 0; time < 6; time += 1) await press(/^Seleccionar .*baja de/);
  for (let time = 0; time < 4; time += 1) await press(/^Seleccionar .*umbrales/);
  return made + (await typeInSearch(page));
}

/** Types a text and deletes it again, key by key. @returns number of interactions */
export async function typeInSearch(page: Page, words = 'bloque 123'): Promise<number> {
  await page.getByRole('searchbox').last().focus();
  for (const key of [...words, ...Array.from(words, () => 'Backspace')]) {
    await page.keyboard.press(key);
    await delay(120);
  }
  return 2 * words.length;
}
