/** States of the alerts screen and of the offline dashboard, with mocked API answers. */
import type { Page } from '@playwright/test';
import type { AlertItem, ChannelDelivery } from '#contract/alerts.ts';
import { alertDetailsCopy, alertsCopy } from '#src/copy/alerts.ts';
import { connectionCopy } from '#src/copy/connection.ts';
import { alertSample } from '#tests/support/alert-samples.ts';
import { expect } from '#tests/support/playwright-test.ts';
import type { ScreenState } from './screen-state.ts';

const path = '/dashboard/alertas';
const collectibleUrl = 'https://mercado.example/articulo/m1-cat2';
const yesterday = '2026-11-20T22:48:00.000Z';

const channel = (given: Partial<ChannelDelivery>): ChannelDelivery => ({
  channelId: given.name ?? 'uno',
  kind: 'ntfy',
  name: 'ntfy',
  state: 'pending',
  attempts: 1,
  sentAt: null,
  ...given,
});
const alerts: readonly AlertItem[] = [
  alertSample({
    id: '5',
    collectibleUrl,
    channels: [
      channel({ name: 'ntfy de casa', state: 'sent', sentAt: yesterday }),
      channel({ name: 'Mi robot', state: 'failed', attempts: 9 }),
    ],
  }),
  alertSample({
    id: '4',
    matchName: 'México – Croacia',
    condition: 'change',
    ruleValue: 540,
    delivery: { state: 'pending', attempts: 2, sentAt: null },
  }),
  alertSample({
    id: '3',
    matchName: 'Argentina – Japón',
    condition: 'low',
    ruleValue: 14,
    createdAt: yesterday,
    read: true,
    delivery: { state: 'none', attempts: 0, sentAt: null },
    channels: [channel({ name: 'Telegram', state: 'pending', attempts: 0 })],
  }),
  alertSample({
    id: '2',
    matchName: 'Portugal – Colombia',
    createdAt: yesterday,
    delivery: { state: 'failed', attempts: 9, sentAt: null },
  }),
];

const mockAlerts = (page: Page, json: unknown, status = 200) =>
  page.route('**/api/users/alerts?*', (route) => route.fulfill({ status, json }));

const explanationButton = (page: Page) =>
  page.getByRole('button', { name: /^¿Por qué me llegó\? España/ });

export const alertStates: readonly ScreenState[] = [
  {
    name: 'alerts, each delivery, one open',
    path,
    mock: (page) => mockAlerts(page, { items: alerts, nextCursor: 'mas', unread: alerts.length }),
    async reach(page) {
      await explanationButton(page).click();
      await page.getByText(alertDetailsCopy.details).click();
      await expect(page.getByText(alertDetailsCopy.facts.again)).toBeVisible();
    },
  },
  {
    name: 'alerts, loading',
    path,
    async mock(page) {
      await page.route('**/api/users/alerts?*', () => {});
    },
    async reach(page) {
      await expect(page.getByTestId('skeleton').first()).toBeVisible();
    },
  },
  {
    name: 'dashboard, an alert arriving',
    path,
    async mock(page) {
      await page.route('**/api/monitoring/stream*', (route) =>
        route.fulfill({
          contentType: 'text/event-stream',
          body: `event: alert\ndata: ${JSON.stringify(alertSample({ collectibleUrl }))}\n\n`,
        }),
      );
    },
    async reach(page) {
      await expect(page.getByTestId('toast')).toBeVisible();
    },
  },
  {
    name: 'dashboard, offline',
    path,
    async reach(page) {
      const read = page.getByRole('heading', { level: 1, name: 'Todo leído' });
      await expect(page.getByText(alertsCopy.emptyTitle).or(read)).toBeVisible();
      await page.context().setOffline(true);
      await expect(page.getByText(connectionCopy.lost)).toBeVisible();
    },
  },
];
