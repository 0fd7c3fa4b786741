/** Alerts are announced on every address while signed in, and on none signed out. */
import { act, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import {
  SessionContext,
  type SessionContextValue,
  type SessionView,
} from '#src/features/session/session-context.ts';
import { SignedInAnnouncer } from './signed-in-announcer.tsx';

const announcer = async () => () => <p>announcer</p>;

function show(status: SessionView['status'], load: () => Promise<() => React.JSX.Element>) {
  const element = (
    <>
      <Outlet />
      <SignedInAnnouncer load={load} />
    </>
  );
  const children = [{ path: '*', element: null }];
  const initialEntries = ['/support'];
  const router = createMemoryRouter([{ path: '*', element, children }], { initialEntries });
  render(
    <SessionContext value={{ session: { status } } as SessionContextValue}>
      <RouterProvider router={router} />
    </SessionContext>,
  );
  return router;
}

it('announces on a public page and on every later one, loaded once', async () => {
  const load = vi.fn(announcer);
  const router = show('authenticated', load);
  const shown = await screen.findByText('announcer');
  for (const path of ['/terms', '/onboarding', '/dashboard']) {
    await act(() => router.navigate(path));
    expect(screen.getByText('announcer')).toBe(shown);
  }
  expect(load).toHaveBeenCalledOnce();
});

it.each(['public', 'unknown'] as const)('loads nothing while the session is %s', (status) => {
  const load = vi.fn(announcer);
  show(status, load);
  expect(load).not.toHaveBeenCalled();
});

it('an error in it leaves the page as it is', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const load = vi.fn(async () => (): React.JSX.Element => {
    throw new Error('broken');
  });
  show('authenticated', load);
  await waitFor(() => expect(load).toHaveBeenCalled());
  await act(async () => {});
  expect(screen.queryByText('announcer')).not.toBeInTheDocument();
});
