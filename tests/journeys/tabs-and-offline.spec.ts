/** Several tabs of one user, and an unreliable network. */
import type { BrowserContext, Page } from '@playwright/test';
import { register } from '#tests/support/account.ts';
import { createFiringThresholds } from '#tests/support/create-firing-thresholds.ts';
import { type RunningVigia, startVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { fetchThresholds, openSettings } from '#tests/support/settings-page.ts';

let vigia: RunningVigia;
test.beforeAll(async () => {
  vigia = await startVigia();
});
test.afterAll(() => vigia.stop());
// The network is cut off on purpose.
test.use({
  expectedErrors: [/ERR_(INTERNET_DISCONNECTED|NETWORK_CHANGED|FAILED)|chunk failed to load/],
});

declare global {
  interface Window {
    shownNotifications: string[];
    hideTab(): void;
  }
}

/** Stubs browser notifications in every page of the context and records them; adds `hideTab`. */
async function stubNotifications(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.shownNotifications = [];
    class RecordedNotification {
      static readonly permission = 'granted';
      static requestPermission = async () => 'granted';
      onclick: (() => void) | null = null;
      constructor(_title: string, { body }: { body: string }) {
        window.shownNotifications.push(body);
      }
      close() {}
    }
    Object.assign(window, { Notification: RecordedNotification });
    window.hideTab = () => {
      Object.defineProperty(document, 'hidden', { get: () => true, configurable: true });
      Object.defineProperty(document, 'visibilityState', {
        get: () => 'hidden',
        configurable: true,
      });
      document.dispatchEvent(new Event('visibilitychange'));
    };
  });
}

const countShown = (tabs: readonly Page[]) =>
  Promise.all(tabs.map((tab) => tab.evaluate(() => window.shownNotifications.length)));

test('tabs share changes; one shows the notification, one renews the token, and both sign out', async ({
  page,
  context,
}) => {
  await stubNotifications(context);
  await context.clock.install();
  await register(page, vigia.origin, 'pestanas@correo.example');
  const other = await context.newPage();
  await openSettings(other, vigia.origin);
  await openSettings(page, vigia.origin);

  await page.getByLabel('Nombre de usuario').fill('Dos Pestañas');
  await page.getByRole('button', { name: 'Guardar nombre' }).click();
  await expect(other.getByLabel('Nombre de usuario')).toHaveValue('Dos Pestañas');
  await page.getByLabel('Frecuencia de comprobación').selectOption('300');
  await expect(other.getByLabel('Frecuencia de comprobación')).toHaveValue('300');
  const notificationSwitch = (tab: Page) =>
    tab.getByRole('switch', { name: 'Avisarme también en este navegador' });
  await notificationSwitch(other).click();
  await expect(notificationSwitch(page)).toBeChecked();

  await test.step('an alert shows one notification, however many tabs are hidden', async () => {
    for (const tab of [page, other]) await tab.evaluate(() => window.hideTab());
    // After a minute hidden, tabs that are not the leader close their stream.
    await context.clock.fastForward(61_000);
    await createFiringThresholds(page, ['uno']);
    await expect.poll(async () => (await countShown([page, other])).toSorted()).toEqual([0, 1]);
  });

  await test.step('a threshold paused in one tab is paused in the other', async () => {
    for (const tab of [page, other]) await openSettings(tab, vigia.origin);
    const active = (tab: Page) => tab.getByRole('switch', { name: /^Umbral activo/ });
    await active(page).click();
    await expect(active(other)).not.toBeChecked();
    expect(Object.values(await fetchThresholds(page))).toMatchObject([{ pausa: 'usuario' }]);
  });

  await test.step('one tab at a time renews the token', async () => {
    let inFlight = 0;
    let maxInFlight = 0;
    let renewed = 0;
    const answers: (() => void)[] = [];
    await context.route('**/securetoken.googleapis.com/**', async (route) => {
      inFlight += 1;
      maxInFlight = Math.max(maxInFlight, inFlight);
      await new Promise<void>((answer) => answers.push(answer));
      inFlight -= 1;
      renewed += 1;
      await route.continue();
    });
    // Both tabs have had the token for the same time.
    await context.clock.fastForward(51 * 60_000);
    await expect.poll(() => renewalLocks(page)).toEqual({ held: 1, pending: 1 });
    await expect.poll(() => answers.length).toBe(1);
    expect(maxInFlight).toBe(1);
    await expect
      .poll(() => {
        answers.shift()?.();
        return renewalLocks(page);
      })
      .toEqual({ held: 0, pending: 0 });
    expect(maxInFlight).toBe(1);
    expect(renewed).toBeGreaterThan(0);
    await context.unroute('**/securetoken.googleapis.com/**');
    for (const tab of [page, other])
      await expect(tab.getByRole('heading', { name: 'Configuración' })).toBeVisible();
  });

  await test.step('signing out in one signs out the other, and no personal data stays', async () => {
    await page.getByRole('button', { name: 'Cuenta', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
    await page.waitForURL('**/login');
    await other.waitForURL('**/login');
    for (const tab of [page, other]) {
      const stored = await tab.evaluate(() =>
        JSON.stringify({ ...localStorage, ...sessionStorage }),
      );
      expect(stored).not.toMatch(/authToken|pestanas@correo/);
    }
  });
});

/** Held and pending Web Locks for the renewal of the token (src/app/runtime.ts). */
const renewalLocks = (tab: Page) =>
  tab.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    const count = (locks: LockInfo[]) => locks.filter(({ name }) => name === 'vigia-token').length;
    return { held: count(held), pending: count(pending) };
  });

