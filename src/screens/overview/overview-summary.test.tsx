/** The scoreboard: the next match and its countdown, which turns at every full minute, and the key figures. */
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

/** Label and figure of each statistic. */
const statistics = () =>
  [...document.querySelectorAll('.stat')].map((stat) => [
    stat.querySelector('.label')?.textContent?.replaceAll('\u00A0', ' '),
    stat.querySelector('.fig')?.textContent?.replaceAll('\u00A0', ' '),
    stat.classList.contains('stat--signal'),
  ]);

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
  expect(statistics()).toEqual([
    ['Partidos vigilados', '2', false],
    ['Umbral cruzado', '1', true],
    ['A menos del 5 %', '3', false],
    ['Mayor bajada 24 h', '12,5 %', false],
  ]);
  expect(screen.getByText('Sin partidos por jugar')).toBeVisible();
});

it('shows dashes while nothing is known, and no signal', () => {
  render(
    <OverviewSummary
      next={null}
      isNextWatched
      watched={null}
      crossed={null}
      near={null}
      fallBp={null}
    />,
  );
  expect(statistics().map(([, figure]) => figure)).toEqual(['—', '—', '—', '—']);
  expect(statistics().some(([, , isSignal]) => isSignal)).toBe(false);
  expect(screen.queryByText('Sin partidos por jugar')).toBeNull();
});

it('shows a new account its plan and the market, and the market’s next match', () => {
  const next = { name: 'A – B', kickoffAt: null } as Match;
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
  expect(statistics().map(([label, figure]) => [label, figure])).toEqual([
    ['Partidos vigilados', '0'],
    ['Umbrales', '0 de 1.000'],
    ['Partidos en el mercado', '104'],
    ['En venta', '—'],
  ]);
  expect(screen.getByText('Próximo del mercado')).toBeVisible();
  expect(screen.getByText('A – B')).toBeVisible();
});

it('a match that has begun stands at zero, and more than 99 days at 99', () => {
  vi.useFakeTimers({ now: new Date('2026-06-01T10:00:00.000Z') });
  const next = (kickoffAt: string) =>
    ({ name: 'A – B', home: null, away: null, city: 'C', kickoffAt }) as Match;
  const show = (kickoffAt: string) => (
    <OverviewSummary
      next={next(kickoffAt)}
      isNextWatched
      watched={1}
      crossed={0}
      near={0}
      fallBp={null}
    />
  );
  const { rerender } = render(show('2026-06-01T09:00:00.000Z'));
  expect(screen.getByRole('timer')).toHaveAccessibleName('Empieza en 0 días, 0 horas y 0 minutos');
  rerender(show('2026-12-01T10:00:00.000Z'));
  expect(screen.getByRole('timer')).toHaveTextContent(/^99días/);
  expect(screen.getByText(/· C$/)).toBeInTheDocument();
});
