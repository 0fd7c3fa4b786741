/** The chart's time axis: hours up to two days, days beyond, and “now” at its end. */
import { render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { PriceChart } from './price-chart.tsx';

// Drawn on a canvas, which jsdom has not.
vi.mock('./uplot-canvas.tsx', () => ({ UPlotCanvas: () => null }));

const untilMs = new Date(2026, 10, 20, 12).getTime();
const hourMs = 3_600_000;
const labelsOf = (hours: number) => {
  const fromMs = untilMs - hours * hourMs;
  const { container, unmount } = render(
    <PriceChart
      series={{ fromMs, untilMs, steps: [{ atMs: fromMs, cents: 1_000 }] }}
      range="24h"
      currency="EUR"
      target="Cat 1"
      floorCents={1_000}
      lines={[]}
      mails={[]}
      onMoved={() => {}}
      onEdit={() => {}}
    />,
  );
  const labels = [...container.querySelectorAll('.xlab span')].map(
    ({ textContent }) => textContent,
  );
  unmount();
  return labels;
};

it('shows hours in a range of at most two days', () => {
  expect(labelsOf(24)).toEqual(['12:00', '18:00', '00:00', '06:00', 'ahora']);
  expect(labelsOf(48)).toEqual(['12:00', '00:00', '12:00', '00:00', 'ahora']);
});

it('shows days in a longer one', () => {
  expect(labelsOf(8 * 24)).toEqual(['12 nov', '14 nov', '16 nov', '18 nov', 'ahora']);
});
