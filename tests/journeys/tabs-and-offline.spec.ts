/** Several tabs of one user, and an unreliable network. */
import type { BrowserContext, Page, Request } from '@playwright/test';
import { connectionCopy } from '#src/copy/connection.ts';
import { matchesCopy } from '#src/copy/matches.ts';
import { settingsCopy } from '#src/copy/settings.ts';
import { nameCopy } from '#src/copy/settings-account.ts';
import { supportCopy } from '#src/copy/support.ts';
import { register } from '#tests/support/account.ts';
import { createFiringThresholds } from '#tests/support/create-firing-thresholds.ts';
import { waitForStream } from '#tests/support/live-stream.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { openSettings, settingsPath } from '#tests/support/settings-page.ts';

let vigia: RunningVigia;
test.beforeAll(({ vigia: running }) => {
  vigia = running;
});
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

/** Ids of the tabs that hold a Web Lock, and of those that wait for it. */
const lockClients = (tab: Page, name: string) =>
  tab.evaluate(async (wanted) => {
    const { held = [], pending = [] } = await navigator.locks.query();
    const clients = (locks: LockInfo[]) =>
      locks.filter((lock) => lock.name === wanted).map(({ clientId }) => clientId);
    return { held: clients(held), pending: clients(pending) };
  }, name);

/** A tab's own id, from a lock that only it holds. */
const clientIdOf = (tab: Page) =>
  tab.evaluate(() =>
    navigator.locks.request('test-client-id', async () => {
      const { held = [] } = await navigator.locks.query();
      return held.find(({ name }) => name === 'test-client-id')?.clientId;
    }),
  );

const leaderLock = 'vigia-notification-leader';

/** The tab elected to show notifications (src/app/effects/notification-leader.ts); the others are waiting by then. */
async function electedLeader(tabs: readonly [Page, ...Page[]]): Promise<Page> {
  await expect
    .poll(async () => {
      const { held, pending } = await lockClients(tabs[0], leaderLock);
      return [held.length, pending.length];
    })
    .toEqual([1, tabs.length - 1]);
  const { held } = await lockClients(tabs[0], leaderLock);
  for (const tab of tabs) if ((await clientIdOf(tab)) === held[0]) return tab;
  throw new Error('no tab is leader');
}

const countShown = (tabs: readonly Page[]) =>
  Promise.all(tabs.map((tab) => tab.evaluate(() => window.shownNotifications.length)));

