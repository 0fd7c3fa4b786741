/**
 * The service worker: the app and the last prices without a network, updates, sign-out, and this browser as a channel. Where no push
 * service can be reached, the subscription is the double's, and the test says so.
 */
import type { Page } from '@playwright/test';
import { channelSetupCopy, channelsCopy } from '#src/copy/channels.ts';
import { lastPricesCopy } from '#src/copy/last-prices.ts';
import { overviewCopy } from '#src/copy/overview.ts';
import { signInCopy } from '#src/copy/sign-in.ts';
import { splashDelays } from '#src/copy/splash.ts';
import { updateCopy } from '#src/copy/update.ts';
import { register } from '#tests/support/account.ts';
import { createFiringThresholds } from '#tests/support/create-firing-thresholds.ts';
import { type RunningVigia, startVigia } from '#tests/support/local-app.ts';
import { confirmAddress } from '#tests/support/mailbox.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { type PublishedBuild, publishBuild } from '#tests/support/published-build.ts';
import { callApi, openSettings } from '#tests/support/settings-page.ts';
import { expectToast, shownToasts } from '#tests/support/toasts.ts';

let vigia: RunningVigia;
let build: PublishedBuild;
test.beforeAll(async () => {
  build = await publishBuild();
  vigia = await startVigia({ env: { DIST_DIR: build.distDir } });
});
test.afterAll(async () => {
  await vigia.stop();
  await build.delete();
});
test.use({
  serviceWorkers: 'allow',
  // The network is cut off on purpose.
  expectedErrors: [
    /ERR_(INTERNET_DISCONNECTED|NETWORK_CHANGED|FAILED)|status of (404|503)|bad HTTP response|unknown error occurred when fetching|service worker navigation preload|answered 404|does not support the Push API in incognito/,
  ],
});

/** Registers a user with a threshold, and waits until the worker is active and prices are stored. */
async function start(page: Page, email: string): Promise<void> {
  await register(page, vigia.origin, email);
  await createFiringThresholds(page, ['uno']);
  await page.reload();
  await expect(page.getByRole('grid', { name: overviewCopy.listLabel })).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state),
    )
    .toBe('activated');
  // A page that was loading when the worker became active has none.
  if (await page.evaluate(() => navigator.serviceWorker.controller === null)) await page.reload();
  // Those of before the threshold are stored, too.
  await expect.poll(() => storedPrices(page)).toContain('sube de');
  // The page follows the worker once it has preloaded its screens.
  await expect
    .poll(() =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => /plan-screen/.test(name)),
      ),
    )
    .toBe(true);
}

/** Stops the worker, as the browser does when it has been idle; the next event starts it anew. */
async function stopWorker(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.stopAllWorkers');
  await devtools.detach();
}

const storedPrices = (page: Page) => page.evaluate(() => localStorage.getItem('vigia-last-prices'));

const loadedEntry = (page: Page) =>
  page.evaluate(() => document.querySelector('script[type=module]')?.getAttribute('src'));

test('without a network a reload shows the last prices and their age; online, the list again', async ({
  page,
  context,
}) => {
  await start(page, 'sin-red@correo.example');
  await context.setOffline(true);

  await test.step('soon after, with a valid session', async () => {
    await page.reload();
    await expect(page.getByRole('heading', { name: lastPricesCopy.title })).toBeVisible();
    await expect(page.getByText(/^Guardados hoy a las .*, hace un momento\.$/)).toBeVisible();
    const row = page.getByRole('row').filter({ hasText: 'sube de 1\u00A0€' });
    await expect(row).toContainText(/\d,\d\d\u00A0€/);
    await expect(row).toContainText('cruzado');
  });

  await test.step('on any of its pages', async () => {
    for (const path of ['/', '/dashboard/partidos/no-guardado', '/dashboard']) {
      await page.goto(vigia.origin + path);
      await expect(page.getByRole('navigation', { name: 'Secciones' }).first()).toBeVisible();
    }
  });

  await test.step('in another tab, by a worker that is started for it', async () => {
    await stopWorker(page);
    const tab = await context.newPage();
    await tab.goto(`${vigia.origin}/dashboard`);
    await expect(tab.getByRole('heading', { name: lastPricesCopy.title })).toBeVisible();
    await tab.close();
  });

  await test.step('hours later, when the token has expired', async () => {
    await page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('firebase:authUser:'));
      const user = JSON.parse(localStorage.getItem(key ?? '') ?? '');
      user.stsTokenManager.expirationTime = 0;
      localStorage.setItem(key ?? '', JSON.stringify(user));
      const prices = JSON.parse(localStorage.getItem('vigia-last-prices') ?? '');
      prices.atMs -= 2 * 3_600_000;
      localStorage.setItem('vigia-last-prices', JSON.stringify(prices));
    });
    await page.reload();
    await expect(page.getByText(splashDelays.network.title)).toBeVisible();
    await expect(page.getByText(/^Guardados .*, hace 2.h\.$|^Guardados el /)).toBeVisible();
  });

  await test.step('back online, the session goes on', async () => {
    await context.setOffline(false);
    await page.reload();
    await expect(page.getByRole('grid', { name: overviewCopy.listLabel })).toBeVisible();
    await expect(page.getByRole('heading', { name: lastPricesCopy.title })).toHaveCount(0);
  });
});

