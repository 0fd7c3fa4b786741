/** The tutorial: its steps with their pictures, the conditions, and ways on for visitors and for who is signed in. */

import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { howItWorksCopy } from '#src/copy/how-it-works.ts';
import type { SessionContextValue } from '#src/features/session/session-context.ts';
import { renderScreen, setupScreenTests, stubLayout } from '#tests/support/screen-harness.tsx';
import { HowItWorksScreen } from './how-it-works-screen.tsx';

setupScreenTests();
beforeAll(stubLayout);

const show = (status: 'public' | 'authenticated') =>
  renderScreen(<HowItWorksScreen />, '/how-it-works', {
    route: '/how-it-works',
    sessionPart: { session: { status } as SessionContextValue['session'] },
  });

it('leads a visitor to the sign-in and to an account', () => {
  show('public');
  expect(screen.getByRole('link', { name: howItWorksCopy.toLogin })).toHaveAttribute(
    'href',
    '/login',
  );
  expect(screen.getByRole('link', { name: howItWorksCopy.createAccount })).toHaveAttribute(
    'href',
    '/register',
  );
  expect(document.title).toMatch(/^Cómo funciona/);
});

it('leads who is signed in back, and offers no account', () => {
  show('authenticated');
  expect(screen.getByRole('link', { name: howItWorksCopy.toDashboard })).toHaveAttribute(
    'href',
    '/dashboard',
  );
  expect(screen.queryByRole('link', { name: howItWorksCopy.createAccount })).toBeNull();
  expect(screen.getByRole('link', { name: howItWorksCopy.questions })).toBeVisible();
});
