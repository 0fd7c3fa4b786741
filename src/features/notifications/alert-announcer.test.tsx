/** Announces alerts that arrive: toast, aria-live region, browser notification. */

import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { alertDetailsCopy } from '#src/copy/alerts.ts';
import { SessionContext, type SessionContextValue } from '#src/features/session/session-context.ts';
import type { AlertItem } from '#store/api/api-types.ts';
import { type AppStore, createAppStore } from '#store/app-store.ts';
import { alertReceived, notificationLeaderChanged } from '#store/live.slice.ts';
import { storeSession } from '#tests/support/store-session.ts';
import { AlertAnnouncer } from './alert-announcer.tsx';

const alert = {
  id: '7',
  matchName: 'España – Uruguay',
  category: '2',
  collectibleName: 'Categoría 2',
  condition: 'below',
  ruleValue: 18_000,
  valueCents: 17_200,
  currency: 'EUR',
} as AlertItem;

/** Browser notifications shown. */
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

function Address() {
  const { pathname, search } = useLocation();
  return <output>{`${pathname}${search}`}</output>;
}

async function receiveAlerts(isLeader: boolean, ...alerts: readonly AlertItem[]): Promise<void> {
  render(
    <SessionContext value={{ showToast } as unknown as SessionContextValue}>
      <Provider store={store}>
        <MemoryRouter>
          <AlertAnnouncer />
          <Address />
        </MemoryRouter>
      </Provider>
    </SessionContext>,
  );
  await act(async () => {
    store.dispatch(notificationLeaderChanged(isLeader));
    for (const one of alerts) store.dispatch(alertReceived(one));
  });
}

beforeEach(() => {
  store = createAppStore({
    session: { ...storeSession(), usableToken: async () => null },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  shown.mockReset();
  showToast.mockReset();
});

describe('an alert that arrives while Vigía is open', () => {
  it('is a toast, an aria-live sentence and, when the tab is hidden, one notification', async () => {
    browser('granted', true);
    await receiveAlerts(true, alert);
    const region = screen.getAllByRole('status').find(({ tagName }) => tagName === 'P');
    expect(region).toHaveTextContent(
      /España – Uruguay, Categoría 2 ha quedado por debajo de 180.€: 172,00.€/,
    );
    expect(showToast).toHaveBeenCalledOnce();
    expect(shown).toHaveBeenCalledExactlyOnceWith(
      'Vigía',
      expect.objectContaining({ tag: '7', body: expect.stringContaining('España – Uruguay') }),
    );
    // A stream that reconnects may repeat it.
    await act(async () => void store.dispatch(alertReceived({ ...alert })));
    expect(shown).toHaveBeenCalledOnce();
    expect(showToast).toHaveBeenCalledOnce();
  });

  it('claims no crossing of a price that was past the threshold when that was created', async () => {
    browser('granted', true);
    await receiveAlerts(true, { ...alert, already: true });
    expect(showToast).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/Categoría 2 ya estaba por debajo de 180.€: 172,00.€/),
      'alert',
      expect.anything(),
    );
  });

  it('is announced with simultaneous ones in one sentence, and links to the newest', async () => {
    browser('granted', true);
    await receiveAlerts(true, alert, { ...alert, id: '8', matchName: 'México – Croacia' });
    const sentence = '2 precios han cruzado tu línea: España – Uruguay y México – Croacia';
    expect(showToast).toHaveBeenCalledExactlyOnceWith(
      sentence,
      'alert',
      expect.objectContaining({ label: alertDetailsCopy.whyReceived }),
    );
    expect(shown).toHaveBeenCalledOnce();
    const [, , offered] = showToast.mock.calls[0] ?? [];
    act(() => offered.run());
    expect(screen.getByText('/dashboard/alertas?alerta=8')).toBeInTheDocument();
  });

  it.each([
    ['the tab is visible', false, true],
    ['another tab is the leader, or notifications are off', true, false],
  ] as const)('is no notification when %s', async (_when, hidden, isLeader) => {
    browser('granted', hidden);
    await receiveAlerts(isLeader, alert);
    expect(showToast).toHaveBeenCalledOnce();
    expect(shown).not.toHaveBeenCalled();
  });
});
