/** Time ticks: round local times, apart from each other, never fewer than three labels. */
import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { timeTicks } from './time-ticks.ts';

const gapPx = 58;
const at = (...parts: [number, number, number, number?, number?]) =>
  new Date(parts[0], parts[1], parts[2], parts[3] ?? 0, parts[4] ?? 0).getTime();
const clock = (atMs: number) => new Date(atMs).toTimeString().slice(0, 5);
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

it('has at least three labels, none over another, all at round times, for any period and width', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: at(2020, 0, 1), max: at(2030, 0, 1) }),
      fc.double({ min: Math.log(5 * 60_000), max: Math.log(10 * 365 * dayMs), noNaN: true }),
      fc.integer({ min: 225, max: 1_600 }),
      fc.boolean(),
      (untilMs, logSpan, widthPx, hasEnd) => {
        const window = { fromMs: untilMs - Math.exp(logSpan), untilMs };
        const ticks = timeTicks(window, { widthPx, gapPx, hasEnd });
        const labels = [...ticks.map(({ atMs }) => atMs), ...(hasEnd ? [untilMs] : [])];
        expect(labels.length).toBeGreaterThanOrEqual(3);
        const px = labels.map(
          (atMs) => ((atMs - window.fromMs) / (untilMs - window.fromMs)) * widthPx,
        );
        for (const [index, left] of px.entries()) {
          expect(left).toBeGreaterThanOrEqual(0);
          expect(left).toBeLessThanOrEqual(widthPx + 1e-6);
          if (index > 0) expect(left - (px[index - 1] ?? 0)).toBeGreaterThanOrEqual(gapPx - 1e-6);
        }
        for (const { atMs, unit } of ticks) {
          expect(new Date(atMs).getSeconds()).toBe(0);
          if (unit !== 'minute') expect(new Date(atMs).getMinutes()).toBe(0);
          if (unit !== 'minute' && unit !== 'hour') expect(new Date(atMs).getHours()).toBe(0);
        }
      },
    ),
    { numRuns: 100 },
  );
});

/** `20 10:30`: day and local time. */
const dayAndClock = (atMs: number) => `${new Date(atMs).getDate()} ${clock(atMs)}`;
const yearAndMonth = (atMs: number) =>
  `${new Date(atMs).getFullYear()}-${new Date(atMs).getMonth() + 1}`;

it.each([
  ['five minutes', 5 / 60, '20 10:20, 20 10:21, 20 10:22, 20 10:23, 20 10:24, 20 10:25'],
  ['an hour', 1, '20 09:30, 20 09:40, 20 09:50, 20 10:00, 20 10:10, 20 10:20'],
  ['three hours', 3, '20 07:30, 20 08:00, 20 08:30, 20 09:00, 20 09:30, 20 10:00'],
  ['six hours', 6, '20 05:00, 20 06:00, 20 07:00, 20 08:00, 20 09:00, 20 10:00'],
  ['twelve hours', 12, '20 00:00, 20 02:00, 20 04:00, 20 06:00, 20 08:00, 20 10:00'],
  ['three days', 72, '17 12:00, 18 00:00, 18 12:00, 19 00:00, 19 12:00, 20 00:00'],
  ['a week', 168, '14 00:00, 15 00:00, 16 00:00, 17 00:00, 18 00:00, 19 00:00, 20 00:00'],
  ['two weeks', 336, '8 00:00, 10 00:00, 12 00:00, 14 00:00, 16 00:00, 18 00:00, 20 00:00'],
  ['three months', 2_160, '24 00:00, 7 00:00, 21 00:00, 5 00:00, 19 00:00, 2 00:00, 16 00:00'],
])('of %s it marks evenly spaced times', (_period, hours, expected) => {
  const untilMs = at(2026, 10, 20, 10, 25);
  const window = { fromMs: untilMs - hours * hourMs, untilMs };
  const all = timeTicks(window, { widthPx: 600, gapPx, hasEnd: false });
  expect(all.map(({ atMs }) => dayAndClock(atMs)).join(', ')).toBe(expected);
  // “ahora” needs the room of a label at the end.
  const gapMs = (gapPx / 600) * hours * hourMs;
  const beforeNow = timeTicks(window, { widthPx: 600, gapPx, hasEnd: true });
  expect(beforeNow).toEqual(all.filter(({ atMs }) => atMs <= untilMs - gapMs));
});

it.each([
  [200, '2026-6, 2026-7, 2026-8, 2026-9, 2026-10, 2026-11'],
  [365, '2026-1, 2026-3, 2026-5, 2026-7, 2026-9, 2026-11'],
  [3 * 365, '2024-1, 2024-7, 2025-1, 2025-7, 2026-1, 2026-7'],
  [10 * 365, '2018-1, 2020-1, 2022-1, 2024-1, 2026-1'],
  [40 * 365, '1990-1, 1995-1, 2000-1, 2005-1, 2010-1, 2015-1, 2020-1, 2025-1'],
])('of %i days it marks months or years by their first days', (days, expected) => {
  const untilMs = at(2026, 10, 20, 10, 25);
  const window = { fromMs: untilMs - days * dayMs, untilMs };
  const ticks = timeTicks(window, { widthPx: 600, gapPx, hasEnd: false });
  expect(ticks.map(({ atMs }) => yearAndMonth(atMs)).join(', ')).toBe(expected);
  for (const { atMs, unit } of ticks) {
    const first = new Date(atMs);
    expect([first.getDate(), unit]).toEqual([1, first.getMonth() === 0 ? 'year' : 'month']);
  }
});

it('marks every hour once where the clocks go back, also the one they repeat', () => {
  vi.stubEnv('TZ', 'Europe/Madrid');
  onTestFinished(() => void vi.unstubAllEnvs());
  const fromMs = Date.UTC(2026, 9, 24, 22);
  const window = { fromMs, untilMs: fromMs + 6 * hourMs };
  const ticks = timeTicks(window, { widthPx: 600, gapPx, hasEnd: false });
  const clocks = ticks.map(({ atMs }) => clock(atMs)).join(' ');
  expect(clocks).toBe('00:00 01:00 02:00 02:00 03:00 04:00 05:00');
  expect(ticks.map(({ atMs }) => (atMs - fromMs) / hourMs)).toEqual([0, 1, 2, 3, 4, 5, 6]);
});
