/** Matches to begin with: what is said of each, watched by one press, and the progress that comes of it. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { expect, it, vi } from 'vitest';
import type { Match } from '#contract/monitoring.ts';
import {
  errorResponse,
  mockBackend,
  plainText,
  profile,
  renderScreen,
  server,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { mockSettingsBackend, settingsSample } from '#tests/support/settings-backend.ts';
import { matchSample, umbralSample } from '#tests/support/threshold-samples.ts';
import { MatchSuggestions } from './match-suggestions.tsx';
import { type OnboardingProgressQuery, useOnboardingProgress } from './use-onboarding-progress.ts';

setupScreenTests();

const one = matchSample({ id: 'm1', name: 'Uno', floorCents: 20_000, listings: 1_200 });
const two = matchSample({ id: 'm2', name: 'Dos' });
const inDays = (days: number) => new Date(Date.now() + (days + 0.5) * 86_400_000).toISOString();

function show(matches: readonly Match[] = [one, two], partidos: string[] = []) {
  mockBackend({});
  const backend = mockSettingsBackend(settingsSample({}, partidos));
  const onChosen = vi.fn();
  renderScreen(<MatchSuggestions matches={matches} onChosen={onChosen} />, '/dashboard');
  return { backend, onChosen };
}
const button = (name: string) => screen.findByRole('button', { name });
const enabled = async (name: string) => {
  const found = await button(name);
  await waitFor(() => expect(found).toBeEnabled());
  return found;
};

it('says how many days are left, what is on sale and from which price, as far as that is known', () => {
  show([{ ...one, kickoffAt: inDays(3), change24hBp: 500 }, two]);
  const [first, second] = screen.getAllByRole('listitem').map(plainText);
  expect(first).toMatch(/3 días.* · 1\.200 en venta/);
  expect(first).toMatch(/Mínimo 200,00 € sube 5,0 %/);
  expect(second).toContain('0 en venta');
  expect(second).not.toMatch(/Mínimo|día| · 0/);
});

it('is watched by one press, during which no other can be', async () => {
  const { backend, onChosen } = show();
  expect(screen.getByRole('button', { name: 'Vigilar: Uno' })).toBeDisabled();
  const answer = Promise.withResolvers<void>();
  server.use(
    http.put('https://vigia.example/api/users/watched/:id', async () => {
      await answer.promise;
    }),
  );
  await userEvent.click(await enabled('Vigilar: Uno'));
  await waitFor(() => expect(screen.getByRole('button', { name: /Dos/ })).toBeDisabled());
  expect(screen.getByRole('button', { name: /Uno/ })).toHaveAttribute('aria-busy', 'true');
  expect(screen.getByRole('button', { name: /Dos/ })).not.toHaveAttribute('aria-busy');
  answer.resolve();
  await waitFor(() => expect(onChosen.mock.calls).toEqual([['m1']]));
  expect(backend.sent).toEqual(['watch m1']);
  expect(screen.queryByRole('alert')).toBeNull();
});

function showProgress(partidos: string[], hasThreshold: boolean, isCompleted: boolean) {
  mockBackend({ 'GET users/profile': [{ ...profile(), onboardingCompletado: isCompleted }] });
  mockSettingsBackend(settingsSample(hasThreshold ? { t1: umbralSample() } : {}, partidos));
  const shown: { query: OnboardingProgressQuery | null } = { query: null };
  function Probe() {
    shown.query = useOnboardingProgress();
    return null;
  }
  return { shown, render: () => renderScreen(<Probe />, '/dashboard') };
}

it.each([
  [
    [],
    false,
    false,
    { matchId: null, hasThreshold: false, isEmailConfirmed: true, isCompleted: false },
  ],
  [
    ['m2', 'm1'],
    true,
    true,
    { matchId: 'm2', hasThreshold: true, isEmailConfirmed: true, isCompleted: true },
  ],
])('knows the first match and whether there is a threshold: %j, %s, %s', async (...situation) => {
  const [partidos, hasThreshold, isCompleted, progress] = situation;
  const { render, shown } = showProgress(partidos as string[], hasThreshold, isCompleted);
  render();
  expect(shown.query).toMatchObject({ progress: null, failed: false });
  await waitFor(() => expect(shown.query?.progress).toEqual(progress));
  expect(shown.query?.failed).toBe(false);
});

it.each(['profile', 'config'])(
  'has failed while the %s cannot be read, until it is read again',
  async (path) => {
    const { render, shown } = showProgress(['m1'], false, false);
    server.use(
      http.get(
        `https://vigia.example/api/users/${path}`,
        () => errorResponse(500, 'internal', 'No.'),
        {
          once: true,
        },
      ),
    );
    render();
    await waitFor(() => expect(shown.query?.failed).toBe(true));
    expect(shown.query?.progress).toBeNull();
    shown.query?.retry();
    await waitFor(() => expect(shown.query?.progress?.matchId).toBe('m1'));
    expect(shown.query?.failed).toBe(false);
  },
);
