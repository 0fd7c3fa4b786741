/** States of a match's chart and of the threshold form. */
import type { Page } from '@playwright/test';
import { matchCopy } from '#src/copy/match.ts';
import { saveLocalLabel } from '#src/copy/settings-conflict.ts';
import { createLines, lineName } from '#tests/support/chart-page.ts';
import { expect } from '#tests/support/playwright-test.ts';
import type { ScreenState } from './screen-state.ts';

const path = '/dashboard/partidos';

interface StoredSettings {
  version: number;
  configuracion: { umbrales: Record<string, { value: number }> };
}

/** From now on the settings are read altered. */
async function mockChangedSettings(
  page: Page,
  alter: (settings: StoredSettings) => void,
): Promise<void> {
  await page.route('**/api/users/config', async (route) => {
    const response = await route.fetch();
    const settings: StoredSettings = await response.json();
    alter(settings);
    return route.fulfill({ response, json: settings });
  });
}

export const matchStates: readonly ScreenState[] = [
  {
    name: 'match of the widest team name',
    // Marruecos
    path: `${path}/m5`,
    async reach(page) {
      await expect(page.getByRole('button', { name: matchCopy.asTable })).toBeVisible();
    },
  },
  {
    name: 'match, price at an instant shown',
    path,
    async reach(page) {
      const drawn = await createLines(page);
      await page.goto(new URL(drawn.path, page.url()).href);
      await expect(page.getByRole('slider', { name: lineName })).toBeVisible();
      await page.getByRole('slider', { name: /en el tiempo$/ }).press('ArrowLeft');
      await expect(page.getByTestId('readout')).toBeVisible();
    },
  },
  {
    name: 'match, a line changed in another tab',
    async reach(page) {
      await page.reload();
      const line = page.getByRole('slider', { name: lineName });
      await expect(line).toBeVisible();
      await mockChangedSettings(page, ({ configuracion }) => {
        if (configuracion.umbrales.line) configuracion.umbrales.line.value += 100;
      });
      await page.route('**/api/users/thresholds/batch', async (route) => {
        const url = route
          .request()
          .url()
          .replace(/batch$/, 'line');
        const response = await route.fetch({ url, method: 'GET', postData: '' });
        const stored: { threshold: { value: number } } = await response.json();
        stored.threshold.value += 100;
        const body = { error: 'Cambió.', code: 'conflict', requestId: 'a', stored };
        return route.fulfill({ status: 409, json: body });
      });
      await line.press('ArrowDown');
      await line.press('Enter');
      await expect(page.getByRole('button', { name: saveLocalLabel })).toBeVisible();
    },
  },
  {
    name: 'threshold form, plan limit reached',
    async reach(page) {
      await mockChangedSettings(page, ({ configuracion: { umbrales } }) => {
        for (const id of ['a', 'b', 'c']) if (umbrales.line) umbrales[id] = { ...umbrales.line };
      });
      await page.reload();
      await page
        .getByRole('button', { name: matchCopy.createThreshold, exact: true })
        .first()
        .click();
      await expect(page.getByText('Ya tienes los 5 umbrales')).toBeVisible();
    },
  },
];
