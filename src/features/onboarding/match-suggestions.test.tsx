/** Matches to begin with: what is said of each, watched by one press, and the progress that comes of it. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { onboardingCopy as copy } from '#src/copy/onboarding.ts';
import {
  button,
  errorResponse,
  mockBackend,
  mockRoute,
  plainText,
  renderScreen,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { matchSample } from '#tests/support/threshold-samples.ts';
import { MatchSuggestions } from './match-suggestions.tsx';
import { type OnboardingProgressQuery, useOnboardingProgress } from './use-onboarding-progress.ts';

const kickoffAt = new Date(Date.now() + 3.5 * 86_400_000).toISOString();
const sale = { floorCents: 20_000, listings: 1_200, change24hBp: 500, kickoffAt };
const matches = [matchSample({ name: 'Uno', ...sale }), matchSample({ id: 'm2', name: 'Dos' })];

function show() {
  mockBackend({});
  const backend = mockSettingsBackend(settingsSample());
  const onChosen = vi.fn();
  renderScreen(<MatchSuggestions matches={matches} onChosen={onChosen} />, '/dashboard');
  return { backend, onChosen };
}

it('says how many days are left, what is on sale and from which price, as far as that is known', () => {
  show();
  const [first, second] = screen.getAllByRole('listitem').map(plainText);
  for (const words of [
    copy.daysLeft(3),
    copy.onSale('1.200'),
    `${copy.from('200,00 €')} sube 5,0 %`,
  ])
    expect(first).toContain(words);
  expect(second).toContain(copy.onSale('0'));
  expect(second).not.toMatch(/Mínimo|día| · 0/);
});

it('is watched by one press, during which no other can be', async () => {
  const { backend, onChosen } = show();
  expect(screen.getByRole('button', { name: /Uno/ })).toBeDisabled();
  const answer = Promise.withResolvers<undefined>();
  mockRoute('PUT users/watched/:id', () => answer.promise);
  await waitFor(async () => expect(await button(/Uno/)).toBeEnabled());
  await userEvent.click(await button(`${copy.choose}: Uno`));
  await waitFor(async () => expect(await button(/Dos/)).toBeDisabled());
  expect(await button(/Uno/)).toHaveAttribute('aria-busy', 'true');
  expect(await button(/Dos/)).not.toHaveAttribute('aria-busy');
  answer.resolve(undefined);
  await waitFor(() => expect(onChosen.mock.calls).toEqual([['m1']]));
  expect(backend.sent).toEqual(['watch m1']);
  expect(screen.queryByRole('alert')).toBeNull();
});

it.each(['profile', 'config'])(
  'progress has failed while the %s cannot be read, until it is read again',
  async (path) => {
    mockBackend({});
    mockRoute(`GET users/${path}`, errorResponse(500, 'internal', 'No.'), undefined);
    const shown: { query?: OnboardingProgressQuery } = {};
    function Probe() {
      shown.query = useOnboardingProgress();
      return null;
    }
    renderScreen(<Probe />, '/dashboard');
    await waitFor(() => expect(shown.query).toMatchObject({ progress: null, failed: true }));
    shown.query?.retry();
    await waitFor(() =>
      expect(shown.query).toMatchObject({ progress: { matchId: 'm1' }, failed: false }),
    );
  },
);
