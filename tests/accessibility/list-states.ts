/** States of the long lists: full, sorted, without results, failed to load. */
import { matchCopy } from '#src/copy/match.ts';
import { overviewCopy } from '#src/copy/overview.ts';
import { statisticsCopy } from '#src/copy/statistics.ts';
import { expect } from '#tests/support/playwright-test.ts';
import type { ScreenState } from './screen-state.ts';

const matches = '/dashboard/partidos';

export const listStates: readonly ScreenState[] = [
  {
    name: 'overview, the whole market watched',
    path: '/dashboard',
    async mock(page) {
      await page.route('**/api/monitoring/raw?*', (route) =>
        route.continue({ url: route.request().url().replace('watched=true&', '') }),
      );
    },
    async reach(page) {
      await expect(page.getByRole('grid', { name: overviewCopy.listLabel })).toBeVisible();
    },
  },
  {
    name: 'match, sorted and explained',
    path: matches,
    async reach(page) {
      await page.locator('[role=grid] a[href^="/dashboard/partidos/"]').first().click();
      await page.waitForURL('**/dashboard/partidos/*');
      await page.goto(`${page.url()}?venta=1&orden=-precio`);
      await page.getByRole('button', { name: statisticsCopy.explain }).click();
      await expect(page.getByRole('grid')).toBeVisible();
    },
  },
  {
    name: 'match, no collectible found',
    async reach(page) {
      await page.goto(new URL('?q=xyzzy', page.url()).href);
      await expect(page.getByText(matchCopy.noneTitle)).toBeVisible();
    },
  },
];
