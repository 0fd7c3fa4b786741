/** The way back from a legal page: to the sign-in for visitors, to the overview for who is signed in. */
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SessionContext, type SessionContextValue } from '#src/features/session/session-context.ts';
import { PrivacyScreen } from './privacy-screen.tsx';
import { TermsScreen } from './terms-screen.tsx';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => void vi.unstubAllGlobals());

const sessionOf = (status: string) => ({ session: { status }, site: {} }) as SessionContextValue;

it.each([
  ['/terms', <TermsScreen key="terms" />],
  ['/privacy', <PrivacyScreen key="privacy" />],
])('%s', (_path, legalScreen) => {
  const show = (status: string) => (
    <SessionContext value={sessionOf(status)}>
      <MemoryRouter>{legalScreen}</MemoryRouter>
    </SessionContext>
  );
  const { rerender } = render(show('public'));
  expect(screen.getByRole('link', { name: 'Volver a iniciar sesión' })).toBeVisible();
  rerender(show('authenticated'));
  expect(screen.getByRole('link', { name: 'Volver al resumen' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Volver a iniciar sesión' })).toBeNull();
});
