/** The countdown to the next match turns at every full minute. */
import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Match } from '#store/api/api-types.ts';
import { OverviewSummary } from './overview-summary.tsx';

afterEach(() => {
  // First: the spy is on the simulated timer, and would bring it back.
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('turns the countdown at every full minute, with one timer a minute', () => {
  vi.useFakeTimers({ now: new Date('2026-06-01T10:00:59.950Z') });
  const timeouts = vi.spyOn(globalThis, 'setTimeout');
  const next = {
    name: 'A – B',
    home: null,
    away: null,
    venue: 'Sede',
    city: 'Ciudad',
    kickoffAt: '2026-06-01T11:03:00.000Z',
  } as Match;
  render(
    <OverviewSummary next={next} isNextWatched watched={1} crossed={0} near={0} fallBp={null} />,
  );
  const countdown = screen.getByRole('timer');
  expect(countdown).toHaveAccessibleName('Empieza en 0 días, 1 hora y 2 minutos');
  const before = timeouts.mock.calls.length;
  for (const ms of [50, 60_000, 60_000]) act(() => vi.advanceTimersByTime(ms));
  expect(countdown).toHaveAccessibleName('Empieza en 0 días, 1 hora y 0 minutos');
  expect(timeouts.mock.calls.length - before).toBeLessThanOrEqual(4);
});
