/** States of Configuración › Canales and › Claves, with mocked API answers. */
import type { Page } from '@playwright/test';
import type { ApiKeyItem, ApiKeyList } from '#contract/api-keys.ts';
import type { ChannelItem, ChannelList } from '#contract/channels.ts';
import { channelSetupCopy, channelsCopy } from '#src/copy/channels.ts';
import { keysCopy } from '#src/copy/keys.ts';
import { expect } from '#tests/support/playwright-test.ts';
import type { ScreenState } from './screen-state.ts';

const path = '/dashboard/configuracion';
const channel = (given: Partial<ChannelItem>): ChannelItem => ({
  id: given.id ?? 'uno',
  kind: 'ntfy',
  name: 'ntfy de casa',
  state: 'active',
  reason: null,
  lastDelivery: '2026-11-20T22:48:00.000Z',
  createdAt: '2026-11-01T10:00:00.000Z',
  ...given,
});
const list: ChannelList = {
  items: [
    channel({ id: 'mail', kind: 'mail', name: 'Correo' }),
    channel({}),
    channel({ id: 'dos', kind: 'discord', name: 'El servidor de la peña', state: 'paused' }),
    channel({
      id: 'tres',
      kind: 'webhook',
      name: 'unnombremuylargosinespaciosquenodebesalirsedesusitio',
      state: 'stopped',
      reason: 'Respondió 403: este enlace ya no vale.',
    }),
  ],
  kinds: [
    { kind: 'ntfy', plan: 'basico' },
    { kind: 'telegram', plan: 'basico' },
    { kind: 'webhook', plan: 'elite' },
  ],
  pushKey: null,
  limit: 20,
};

const key = (given: Partial<ApiKeyItem>): ApiKeyItem => ({
  id: given.name ?? 'uno',
  name: 'Hoja de cálculo',
  scope: 'read',
  prefix: 'vigia_abcdefgh',
  createdAt: '2026-11-01T10:00:00.000Z',
  usedAt: null,
  expiresAt: null,
  state: 'active',
  ...given,
});
const keys: ApiKeyList = {
  items: [
    key({}),
    key({ name: 'Asistente', scope: 'write', state: 'plan' }),
    key({ name: 'Vieja', state: 'expired', usedAt: '2026-11-02T10:00:00.000Z' }),
  ],
  limit: 10,
  deletedAt: null,
};

/** Three channels beside mail: active, paused and stopped. */
async function mockChannels(page: Page): Promise<void> {
  await page.route('**/api/users/channels', (route) => route.fulfill({ json: list }));
  await mockConfirmed(page);
}

/** The account’s address is unconfirmed and its plan Básico: here what is added below may be. */
const mockConfirmed = (page: Page) =>
  page.route('**/api/users/profile', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), plan: 'elite', emailConfirmed: true },
    });
  });

const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

/** What creating a channel answers; the list stays as it is. */
const mockCreation = (page: Page, created: object) =>
  page.route('**/api/users/channels', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 201, json: { ...channel({ id: 'cuatro' }), ...created } })
      : route.fallback(),
  );

export const channelStates: readonly ScreenState[] = [
  {
    name: 'settings, channels and keys in every state',
    path,
    async mock(page) {
      await mockChannels(page);
      await page.route('**/api/users/keys', (route) => route.fulfill({ json: keys }));
    },
    async reach(page) {
      await expect(page.getByText('Detenido tras tres rechazos')).toBeVisible();
      await expect(page.getByText(keysCopy.expired)).toBeVisible();
    },
  },
  {
    name: 'settings, a test that arrived and one that did not',
    async mock(page) {
      await page.route('**/api/users/channels/*/test', (route) => {
        const delivered = route.request().url().includes('/uno/');
        const answer = 'Respondió 401: who are you? Nothing here is for you, go away.';
        return route.fulfill({ json: { delivered, state: delivered ? 200 : 401, answer } });
      });
    },
    async reach(page) {
      await press(page, channelsCopy.testName('ntfy de casa'));
      await press(page, channelsCopy.testName('El servidor'));
      await expect(page.getByText(channelsCopy.delivered)).toBeVisible();
      await expect(page.getByText('La prueba no llegó.')).toBeVisible();
    },
  },
  {
    name: 'settings, adding a channel with every error',
    async reach(page) {
      await press(page, channelsCopy.add(channelSetupCopy.titles.ntfy));
      for (const label of [channelsCopy.name, channelSetupCopy.server])
        await page.getByRole('dialog').getByLabel(label).fill('');
      await press(page, channelSetupCopy.add);
      await expect(page.getByText(channelSetupCopy.topicInvalid)).toBeVisible();
    },
  },
  {
    name: 'settings, waiting for Telegram',
    mock: (page) => mockCreation(page, { state: 'paused', link: 'https://t.me/x' }),
    async reach(page) {
      await page.keyboard.press('Escape');
      await press(page, channelsCopy.add(channelSetupCopy.titles.telegram));
      await press(page, channelSetupCopy.makeLink);
      await expect(page.getByText(channelSetupCopy.waiting)).toBeVisible();
    },
  },
  {
    name: 'settings, creating a key without a name',
    async reach(page) {
      await page.keyboard.press('Escape');
      await press(page, keysCopy.create);
      await page.getByRole('dialog').getByRole('button', { name: keysCopy.create }).click();
      await expect(page.getByText('Escribe un nombre')).toBeVisible();
    },
  },
  {
    name: 'settings, a secret shown once',
    mock: (page) =>
      mockCreation(page, { kind: 'webhook', secret: `whsec_${'MfKQ9r8G'.repeat(5)}aLw=` }),
    async reach(page) {
      await page.keyboard.press('Escape');
      await press(page, channelsCopy.add(channelSetupCopy.titles.webhook));
      await page
        .getByRole('dialog')
        .getByLabel(channelSetupCopy.address)
        .fill('https://robot.example/vigia');
      await press(page, channelSetupCopy.add);
      await expect(page.getByRole('button', { name: channelSetupCopy.copySecret })).toBeVisible();
    },
  },
];
