/** The axes of the chart: the tag of the price now, and labels in clock times, days, months or years. */
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { plainText } from '#tests/support/screen-harness.tsx';
import { TimeAxis } from './time-axis.tsx';

const dayMs = 86_400_000;
const morning = new Date(2026, 10, 20, 10, 25);
it.each([
  ['minutes', morning, dayMs / 24, '09:30 09:40 09:50 10:00 10:10 10:20'],
  ['days', morning, 7 * dayMs, '14 nov 15 nov 16 nov 17 nov 18 nov 19 nov 20 nov'],
  ['two months', new Date(2026, 11, 3), 5 * dayMs, '28 nov 29 nov 30 nov 1 dic 2 dic 3 dic'],
  ['months', morning, 200 * dayMs, 'jun jul ago sept oct nov'],
  ['months and a year', morning, 365 * dayMs, '2026 mar may jul sept nov'],
  ['years', morning, 3_650 * dayMs, '2018 2020 2022 2024 2026'],
])('writes %s', (_unit, until, spanMs, expected) => {
  const window = { fromMs: until.getTime() - spanMs, untilMs: until.getTime() };
  render(<TimeAxis window={window} widthPx={600} endsNow={false} />);
  expect(screen.getAllByTitle(/./).map(plainText).join(' ')).toBe(expected);
});