test('signing out leaves nothing of the user: no prices, no notifications, only the app', {
  tag: '@release',
}, async ({ page, context }) => {
  await page.addInitScript(() => {
    ServiceWorkerRegistration.prototype.getNotifications = async () => [
      { close: () => localStorage.setItem('test-closed', 'yes') } as Notification,
    ];
  });
  await start(page, 'se-va@correo.example');
  await page.evaluate(() => localStorage.removeItem('test-closed'));
  await page.getByRole('button', { name: 'Cuenta', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  await page.waitForURL('**/login');
  await expect.poll(() => storedPrices(page)).toBeNull();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('test-closed'))).toBe('yes');
  await expect.poll(() => storedPages(page)).toEqual(['/dashboard']);
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(localStorage)))
    .not.toContain('se-va@');
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('button', { name: signInCopy.signIn })).toBeVisible();
  await expect(page.getByText(lastPricesCopy.title)).toHaveCount(0);
});

interface Received {
  readonly kind: string;
  readonly to: string;
  readonly content: { readonly title: string };
}

test('this browser is added, gets its test, and is removed with its subscription', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['notifications'], { origin: vigia.origin });
  const email = 'por-avisos@correo.example';
  await register(page, vigia.origin, email);
  await confirmAddress(vigia.origin, email);
  await page.addInitScript(subscribeAtDouble);
  await openSettings(page, vigia.origin);
  await page.getByRole('button', { name: channelsCopy.add(channelSetupCopy.titles.push) }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel(channelsCopy.name)).toHaveValue(/ en Linux$/);
  await dialog.getByLabel(channelsCopy.name).fill('Mi portátil');
  await dialog.getByRole('button', { name: channelSetupCopy.askPermission }).click();
  await expect(dialog.getByText('el canal funciona')).toBeVisible();
  await dialog.getByRole('button', { name: channelSetupCopy.done }).click();
  const reason = await page.evaluate(() => sessionStorage.getItem('no-push-service'));
  if (reason !== null) console.log(`not run: a subscription at a real push service: ${reason}`);

  const receivedAt = async (endpoint: string | null) => {
    const { items } = await callApi<{ items: Received[] }>(page, '/__local/canales.json');
    return items.filter(({ kind, to }) => kind === 'push' && endpoint?.endsWith(to));
  };
  const own = await receivedAt(await page.evaluate(() => sessionStorage.getItem('subscription')));
  expect(own.map(({ content }) => content.title)).toEqual(['Prueba de Vigía']);

  // It is offered once, and again when it has been removed.
  await expect(page.getByText(channelsCopy.pushHere)).toBeVisible();
  await page.getByRole('button', { name: channelsCopy.removeName('Mi portátil') }).click();
  await dialog.getByRole('button', { name: channelsCopy.remove }).click();
  await expectToast(page, 'Canal quitado: Mi portátil.');
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('subscription'))).toBeNull();
  await expect(
    page.getByRole('button', { name: channelsCopy.add(channelSetupCopy.titles.push) }),
  ).toBeVisible();
});

test('an update that was announced is what a reload without a network shows', {
  tag: '@release',
}, async ({ page, context }) => {
  await start(page, 'al-dia@correo.example');
  const before = await build.entry();
  expect(await loadedEntry(page)).toBe(before);

  await build.publishNext();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect
    .poll(() => shownToasts(page, 'success'))
    .toContainEqual(expect.stringContaining(updateCopy.updated));
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Secciones' }).first()).toBeVisible();
  expect(await loadedEntry(page)).toBe(await build.entry());
});

/** Pages in the browser's caches. */
const storedPages = (page: Page) =>
  page.evaluate(async () => {
    const keys = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return keys
      .flat()
      .map(({ url }) => new URL(url).pathname)
      .filter((path) => !path.startsWith('/assets/'));
  });

/** Runs in the page: a browser without a reachable push service subscribes at the double. */
function subscribeAtDouble(): void {
  const { subscribe, getSubscription } = PushManager.prototype;
  const stored = () => sessionStorage.getItem('subscription');
  const unsubscribe = async () => {
    sessionStorage.removeItem('subscription');
    return true;
  };
  PushManager.prototype.subscribe = async function subscribeHere(options) {
    try {
      return await subscribe.call(this, options);
    } catch (error) {
      sessionStorage.setItem('no-push-service', String(error));
      const answer = await fetch('/__local/canales/push', { method: 'POST' });
      const settings = await answer.json();
      sessionStorage.setItem('subscription', settings.endpoint);
      return { toJSON: () => settings, unsubscribe } as unknown as PushSubscription;
    }
  };
  PushManager.prototype.getSubscription = async function findSubscription() {
    if (stored() === null) return getSubscription.call(this);
    return { unsubscribe } as unknown as PushSubscription;
  };
}
