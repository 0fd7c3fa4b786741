/** States of the splash: services that never answer, and a stored session that waits for the network. */
import type { Page, Route } from '@playwright/test';
import { expect } from '#tests/support/playwright-test.ts';
import type { ScreenState } from './screen-state.ts';

const silent = () => {};
const away = (route: Route) => route.abort('internetdisconnected');
const hourMs = 3_600_000;

/** Reloads the page with the given routes, and a clock that runs on. */
async function reloadWith(
  page: Page,
  routes: Readonly<Record<string, (route: Route) => void>>,
  time = Date.now(),
): Promise<void> {
  for (const [url, handler] of Object.entries(routes)) await page.route(url, handler);
  await page.clock.install({ time });
  await page.reload();
}

const splashText = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();

export const splashStates: readonly ScreenState[] = [
  {
    name: 'splash, a silent identity service',
    path: '/dashboard',
    ownPage: true,
    async reach(page) {
      await reloadWith(page, { '**/accounts:lookup?*': silent });
      await splashText(page, 'Comprobando tu sesión');
      await page.clock.runFor(10_000);
      await splashText(page, 'No hemos podido comprobar tu sesión en 10 segundos.');
    },
  },
  {
    name: 'splash, a silent document database',
    path: '/dashboard',
    ownPage: true,
    async reach(page) {
      // The splash says the same before; its ten seconds begin with the request.
      const requested = page.waitForRequest('**/documents:*');
      await reloadWith(page, { '**/documents:*': silent });
      await requested;
      await splashText(page, 'Comprobando tu sesión');
      await page.clock.runFor(10_000);
      await splashText(page, 'No hemos podido leer tu perfil en 10 segundos.');
    },
  },
  {
    name: 'splash, waiting for the network',
    path: '/dashboard',
    ownPage: true,
    async reach(page) {
      const routes = { '**/accounts:lookup?*': away, '**/securetoken.googleapis.com/**': away };
      await reloadWith(page, routes, Date.now() + 2 * hourMs);
      await splashText(page, 'Esperando la conexión.');
    },
  },
  {
    name: 'splash, waiting for the network, with the last prices',
    path: '/dashboard',
    ownPage: true,
    async reach(page) {
      await storeLastPrices(page);
      const routes = { '**/accounts:lookup?*': away, '**/securetoken.googleapis.com/**': away };
      await reloadWith(page, routes, Date.now() + 2 * hourMs);
      await expect(page.getByRole('heading', { name: 'Últimos precios' })).toBeVisible();
    },
  },
  {
    name: 'overview without an answer, with the last prices',
    path: '/dashboard',
    ownPage: true,
    async reach(page) {
      await storeLastPrices(page);
      await page.route('**/api/monitoring/**', away);
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Últimos precios' })).toBeVisible();
    },
  },
];

/** Stored as by the overview (src/features/last-prices/). */
const storeLastPrices = (page: Page) =>
  page.evaluate(
    (prices) => localStorage.setItem('vigia-last-prices', prices),
    JSON.stringify(lastPrices),
  );

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
  atMs: Date.now() - hourMs,
  prices: [
    { ...unpriced, key: 'a', floorCents: 17_200, rule: 'baja de 180 €', isCrossed: true },
    unpriced,
  ],
  omitted: 12,
};
