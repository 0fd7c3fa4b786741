/** What a match's chart and the threshold builder can be brought to. */
import type { Page } from '@playwright/test';
import { drawLines, lineName } from '#tests/support/chart-page.ts';
import { expect } from '#tests/support/playwright-test.ts';
import type { ScreenState } from './screen-state.ts';

const path = '/dashboard/partidos';

interface Held {
  version: number;
  configuracion: { umbrales: Record<string, { valor: number }> };
}

/** Someone's line on a match, shown. */
async function openLine(page: Page) {
  const drawn = await drawLines(page);
  await page.goto(new URL(drawn.path, page.url()).href);
  const line = page.getByRole('slider', { name: lineName });
  await expect(line).toBeVisible();
  return line;
}

/** From now on the server tells of settings that are not quite its own. */
async function alterSettings(page: Page, alter: (held: Held) => void): Promise<void> {
  await page.route('**/api/users/config', async (route) => {
    if (route.request().method() === 'PUT')
      return route.fulfill({ status: 409, json: { error: 'Cambió.', code: 'conflict' } });
    const response = await route.fetch();
    const held: Held = await response.json();
    alter(held);
    return route.fulfill({ response, json: held });
  });
}

export const matchStates: readonly ScreenState[] = [
  {
    name: 'match, a line held',
    path,
    async reach(page) {
      const line = await openLine(page);
      await line.press('ArrowUp');
      await expect(line).toHaveAttribute('aria-valuetext', /sin guardar/);
    },
  },
  {
    name: 'match, a price read out',
    path,
    async reach(page) {
      await openLine(page);
      await page.getByRole('slider', { name: /en el tiempo$/ }).press('ArrowLeft');
      await expect(page.locator('.readout')).toBeVisible();
    },
  },
  {
    name: 'match, a line moved elsewhere first',
    path,
    async reach(page) {
      const line = await openLine(page);
      await alterSettings(page, ({ configuracion }) => {
        if (configuracion.umbrales.linea) configuracion.umbrales.linea.valor += 100;
      });
      await line.press('ArrowDown');
      await line.press('Enter');
      await expect(page.getByRole('button', { name: 'Guardar lo mío' })).toBeVisible();
    },
  },
  {
    name: 'match, its history not read',
    path,
    async reach(page) {
      await page.route('**/api/monitoring/match?*collectible=*', (route) =>
        route.fulfill({ status: 503, json: { error: 'Vuelve en un momento.' } }),
      );
      await page.locator('a[href^="/dashboard/partidos/"]').first().click();
      await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible();
    },
  },
  {
    name: 'threshold form, its match not read',
    path,
    async reach(page) {
      await page.locator('a[href^="/dashboard/partidos/"]').first().click();
      await page.getByRole('slider', { name: /en el tiempo$/ }).waitFor();
      // The form asks for the match itself, not for a chart of it.
      await page.route(/\/api\/monitoring\/match\?id=[^&]+$/, (route) =>
        route.fulfill({ status: 503, json: { error: 'Vuelve en un momento.' } }),
      );
      await page.getByRole('button', { name: 'Crear umbral', exact: true }).first().click();
      const form = page.getByRole('dialog', { name: 'Crear umbral' });
      await expect(form.getByRole('button', { name: 'Reintentar' })).toBeVisible();
    },
  },
  {
    name: 'threshold form, the plan full',
    path,
    async reach(page) {
      await openLine(page);
      await alterSettings(page, ({ configuracion: { umbrales } }) => {
        for (const id of ['a', 'b', 'c']) if (umbrales.linea) umbrales[id] = { ...umbrales.linea };
      });
      await page.reload();
      await page.getByRole('button', { name: 'Crear umbral', exact: true }).first().click();
      await expect(page.getByText('Ya tienes los 5 umbrales')).toBeVisible();
    },
  },
];
