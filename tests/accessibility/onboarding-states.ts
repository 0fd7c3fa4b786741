/** States of the onboarding: each of its steps. */
import type { Page } from '@playwright/test';
import { onboardingCopy } from '#src/copy/onboarding.ts';
import { expect } from '#tests/support/playwright-test.ts';
import { callApi } from '#tests/support/settings-page.ts';
import type { ScreenState } from './screen-state.ts';

/** Opens the step that follows from settings which only this page is told. */
async function openStep(page: Page, hasThreshold: boolean, heading: string): Promise<void> {
  const { items } = await callApi<{ items: { id: string; status: string }[] }>(
    page,
    '/api/monitoring/matches?limit=500',
  );
  const matchId = items.findLast(({ status }) => status === 'scheduled')?.id ?? '';
  const { items: collectibles } = await callApi<{ items: { id: string }[] }>(
    page,
    `/api/monitoring/raw?match=${matchId}`,
  );
  await page.route('**/api/users/config', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const target = { kind: 'collectible', id: collectibles[0]?.id };
    const threshold = { target, condition: 'below', value: 100, currency: 'EUR' };
    body.configuracion.partidos = [matchId];
    body.configuracion.umbrales = hasThreshold ? { uno: threshold } : {};
    await route.fulfill({ response, json: body });
  });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
}

export const onboardingStates: readonly ScreenState[] = [
  {
    name: 'onboarding, choosing a match',
    path: '/onboarding',
    async reach(page) {
      await expect(page.getByRole('button', { name: /^Vigilar: / }).first()).toBeVisible();
    },
  },
  {
    name: 'onboarding, creating a threshold',
    async reach(page) {
      await openStep(page, false, onboardingCopy.lineTitle);
      await expect(page.getByRole('complementary', { name: onboardingCopy.ticket })).toBeVisible();
      await expect(page.locator('.chart')).toBeVisible();
    },
  },
  {
    name: 'onboarding, waiting for the mail to be opened',
    async reach(page) {
      await openStep(page, true, onboardingCopy.mailTitle);
      await expect(page.getByText(onboardingCopy.waiting)).toBeVisible();
    },
  },
];
