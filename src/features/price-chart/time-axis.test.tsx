/** Labels of the time axis: clock times, days, months or years, within the chart, and “ahora” at its end. */
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { TimeAxis } from './time-axis.tsx';

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
const at = (...parts: [number, number, number, number?, number?]) =>
  new Date(parts[0], parts[1], parts[2], parts[3] ?? 0, parts[4] ?? 0).getTime();

function show(fromMs: number, untilMs: number, { endsNow = false, widthPx = 600 } = {}) {
  const { container } = render(
    <TimeAxis window={{ fromMs, untilMs }} widthPx={widthPx} endsNow={endsNow} />,
  );
  return [...container.querySelectorAll('span')];
}
const texts = (labels: readonly Element[]) => labels.map(({ textContent }) => textContent);

it.each([
  ['minutes', 60 * minuteMs, ['09:30', '09:40', '09:50', '10:00', '10:10', '10:20']],
  ['days', 7 * dayMs, ['14 nov', '15 nov', '16 nov', '17 nov', '18 nov', '19 nov', '20 nov']],
  ['months', 200 * dayMs, ['jun', 'jul', 'ago', 'sept', 'oct', 'nov']],
  ['months and a year', 365 * dayMs, ['2026', 'mar', 'may', 'jul', 'sept', 'nov']],
  ['years', 3_650 * dayMs, ['2018', '2020', '2022', '2024', '2026']],
])('writes %s', (_unit, spanMs, expected) => {
  const untilMs = at(2026, 10, 20, 10, 25);
  expect(texts(show(untilMs - spanMs, untilMs))).toEqual(expected);
});

it('writes the first of a month among days as a day', () => {
  expect(texts(show(at(2026, 10, 28), at(2026, 11, 3)))).toContain('1 dic');
});
