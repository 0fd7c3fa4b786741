/** Announces alerts that arrive: toast, aria-live region, browser notification. */
import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { arrivalSentence, whyReceived } from '#src/copy/alert-arrival.ts';
import type { AlertItem } from '#store/api/api-types.ts';
import { alertReceived, notificationLeaderChanged } from '#store/live.slice.ts';
import { alertSample } from '#tests/support/alert-samples.ts';
import { plain } from '#tests/support/plain.ts';
import { mockRoute, renderScreen } from '#tests/support/screen-harness.tsx';
import { AlertAnnouncer } from './alert-announcer.tsx';

const shown = vi.fn<(title: string, options: NotificationOptions) => void>();
const close = vi.fn();
/** The notification shown last. */
let notification: { onclick?: () => void } | null = null;
const define = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { configurable: true, value });
afterEach(() => {
  Reflect.deleteProperty(window, 'Notification');
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.clearAllMocks();
});

interface Situation {
  readonly isHidden?: boolean;
  readonly isLeader?: boolean;
  /** What the browser says of this device's worker. */
  readonly registration?: object;
}

async function receive(alerts: readonly AlertItem[], situation: Situation = {}) {
  const { isHidden = true, isLeader = true, registration } = situation;
  class Notification {
    static readonly permission = 'granted';
    onclick?: () => void;
    readonly close = close;
    constructor(...message: Parameters<typeof shown>) {
      shown(...message);
      notification = this;
    }
  }
  define(window, 'Notification', Notification);
  define(navigator, 'serviceWorker', { getRegistration: async () => registration });
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  mockRoute('GET users/notifications', { quietHours: null, mail: 'on', browser: true });
  const rendered = renderScreen(<AlertAnnouncer />, '/dashboard');
  await act(async () => {
    rendered.store.dispatch(notificationLeaderChanged(isLeader));
    for (const one of alerts) rendered.store.dispatch(alertReceived(one));
  });
  return rendered;
}
const alert = alertSample();
const subscribedTo = (subscription: object | null) => ({
  pushManager: { getSubscription: async () => subscription },
});

it.each<[string, AlertItem, Situation]>([
  ['a crossing', alert, {}],
  ['a price past its threshold when that was created', { ...alert, already: true }, {}],
  ['one on a device with push but no subscription', alert, { registration: subscribedTo(null) }],
  ['one on a device with a worker without push', alert, { registration: {} }],
])(
  '%s is a toast, an aria-live sentence and, when the tab is hidden, one notification',
  async (...row) => {
    const [, arrived, situation] = row;
    const { showToast, store } = await receive([arrived], situation);
    const sentence = arrivalSentence([arrived]);
    expect(screen.getByText(plain(sentence))).toHaveAttribute('role', 'status');
    expect(showToast.mock.calls).toEqual([[sentence, 'alert', expect.anything()]]);
    const options = expect.objectContaining({ tag: '7', body: sentence, lang: 'es' });
    expect(shown.mock.calls).toEqual([['Vigía', options]]);
    // A stream that reconnects may repeat it.
    await act(async () => void store.dispatch(alertReceived({ ...arrived })));
    expect([shown.mock.calls.length, showToast.mock.calls.length]).toEqual([1, 1]);
  },
);

it('a press of the notification brings the tab to the front, opens the alert, and closes it', async () => {
  const focus = vi.spyOn(window, 'focus').mockImplementation(() => {});
  const { address } = await receive([alert]);
  await act(async () => notification?.onclick?.());
  expect(address()).toBe('/dashboard/alertas?alerta=7');
  expect([focus.mock.calls.length, close.mock.calls.length]).toEqual([1, 1]);
});

it('is announced with simultaneous ones in one sentence, and links to the newest', async () => {
  const both = [alert, { ...alert, id: '8', matchName: 'México – Croacia' }];
  const { showToast, address } = await receive(both);
  const link = expect.objectContaining({ label: whyReceived });
  expect(showToast.mock.calls).toEqual([[arrivalSentence(both), 'alert', link]]);
  expect(shown).toHaveBeenCalledOnce();
  await act(async () => showToast.mock.calls[0]?.[2].run());
  expect(address()).toBe('/dashboard/alertas?alerta=8');
});

it.each<[string, Situation]>([
  ['the tab is visible', { isHidden: false }],
  ['another tab is the leader, or notifications are off', { isLeader: false }],
  ['it is pushed to this device', { registration: subscribedTo({}) }],
])('is no notification when %s', async (_when, situation) => {
  const { showToast } = await receive([alert], situation);
  expect(showToast).toHaveBeenCalledOnce();
  expect(shown).not.toHaveBeenCalled();
});

it('is left to toast and mail where only a service worker may show a notification', async () => {
  shown.mockImplementationOnce(() => {
    throw new TypeError('Illegal constructor');
  });
  // An unhandled rejection would fail the test.
  const { showToast } = await receive([alert]);
  expect(showToast).toHaveBeenCalledOnce();
});
