/** Below the chart: its figures, or that there are none, and how far it can be zoomed. */

import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { priceChartCopy } from '#src/copy/price-chart-texts.ts';
import { plainText } from '#tests/support/screen-harness.tsx';
import { ChartFoot } from './chart-foot.tsx';

const minuteMs = 60_000;
const start = new Date(2026, 10, 20, 12).getTime();
const at = (minutes: number) => start + minutes * minuteMs;
const bounds = { fromMs: at(0), untilMs: at(100) };

function show(fromMinute: number, untilMinute: number, cents: number | null = 15_000) {
  const onWindow = vi.fn();
  render(
    <ChartFoot
      series={{ ...bounds, steps: [{ atMs: at(0), cents }] }}
      window={{ fromMs: at(fromMinute), untilMs: at(untilMinute) }}
      bounds={bounds}
      currency="EUR"
      onWindow={onWindow}
    />,
  );
  return onWindow;
}
const button = (name: string) => screen.getByRole('button', { name });

it('where nothing was on sale there are no figures', () => {
  show(0, 100, null);
  expect(screen.getAllByRole('definition').map(plainText)).toEqual(
    Array(3).fill('—de lo que se ve'),
  );
});

it('says the lowest, mean and highest of what is shown', () => {
  show(0, 100);
  expect(screen.getAllByRole('definition').map(plainText)).toEqual([
    expect.stringMatching(/^150 €20 nov/),
    `150 €${priceChartCopy.ofShown}`,
    expect.stringMatching(/^150 €20 nov/),
  ]);
});

it('zooms around the middle, in and out', async () => {
  const onWindow = show(20, 60);
  expect(screen.getByRole('status')).toHaveTextContent('20 nov, 12:20 – 20 nov, 13:00');
  await userEvent.click(button(priceChartCopy.zoomIn));
  expect(onWindow).toHaveBeenLastCalledWith({ fromMs: at(30), untilMs: at(50) });
  await userEvent.click(button(priceChartCopy.zoomOut));
  expect(onWindow).toHaveBeenLastCalledWith({ fromMs: at(0), untilMs: at(80) });
});

it('goes no nearer than five minutes, and no further than all', () => {
  show(10, 15);
  expect(button(priceChartCopy.zoomIn)).toBeDisabled();
  expect(button(priceChartCopy.zoomOut)).toBeEnabled();
});

it('all of it has no way back to all', () => {
  show(0, 100);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  expect(button(priceChartCopy.zoomOut)).toBeDisabled();
  expect(screen.queryByRole('button', { name: priceChartCopy.zoomReset })).toBeNull();
});
