/**
 * This browser as a channel: permission, subscription, the server's encrypted test, the worker that shows it, a renewal. Where no push
 * service can be reached, the subscription is the double's, and the test says so.
 */
import { channelSetupCopy, channelsCopy } from '#src/copy/channels.ts';
import { register } from '#tests/support/account.ts';
import { type RunningVigia, startVigia } from '#tests/support/local-app.ts';
import { confirmAddress } from '#tests/support/mailbox.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import type { PublishedBuild } from '#tests/support/published-build.ts';
import {
  choose,
  publishRecordingBuild,
  push,
  renewSubscription,
  shownNotifications,
  stopWorker,
} from '#tests/support/push-notifications.ts';
import { callApi, openSettings } from '#tests/support/settings-page.ts';
import { expectToast } from '#tests/support/toasts.ts';

test.use({
  serviceWorkers: 'allow',
  expectedErrors: [/does not support the Push API in incognito/],
});

let build: PublishedBuild;
let vigia: RunningVigia;
test.beforeAll(async () => {
  build = await publishRecordingBuild();
  vigia = await startVigia({ env: { DIST_DIR: build.distDir } });
});
test.afterAll(async () => {
  await vigia.stop();
  await build.delete();
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
  await push(page, JSON.stringify(own[0]?.content));
  await expect
    .poll(() => shownNotifications(page))
    .toMatchObject([{ title: 'Prueba de Vigía', actions: [] }]);

  // Its push service gives it another subscription: the same channel goes on with it.
  const renewed = await renewSubscription(page);
  await page.getByRole('button', { name: channelsCopy.testName('Mi portátil') }).click();
  await expect.poll(async () => (await receivedAt(renewed)).length).toBe(1);

  // It is offered once, and again when it has been removed.
  await expect(page.getByText(channelsCopy.pushHere)).toBeVisible();
  await page.getByRole('button', { name: channelsCopy.removeName('Mi portátil') }).click();
  await dialog.getByRole('button', { name: channelsCopy.remove }).click();
  await expectToast(page, 'Canal quitado: Mi portátil.');
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('subscription'))).toBeNull();
  await expect(
    page.getByRole('button', { name: channelsCopy.add(channelSetupCopy.titles.push) }),
  ).toBeVisible();

  // A notification is mostly chosen long after: a worker that is started for it leads to its page, too.
  await stopWorker(page);
  await choose(page);
  await page.waitForURL('**/dashboard/alertas');
  await expect.poll(() => shownNotifications(page)).toEqual([]);
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
