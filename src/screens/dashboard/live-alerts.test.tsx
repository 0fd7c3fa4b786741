import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { monitoringApi } from '#store/api/monitoring-api.ts';
import type { AlertItem } from '#store/api/types.ts';
import { type AppStore, createAppStore } from '#store/app-store.ts';
import { alertHeard } from '#store/live.slice.ts';
import { SessionContext, type SessionContextValue } from '../session-context.ts';
import { LiveAlerts } from './live-alerts.tsx';

const alert = {
  id: '7',
  matchName: 'España – Uruguay',
  valueCents: 17_200,
  currency: 'EUR',
} as AlertItem;

/** What the browser was told to show. */
const shown = vi.fn<(title: string, options: NotificationOptions) => void>();
const showToast = vi.fn();
let store: AppStore;

function browser(permission: NotificationPermission, hidden: boolean): void {
  vi.stubGlobal(
    'Notification',
    class {
      static readonly permission = permission;
      constructor(title: string, options: NotificationOptions) {
        shown(title, options);
      }
    },
  );
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
}

async function hear(navegador: boolean): Promise<void> {
  await store.dispatch(
    monitoringApi.util.upsertQueryData('getNotifications', undefined, {
      silencio: null,
      correo: 'activo',
      navegador,
    }),
  );
  render(
    <SessionContext value={{ showToast } as unknown as SessionContextValue}>
      <Provider store={store}>
        <LiveAlerts />
      </Provider>
    </SessionContext>,
  );
  act(() => {
    store.dispatch(alertHeard(alert));
  });
}

beforeEach(() => {
  store = createAppStore({
    session: {
      usableToken: async () => null,
      rejectToken() {},
      onSessionEnded: () => () => {},
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  shown.mockReset();
  showToast.mockReset();
});

describe('an alert that arrives while Vigía is open', () => {
  it('is a toast and a sentence to be read aloud, and a notice once when another tab is in front', async () => {
    browser('granted', true);
    await hear(true);
    expect(screen.getByRole('status')).toHaveTextContent(/España – Uruguay, 172,00.€/);
    expect(showToast).toHaveBeenCalledOnce();
    expect(shown).toHaveBeenCalledExactlyOnceWith(
      'Vigía',
      expect.objectContaining({ tag: '7', body: expect.stringContaining('España – Uruguay') }),
    );
    act(() => {
      store.dispatch(alertHeard({ ...alert }));
    });
    expect(shown).toHaveBeenCalledOnce();
  });

  it.each([
    ['the tab is in front', 'granted', false, true],
    ['notices are off', 'granted', true, false],
    ['the browser has not allowed them', 'default', true, true],
  ] as const)('is no notice when %s', async (_when, permission, hidden, navegador) => {
    browser(permission, hidden);
    await hear(navegador);
    expect(showToast).toHaveBeenCalledOnce();
    expect(shown).not.toHaveBeenCalled();
  });
});
