/** Announces alerts that arrive: toast, aria-live region, browser notification. */
import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { alertDetailsCopy, arrivalSentence } from '#src/copy/alerts.ts';
import type { AlertItem } from '#store/api/api-types.ts';
import { alertReceived, notificationLeaderChanged } from '#store/live.slice.ts';
import { alertSample } from '#tests/support/alert-samples.ts';
import { plain } from '#tests/support/plain.ts';
import { mockRoute, renderScreen, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { AlertAnnouncer } from './alert-announcer.tsx';

setupScreenTests();

/** Browser notifications shown. */
const shown = vi.fn<(title: string, options: NotificationOptions) => void>();
afterEach(() => {
  Reflect.deleteProperty(window, 'Notification');
  shown.mockReset();
});

async function receive(alerts: readonly AlertItem[], { isHidden = true, isLeader = true } = {}) {
  class Notification {
    static readonly permission = 'granted';
    constructor(...message: Parameters<typeof shown>) {
      shown(...message);
    }
  }
  Object.defineProperty(window, 'Notification', { configurable: true, value: Notification });
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  mockRoute('GET users/notifications', { silencio: null, correo: 'activo', navegador: true });
  const rendered = renderScreen(<AlertAnnouncer />, '/dashboard');
  await act(async () => {
    rendered.store.dispatch(notificationLeaderChanged(isLeader));
    for (const one of alerts) rendered.store.dispatch(alertReceived(one));
  });
  return rendered;
}
const alert = alertSample();

it.each([
  ['a crossing', [alert]],
  ['a price that was past its threshold when that was created', [{ ...alert, already: true }]],
])(
  '%s is a toast, an aria-live sentence and, when the tab is hidden, one notification',
  async (_what, alerts) => {
    const { showToast, store } = await receive(alerts);
    const sentence = arrivalSentence(alerts);
    expect(screen.getByText(plain(sentence))).toHaveAttribute('role', 'status');
    expect(showToast.mock.calls).toEqual([[sentence, 'alert', expect.anything()]]);
    expect(shown.mock.calls).toEqual([
      ['Vigía', expect.objectContaining({ tag: '7', body: sentence })],
    ]);
    // A stream that reconnects may repeat it.
    await act(async () => void store.dispatch(alertReceived({ ...alert })));
    expect([shown.mock.calls.length, showToast.mock.calls.length]).toEqual([1, 1]);
  },
);

it('is announced with simultaneous ones in one sentence, and links to the newest', async () => {
  const both = [alert, { ...alert, id: '8', matchName: 'México – Croacia' }];
  const { showToast, address } = await receive(both);
  const link = expect.objectContaining({ label: alertDetailsCopy.whyReceived });
  expect(showToast.mock.calls).toEqual([[arrivalSentence(both), 'alert', link]]);
  expect(shown).toHaveBeenCalledOnce();
  await act(async () => showToast.mock.calls[0]?.[2].run());
  expect(address()).toBe('/dashboard/alertas?alerta=8');
});

it.each([
  ['the tab is visible', { isHidden: false }],
  ['another tab is the leader, or notifications are off', { isLeader: false }],
])('is no notification when %s', async (_when, part) => {
  const { showToast } = await receive([alert], part);
  expect(showToast).toHaveBeenCalledOnce();
  expect(shown).not.toHaveBeenCalled();
});