test('offline: loaded data stays, nothing is queued; online again, the page is not reloaded', async ({
  page,
  context,
}) => {
  const fetched: string[] = [];
  page.on('requestfinished', (request) => fetched.push(new URL(request.url()).pathname));
  await page.clock.install();
  await register(page, vigia.origin, 'tren@correo.example');
  await createFiringThresholds(page, ['uno']);
  const sections = page.getByRole('navigation', { name: 'Secciones' }).first();
  await sections.getByRole('link', { name: /^Alertas/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Una sin leer');
  await sections.getByRole('link', { name: 'Configuración' }).click();
  const name = page.getByLabel('Nombre de usuario');
  await expect(name).toHaveValue('lucia');
  // Every dashboard screen is preloaded when idle.
  await expect.poll(() => fetched.some((path) => /plan-screen/.test(path))).toBe(true);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));

  await context.setOffline(true);
  const banner = page.getByRole('status').filter({ hasText: 'Sin conexión.' });
  await expect(banner).toContainText('Ves datos de hace un momento.');
  await page.clock.fastForward(3 * 60_000);
  await expect(banner).toContainText(/Ves datos de hace 3.min\./);

  await name.fill('En el tren');
  await page.getByRole('button', { name: 'Guardar nombre' }).click();
  await expect(page.getByText('Sin conexión: no se ha guardado nada.')).toBeVisible();
  await expect(name).toHaveValue('En el tren');

  await sections.getByRole('link', { name: /^Alertas/ }).click();
  await expect(page.getByRole('button', { name: /^¿Por qué me llegó\? / })).toBeVisible();
  await sections.getByRole('link', { name: 'Plan' }).click();
  await expect(page.getByRole('button', { name: 'Reintentar' }).first()).toBeVisible();

  await context.setOffline(false);
  await expect(banner).toBeHidden();
  await expect(page.getByRole('button', { name: 'Reintentar' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Pasar a Premium' })).toBeVisible();
  await sections.getByRole('link', { name: 'Configuración' }).click();
  // The change was not queued.
  await expect(name).toHaveValue('lucia');
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('a screen whose chunk fails to load shows an error, and can be retried', async ({ page }) => {
  const code = '**/assets/plan-screen-*.js';
  await page.route(code, (route) => route.abort());
  await register(page, vigia.origin, 'cobertura@correo.example');
  const sections = page.getByRole('navigation', { name: 'Secciones' }).first();
  await sections.getByRole('link', { name: 'Plan' }).click();
  await expect(page.getByText('Esta pantalla no ha llegado.')).toBeVisible();
  // A preload of the chunk may be failing at the same time.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByRole('button', { name: 'Pasar a Premium' })).toBeVisible();
});