test('tabs share changes; one shows the notification, and both sign out', async ({
  page,
  context,
}) => {
  await stubNotifications(context);
  await context.clock.install();
  await register(page, vigia.origin, 'pestanas@correo.example');
  const other = await context.newPage();
  await openSettings(other, vigia.origin);
  await openSettings(page, vigia.origin);

  await page.getByLabel(nameCopy.label).fill('Dos Pestañas');
  await page.getByRole('button', { name: nameCopy.save }).click();
  await expect(other.getByLabel(nameCopy.label)).toHaveValue('Dos Pestañas');
  const notificationSwitch = (tab: Page) => tab.getByRole('switch', { name: settingsCopy.notices });
  await notificationSwitch(other).click();
  await expect(notificationSwitch(page)).toBeChecked();

  await test.step('an alert shows one notification, however many tabs are hidden', async () => {
    const leader = await electedLeader([page, other]);
    for (const tab of [page, other]) await tab.evaluate(() => window.hideTab());
    // After a minute hidden, tabs that are not the leader close their stream. A jump looks like a minute of silence:
    // the leader opens its own again.
    const reopened = leader.waitForResponse('**/api/monitoring/stream?*');
    await context.clock.fastForward(61_000);
    await reopened;
    await createFiringThresholds(page, ['uno']);
    await expect.poll(async () => (await countShown([page, other])).toSorted()).toEqual([0, 1]);
  });

  await test.step('signing out in one signs out the other, and no personal data stays', async () => {
    await page.getByRole('button', { name: 'Cuenta', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
    await page.waitForURL('**/login');
    await other.waitForURL('**/login');
    for (const tab of [page, other]) {
      const stored = () =>
        tab.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
      await expect.poll(stored).not.toMatch(/authToken|pestanas@correo/);
    }
  });
});

test('a lone tab shows the notification on pages outside the dashboard, too', {
  tag: '@release',
}, async ({ page, context }) => {
  await stubNotifications(context);
  await register(page, vigia.origin, 'en-ayuda@correo.example');
  const stream = waitForStream(page, settingsPath);
  await openSettings(page, vigia.origin);
  await stream;
  await page.getByRole('switch', { name: settingsCopy.notices }).click();

  await test.step('reached from the dashboard', async () => {
    await electedLeader([page]);
    await page.getByRole('link', { name: 'Ayuda' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(supportCopy.title);
    await page.evaluate(() => window.hideTab());
    await createFiringThresholds(page, ['uno']);
    await expect.poll(() => countShown([page])).toEqual([1]);
  });

  await test.step('opened at its address', async () => {
    const ownStream = waitForStream(page, '/terms');
    await page.goto(`${vigia.origin}/terms`);
    await ownStream;
    await electedLeader([page]);
    await page.evaluate(() => window.hideTab());
    await createFiringThresholds(page, ['dos', 'tres']);
    await expect.poll(() => countShown([page])).not.toEqual([0]);
  });
});

/** Tabs that hold and wait for the lock of the token's renewal (src/app/effects/refresh-in-one-tab.ts). */
async function renewalLocks(tab: Page) {
  const { held, pending } = await lockClients(tab, 'vigia-token');
  return { held: held.length, pending: pending.length };
}

const tokenIn = (tab: Page) => tab.evaluate(() => localStorage.getItem('authToken'));

test('of three tabs one renews the token, for all; another does when that one closes', {
  tag: '@release',
}, async ({ page, context }) => {
  await context.clock.install();
  await register(page, vigia.origin, 'una-renueva@correo.example');
  const tabs = [page, await context.newPage(), await context.newPage()];
  for (const tab of tabs) {
    await tab.goto(`${vigia.origin}/dashboard/partidos`);
    await expect(tab.getByLabel(matchesCopy.searchLabel)).toBeVisible();
  }
  const held: { readonly tab: Page; readonly answer: () => Promise<void> }[] = [];
  let requests = 0;
  await context.route('**/securetoken.googleapis.com/**', (route) => {
    requests += 1;
    held.push({ tab: route.request().frame().page(), answer: () => route.continue() });
  });

  await test.step('one request', async () => {
    const before = await tokenIn(page);
    await context.clock.fastForward(50 * 60_000 + 1_000);
    await expect.poll(() => renewalLocks(page)).toEqual({ held: 1, pending: 2 });
    await expect.poll(() => held.length).toBe(1);
    await held.shift()?.answer();
    await expect.poll(() => renewalLocks(page)).toEqual({ held: 0, pending: 0 });
    await expect.poll(() => tokenIn(page)).not.toBe(before);
    expect(requests).toBe(1);
  });

  await test.step('the tab that renews is closed: another renews', async () => {
    const before = await tokenIn(page);
    await context.clock.fastForward(50 * 60_000 + 1_000);
    await expect.poll(() => held.length).toBe(1);
    await expect.poll(() => renewalLocks(page)).toEqual({ held: 1, pending: 2 });
    await held.shift()?.tab.close();
    await expect.poll(() => held.length).toBe(1);
    await held.shift()?.answer();
    const [left] = tabs.filter((tab) => !tab.isClosed());
    if (left === undefined) throw new Error('every tab is closed');
    await expect.poll(() => tokenIn(left)).not.toBe(before);
    await expect.poll(() => renewalLocks(left)).toEqual({ held: 0, pending: 0 });
    expect(requests).toBe(3);
  });
});

test('offline: loaded data stays, nothing is queued; online again, the page is not reloaded', async ({
  page,
  context,
}) => {
  const fetched: string[] = [];
  page.on('requestfinished', (request) => fetched.push(new URL(request.url()).pathname));
  const unanswered = new Set<Request>();
  page.on('request', (request) => unanswered.add(request));
  page.on('requestfinished', (request) => unanswered.delete(request));
  page.on('requestfailed', (request) => unanswered.delete(request));
  await page.clock.install();
  await register(page, vigia.origin, 'tren@correo.example');
  await createFiringThresholds(page, ['uno']);
  const sections = page.getByRole('navigation', { name: 'Secciones' }).first();
  await sections.getByRole('link', { name: /^Alertas/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Una sin leer');
  await sections.getByRole('link', { name: 'Configuración' }).click();
  const name = page.getByLabel(nameCopy.label);
  await expect(name).toHaveValue('lucia');
  // Every dashboard screen is preloaded when idle.
  await expect.poll(() => fetched.some((path) => /plan-screen/.test(path))).toBe(true);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));

  await context.setOffline(true);
  const banner = page.getByRole('status').filter({ hasText: connectionCopy.lost });
  await expect(banner).toContainText(connectionCopy.age(Date.now(), new Date()));
  // What was sent before may still be answered, and would be three minutes younger.
  await expect.poll(() => unanswered.size).toBe(0);
  await page.clock.fastForward(3 * 60_000);
  await expect(banner).toContainText(/Ves datos de hace 3.min\./);

  await name.fill('En el tren');
  await page.getByRole('button', { name: nameCopy.save }).click();
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
