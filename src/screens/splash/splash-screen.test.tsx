/** The splash: silent while it checks the session; when that takes long, what it waits for and the ways on. */

import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { splashCopy, splashDelays } from '#src/copy/splash.ts';
import { writeLastPrices } from '#src/features/last-prices/last-prices-storage.ts';
import type { SessionDelay } from '#src/features/session/session-context.ts';
import { renderScreen, sessionActions, sessionView } from '#tests/support/screen-harness.tsx';
import { SplashScreen } from './splash-screen.tsx';

function show(delay: SessionDelay | null) {
  writeLastPrices({
    atMs: Date.now(),
    prices: [
      {
        key: 'c:c1',
        match: 'España – Uruguay',
        target: 'Categoría 1',
        currency: 'EUR',
        floorCents: 12_300,
        rule: null,
        isCrossed: false,
      },
    ],
    omitted: 0,
  });
  const actions = { retry: vi.fn() };
  const session = sessionView({ status: 'unknown', user: null, delay });
  const sessionPart = { session, actions: { ...sessionActions, ...actions } };
  renderScreen(<SplashScreen />, '/dashboard', { sessionPart });
  return actions;
}

it('says only that it checks the session, while that may still be quick', async () => {
  // Loads the list of prices: without it there would be none to see in either case.
  show('network');
  await screen.findByRole('table');
  cleanup();
  show(null);
  expect(screen.getByRole('status')).toHaveTextContent(splashCopy.checking);
  expect(screen.getByRole('main')).toHaveAttribute('aria-busy', 'true');
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('table')).toBeNull();
});

it.each([
  ['session', splashDelays.session.detail],
  ['network', splashDelays.network.detail],
] as const)(
  'waiting for the %s it says so, can be tried again, and shows the last prices',
  async (delay, detail) => {
    const { retry } = show(delay);
    expect(screen.getByRole('status')).toHaveTextContent(detail);
    expect(screen.getByRole('main')).toHaveAttribute('aria-busy', 'false');
    await userEvent.click(screen.getByRole('button', { name: splashCopy.retry }));
    expect(retry).toHaveBeenCalledOnce();
    expect(await screen.findByText('España – Uruguay')).toBeVisible();
  },
);
