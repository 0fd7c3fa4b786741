/** Time ticks: round local times, apart from each other, never fewer than three labels. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { timeTicks } from './time-ticks.ts';

const gapPx = 58;
const at = (...parts: [number, number, number, number?, number?]) =>
  new Date(parts[0], parts[1], parts[2], parts[3] ?? 0, parts[4] ?? 0).getTime();
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
