/** Configuración › Canales: channels are added, tested, renamed, paused and removed; the doubles receive what is sent. */
import type { Page } from '@playwright/test';
import type { ChannelList } from '#contract/channels.ts';
import { channelSetupCopy, channelsCopy } from '#src/copy/channels.ts';
import { register } from '#tests/support/account.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { confirmAddress } from '#tests/support/mailbox.ts';
import { expect, test } from '#tests/support/playwright-test.ts';
import { callApi, grantPlan, openSettings } from '#tests/support/settings-page.ts';
import { expectToast } from '#tests/support/toasts.ts';

let vigia: RunningVigia;
test.beforeAll(({ vigia: running }) => {
  vigia = running;
});
test.use({ expectedErrors: [/status of 422|ERR_INTERNET_DISCONNECTED/] });

let users = 0;
async function openAsNewUser(page: Page, plan?: string): Promise<void> {
  const email = `por-canales-${++users}@correo.example`;
  await register(page, vigia.origin, email);
  await confirmAddress(vigia.origin, email);
  await openSettings(page, vigia.origin);
  if (plan === undefined) return;
  await grantPlan(vigia, email, plan);
  await page.reload();
}

const section = (page: Page) => page.getByRole('region', { name: channelsCopy.title });
const rows = (page: Page) =>
  page.getByRole('list', { name: channelsCopy.list }).getByRole('listitem');
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

async function addNtfy(page: Page, topic: string): Promise<void> {
  await press(page, channelsCopy.add(channelSetupCopy.titles.ntfy));
  const dialog = page.getByRole('dialog', {
    name: channelSetupCopy.title(channelSetupCopy.titles.ntfy),
  });
  await dialog.getByLabel(channelSetupCopy.server).fill(`${vigia.origin}/__local/canales/ntfy`);
  await dialog.getByRole('button', { name: channelSetupCopy.add }).click();
  await expect(dialog.getByLabel(channelSetupCopy.topic)).toBeFocused();
  await dialog.getByLabel(channelSetupCopy.topic).fill(topic);
  await dialog.getByLabel(channelSetupCopy.topic).press('Enter');
  await expect(dialog.getByText('el canal funciona')).toBeVisible();
  await dialog.getByRole('button', { name: channelSetupCopy.done }).click();
}

const storedChannels = async (page: Page) =>
  (await callApi<ChannelList>(page, '/api/users/channels')).items;

interface Received {
  readonly kind: string;
  readonly to: string;
}
const received = async (page: Page, kind: string, to: string): Promise<number> => {
  const { items } = await callApi<{ items: Received[] }>(page, '/__local/canales.json');
  return items.filter((one) => one.kind === kind && one.to === to).length;
};

test('a channel is added with a test, then tested, renamed, paused and removed', async ({
  page,
}) => {
  await openAsNewUser(page, 'premium');
  await addNtfy(page, 'entradas-uno');
  expect(await received(page, 'ntfy', 'entradas-uno')).toBe(1);
  await expect(rows(page)).toHaveCount(2);

  await press(page, channelsCopy.testName('ntfy'));
  await expect(section(page).getByText(channelsCopy.delivered)).toBeVisible();
  expect(await received(page, 'ntfy', 'entradas-uno')).toBe(2);

  await press(page, channelsCopy.renameName('ntfy'));
  await page.getByRole('dialog').getByLabel(channelsCopy.name).fill('De casa');
  await page.getByRole('dialog').getByRole('button', { name: channelsCopy.save }).click();
  const active = page.getByRole('switch', { name: 'Canal activo: De casa' });
  await active.click();
  await expect(rows(page).nth(1)).toContainText(channelsCopy.states.paused);
  // The row shows it before the server has stored it.
  await expect
    .poll(() => storedChannels(page))
    .toMatchObject([{}, { name: 'De casa', state: 'paused' }]);
  await page.reload();
  await expect(active).not.toBeChecked();

  await press(page, channelsCopy.removeName('De casa'));
  await page.getByRole('dialog').getByRole('button', { name: channelsCopy.remove }).click();
  await expectToast(page, 'Canal quitado: De casa.');
  await expect(rows(page)).toHaveCount(1);
});
