// @vitest-environment jsdom
/** Notifications of the browser: one per event, opened by a press, and none where the constructor is missing. */
import { afterEach, expect, it, vi } from 'vitest';
import {
  hasPushSubscription,
  notificationPermission,
  requestNotificationPermission,
  showNotification,
} from './browser-notifications.ts';

afterEach(() => {
  Reflect.deleteProperty(window, 'Notification');
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const define = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { configurable: true, value });
const message = { title: 'Ha bajado', body: 'Categoría 2', tag: 'alerta-7' };

it('says what the browser allows, and asks it', async () => {
  define(window, 'Notification', {
    permission: 'default',
    requestPermission: async () => 'denied',
  });
  expect(notificationPermission()).toBe('default');
  expect(await requestNotificationPermission()).toBe('denied');
});

it('a press brings the tab to the front, opens what it is about, and closes it', () => {
  const shown: { onclick?: () => void; close: () => void }[] = [];
  const close = vi.fn();
  const created = vi.fn();
  define(
    window,
    'Notification',
    class {
      close = close;
      constructor(title: string, options: object) {
        created(title, options);
        shown.push(this);
      }
    },
  );
  const focus = vi.spyOn(window, 'focus').mockImplementation(() => {});
  const onChosen = vi.fn();
  showNotification({ ...message, onChosen });
  expect(created).toHaveBeenCalledExactlyOnceWith(
    'Ha bajado',
    expect.objectContaining({ body: 'Categoría 2', tag: 'alerta-7', lang: 'es' }),
  );
  expect(onChosen).not.toHaveBeenCalled();
  shown[0]?.onclick?.();
  expect(focus).toHaveBeenCalledOnce();
  expect(onChosen).toHaveBeenCalledOnce();
  expect(close).toHaveBeenCalledOnce();
});

const failing = (error: Error) =>
  class {
    constructor() {
      throw error;
    }
  };

it('is left to toast and mail where only a service worker may show one', () => {
  define(window, 'Notification', failing(new TypeError('Illegal constructor')));
  expect(() => showNotification({ ...message, onChosen() {} })).not.toThrow();
});

it.each([
  ['a subscription', { pushManager: { getSubscription: async () => ({}) } }, true],
  ['none', { pushManager: { getSubscription: async () => null } }, false],
  ['no push', {}, false],
  ['no worker', undefined, false],
])('with %s, messages are pushed to this device: %s', async (_what, registration, expected) => {
  define(navigator, 'serviceWorker', { getRegistration: async () => registration });
  expect(await hasPushSubscription()).toBe(expected);
});
