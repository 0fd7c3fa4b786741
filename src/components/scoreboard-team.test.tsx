/** Teams of a scoreboard: the line that decides the size of both names, and their badges. */
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { longestLine, ScoreboardTeam } from './scoreboard-team.tsx';
import { TeamBadgePair } from './team-badge.tsx';

it('is the longer of two names, a long one broken where its lines are shortest', () => {
  expect(longestLine(['ITALIA', 'ARGENTINA'])).toBe(9);
  expect(longestLine(['ITALIA', 'BOSNIA Y HERZEGOVINA'])).toBe('HERZEGOVINA'.length);
  expect(longestLine(['ESTADOS UNIDOS', 'IRAK'])).toBe('ESTADOS'.length);
  expect(longestLine(['LIECHTENSTEIN', ''])).toBe('LIECHTENSTEIN'.length);
});

it('breaks no name of twelve letters, and none less', () => {
  expect(longestLine(['COSTA  RICAS'])).toBe(12);
  expect(longestLine(['COSTA DE RICA'])).toBe('DE RICA'.length);
  expect(longestLine([''])).toBe(1);
});

const team = { name: 'ITALIA', colors: ['#111', '#222', '#333'], vertical: false } as const;
const parts = () =>
  [...(document.querySelector('.score__team')?.children ?? [])].map(
    ({ className, textContent }) => className || textContent,
  );

it('has its badge before its name, the away team after it, and one unknown has none', () => {
  const { rerender } = render(<ScoreboardTeam team={team} fallback="?" nameLength={6} />);
  expect(parts()).toEqual(['chip', 'ITALIA']);
  const board = document.querySelector<HTMLElement>('.score__team');
  expect(board).toHaveAttribute('aria-hidden', 'false');
  expect(board).not.toHaveClass('score__team--away');
  expect(board?.style.getPropertyValue('--name-length')).toBe('6');
  rerender(<ScoreboardTeam team={team} fallback="?" nameLength={6} away isDecorative />);
  expect(parts()).toEqual(['ITALIA', 'chip']);
  expect(board).toHaveClass('score__team--away');
  expect(board).toHaveAttribute('aria-hidden', 'true');
  rerender(<ScoreboardTeam team={null} fallback="Por decidir" nameLength={6} />);
  expect(parts()).toEqual(['Por decidir']);
  expect(screen.getByText('Por decidir')).toBeVisible();
});

it('shows the colours of both teams, or of none, in bands across or down', () => {
  const upright = { ...team, vertical: true };
  const { container, rerender } = render(<TeamBadgePair home={team} away={upright} />);
  const bands = [...container.querySelectorAll<HTMLElement>('.chip')].map(({ style }) =>
    ['--a', '--b', '--c', '--dir'].map((name) => style.getPropertyValue(name)),
  );
  expect(bands).toEqual([
    ['#111', '#222', '#333', ''],
    ['#111', '#222', '#333', '90deg'],
  ]);
  for (const [home, away] of [
    [team, null],
    [null, team],
  ] as const) {
    rerender(<TeamBadgePair home={home} away={away} />);
    expect(container).toBeEmptyDOMElement();
  }
});
