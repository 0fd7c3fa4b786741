/** States of the splash: services that never answer, and a stored session that waits for the network. */
import type { Page, Route } from '@playwright/test';
import { lastPricesCopy } from '#src/copy/last-prices.ts';
import { splashCopy, splashDelays } from '#src/copy/splash.ts';
import { expect } from '#tests/support/playwright-test.ts';
import type { ScreenState } from './screen-state.ts';

const silent = () => {};
const away = (route: Route) => route.abort('internetdisconnected');
const hourMs = 3_600_000;

/**
 * Opens the page again with the given routes, and a clock that runs on.
 * @param options `requested`: waits for this request of it; the splash says the same before its code runs
 */
async function openAgainWith(
  page: Page,
  routes: Readonly<Record<string, (route: Route) => void>>,
  { time = Date.now(), requested }: { readonly time?: number; readonly requested?: string } = {},
): Promise<void> {
  const address = page.url();
  // The page that is left sends no request that would be taken for the next one's.
  await page.goto('about:blank');
  for (const [url, handler] of Object.entries(routes)) await page.route(url, handler);
  await page.clock.install({ time });
  const request = requested && page.waitForRequest(requested);
  await page.goto(address);
  await request;
}

const splashText = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();

export const splashStates: readonly ScreenState[] = [
  {
    name: 'splash, a silent identity service',
    path: '/dashboard',
    ownPage: true,
    async reach(page) {
      // Its ten seconds begin with the request.
      const requested = '**/accounts:lookup?*';
      await openAgainWith(page, { [requested]: silent }, { requested });
      await splashText(page, splashCopy.checking);
      await page.clock.runFor(10_000);
      await splashText(page, splashDelays.session.detail);
    },
  },
  {
    name: 'splash, waiting for the network, with the last prices',
    path: '/dashboard',
    ownPage: true,
    async reach(page) {
      await storeLastPrices(page);
      const routes = { '**/accounts:lookup?*': away, '**/securetoken.googleapis.com/**': away };
      await openAgainWith(page, routes, { time: Date.now() + 2 * hourMs });
      await expect(page.getByRole('heading', { name: lastPricesCopy.title })).toBeVisible();
    },
  },
];

/** Stored for the next document, as by the overview (src/features/last-prices/), which may be storing its own in this one. */
const storeLastPrices = (page: Page) =>
  page.addInitScript((prices) => {
    if (location.protocol !== 'about:') localStorage.setItem('vigia-last-prices', prices);
  }, JSON.stringify(lastPrices));

const unpriced = {
  key: 'b',
  match: 'Bosnia y Herzegovina – Corea del Sur',
  target: 'El más barato de Categoría 3',
  currency: 'EUR',
  floorCents: null,
  rule: null,
  isCrossed: false,
};
const lastPrices = {
  version: 1,
  atMs: Date.now() - hourMs,
  prices: [
    { ...unpriced, key: 'a', floorCents: 17_200, rule: 'baja de 180 €', isCrossed: true },
    unpriced,
  ],
  omitted: 12,
};
