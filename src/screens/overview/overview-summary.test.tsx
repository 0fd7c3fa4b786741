/** The scoreboard: the next match and its countdown, which turns at every full minute, and the key figures. */
import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { overviewCopy } from '#src/copy/overview.ts';
import { plainText } from '#tests/support/screen-harness.tsx';
import { matchSample } from '#tests/support/threshold-samples.ts';
import { OverviewSummary } from './overview-summary.tsx';

afterEach(() => {
  // First: the spy is on the simulated timer, and would bring it back.
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('turns the countdown at every full minute, with one timer a minute', () => {
  vi.useFakeTimers({ now: new Date('2026-06-01T10:00:59.950Z') });
  const timeouts = vi.spyOn(globalThis, 'setTimeout');
  const next = matchSample({ kickoffAt: '2026-06-01T11:03:00.000Z' });
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

const board = () => plainText(screen.getByRole('region', { name: overviewCopy.board }));

it('shows what is watched, crossed and near, and the largest fall', () => {
  render(
    <OverviewSummary
      next={undefined}
      isNextWatched
      watched={2}
      crossed={1}
      near={3}
      fallBp={-1_250}
    />,
  );
  expect(board()).toContain(
    'Partidos vigilados2Umbral cruzado1A menos del 5 %3Mayor bajada 24 h12,5 %',
  );
  expect(screen.getByText(overviewCopy.noNext)).toBeVisible();
});

it('shows a new account its plan and the market, and the market’s next match', () => {
  const next = matchSample({ name: 'A – B' });
  const market = { maxMatches: null, maxThresholds: 1_000, matches: 104, listings: null };
  render(
    <OverviewSummary
      next={next}
      isNextWatched={false}
      market={market}
      watched={0}
      crossed={0}
      near={0}
      fallBp={null}
    />,
  );
  expect(board()).toContain(
    'Partidos vigilados0Umbrales0 de 1.000Partidos en el mercado104En venta—',
  );
  expect(screen.getByText(overviewCopy.nextOfMarket)).toBeVisible();
  expect(screen.getByText('A – B')).toBeVisible();
});
