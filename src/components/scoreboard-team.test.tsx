/** Teams of a scoreboard: the line that decides the size of both names, and their badges. */
import { expect, it } from 'vitest';
import { longestLine } from './scoreboard-team.tsx';

it('is the longer of two names, a long one broken where its lines are shortest', () => {
  expect(longestLine(['ITALIA', 'ARGENTINA'])).toBe(9);
  expect(longestLine(['ITALIA', 'BOSNIA Y HERZEGOVINA'])).toBe('HERZEGOVINA'.length);
  expect(longestLine(['ESTADOS UNIDOS', 'IRAK'])).toBe('ESTADOS'.length);
  expect(longestLine(['LIECHTENSTEIN', ''])).toBe('LIECHTENSTEIN'.length);
});
