/** Below the chart: its figures, or that there are none, and how far it can be zoomed. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { priceChartCopy as copy } from '#src/copy/price-chart-texts.ts';
import { plainText } from '#tests/support/screen-harness.tsx';
import { ChartFoot } from './chart-foot.tsx';

const start = new Date(2026, 10, 20, 12).getTime();
const at = (minutes: number) => start + minutes * 60_000;
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
const figures = () => screen.getAllByRole('definition').map(plainText);
const button = (name: string) => screen.getByRole('button', { name });

it('says the lowest, mean and highest of what is shown, or that there are none', () => {
  show(0, 100, null);
  expect(figures()).toEqual(Array(3).fill(`${copy.unknown}${copy.ofShown}`));
});

it('has no way back to all from all of it', () => {
  show(0, 100);
  const extreme = '150 €20 nov, 12:00';
  expect(figures()).toEqual([extreme, `150 €${copy.ofShown}`, extreme]);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  expect(button(copy.zoomOut)).toBeDisabled();
  expect(screen.queryByRole('button', { name: copy.zoomReset })).toBeNull();
});

it('zooms around the middle, in and out, and back to all', async () => {
  const onWindow = show(20, 60);
  expect(screen.getByRole('status')).toHaveTextContent('20 nov, 12:20 – 20 nov, 13:00');
  for (const name of [copy.zoomIn, copy.zoomOut, copy.zoomReset])
    await userEvent.click(button(name));
  expect(onWindow.mock.calls).toEqual([
    [{ fromMs: at(30), untilMs: at(50) }],
    [{ fromMs: at(0), untilMs: at(80) }],
    [null],
  ]);
});
