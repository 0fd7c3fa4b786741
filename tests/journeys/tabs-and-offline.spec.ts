/** One person with several tabs, and with a network that comes and goes. */
import type { BrowserContext, Page } from '@playwright/test';
import { register } from '#tests/support/account.ts';
import { createFiringThresholds } from '#tests/support/fire-alerts.ts';
import { type RunningVigia, startVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { heldThresholds, openSettings } from '#tests/support/settings-page.ts';

let vigia: RunningVigia;
test.beforeAll(async () => {
  vigia = await startVigia();
});
test.afterAll(() => vigia.stop());
// Cut off on purpose.
test.use({ expectedErrors: [/ERR_(INTERNET_DISCONNECTED|NETWORK_CHANGED|FAILED)|did not arrive/] });

declare global {
  interface Window {
    shownNotices: string[];
    hideTab(): void;
  }
}

/** Pages of this context say that they may show notices, keep what they show, and can be hidden. */
async function withNotices(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.shownNotices = [];
    class RecordedNotice {
      static readonly permission = 'granted';
      static requestPermission = async () => 'granted';
      onclick: (() => void) | null = null;
      constructor(_title: string, { body }: { body: string }) {
        window.shownNotices.push(body);
      }
      close() {}
    }
    Object.assign(window, { Notification: RecordedNotice });
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

const shownIn = (tabs: readonly Page[]) =>
  Promise.all(tabs.map((tab) => tab.evaluate(() => window.shownNotices.length)));

test('what one tab changes the other shows, one of them tells, one renews, and both leave', async ({
  page,
  context,
}) => {
  await withNotices(context);
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
  const notices = (tab: Page) =>
    tab.getByRole('switch', { name: 'Avisarme también en este navegador' });
  await notices(other).click();
  await expect(notices(page)).toBeChecked();

  await test.step('an alert is one notice, however many tabs are hidden', async () => {
    for (const tab of [page, other]) await tab.evaluate(() => window.hideTab());
    // A minute hidden ends the stream of whoever is not on watch.
    await context.clock.fastForward(61_000);
    await createFiringThresholds(page, ['uno']);
    await expect.poll(async () => (await shownIn([page, other])).toSorted()).toEqual([0, 1]);
  });

  await test.step('a threshold paused here is paused there', async () => {
    for (const tab of [page, other]) await openSettings(tab, vigia.origin);
    const active = (tab: Page) => tab.getByRole('switch', { name: /^Umbral activo/ });
    await active(page).click();
    await expect(active(other)).not.toBeChecked();
    expect(Object.values(await heldThresholds(page))).toMatchObject([{ pausa: 'usuario' }]);
  });

  await test.step('one tab renews the token at a time', async () => {
    let asking = 0;
    let most = 0;
    let renewed = 0;
    const answers: (() => void)[] = [];
    await context.route('**/securetoken.googleapis.com/**', async (route) => {
      asking += 1;
      most = Math.max(most, asking);
      await new Promise<void>((answer) => answers.push(answer));
      asking -= 1;
      renewed += 1;
      await route.continue();
    });
    // Both tabs have held the token for as long.
    await context.clock.fastForward(51 * 60_000);
    await expect.poll(() => renewalLocks(page)).toEqual({ held: 1, pending: 1 });
    await expect.poll(() => answers.length).toBe(1);
    expect(most).toBe(1);
    await expect
      .poll(() => {
        answers.shift()?.();
        return renewalLocks(page);
      })
      .toEqual({ held: 0, pending: 0 });
    expect(most).toBe(1);
    expect(renewed).toBeGreaterThan(0);
    await context.unroute('**/securetoken.googleapis.com/**');
    for (const tab of [page, other])
      await expect(tab.getByRole('heading', { name: 'Configuración' })).toBeVisible();
  });

  await test.step('leaving one leaves the other, and nothing of the person stays', async () => {
    await page.getByRole('button', { name: 'Cuenta', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
    await page.waitForURL('**/login');
    await other.waitForURL('**/login');
    for (const tab of [page, other]) {
      const kept = await tab.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
      expect(kept).not.toMatch(/authToken|pestanas@correo/);
    }
  });
});

/** Tabs at, and in front of, the renewal of the token (src/app/runtime.ts). */
const renewalLocks = (tab: Page) =>
  tab.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    const ours = (locks: LockInfo[]) => locks.filter(({ name }) => name === 'vigia-token').length;
    return { held: ours(held), pending: ours(pending) };
  });

test('the network goes and comes back: nothing seen is lost, nothing is promised, nothing is reloaded', async ({
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
  // Every screen of the dashboard is fetched while nothing else is wanted.
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
  // Nothing was kept to be sent later.
  await expect(name).toHaveValue('lucia');
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('a screen that does not arrive says so in its place, and is asked for again', async ({
  page,
}) => {
  const code = '**/assets/plan-screen-*.js';
  await page.route(code, (route) => route.abort());
  await register(page, vigia.origin, 'cobertura@correo.example');
  const sections = page.getByRole('navigation', { name: 'Secciones' }).first();
  await sections.getByRole('link', { name: 'Plan' }).click();
  await expect(page.getByText('Esta pantalla no ha llegado.')).toBeVisible();
  // The screens are fetched ahead, too: such a request may just be being refused.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByRole('button', { name: 'Pasar a Premium' })).toBeVisible();
});
