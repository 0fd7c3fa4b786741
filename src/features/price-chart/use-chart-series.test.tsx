/** Which history a part of the chart is drawn from, and where its period begins and ends. */
import { act, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { History, HistoryRange } from '#contract/monitoring.ts';
import { sourceUpdated } from '#store/live.slice.ts';
import { mockRoute, renderScreen } from '#tests/support/screen-harness.tsx';
import { historySample } from '#tests/support/threshold-samples.ts';
import type { TimeWindow } from './time-window.ts';
import { type ChartSeries, useChartSeries } from './use-chart-series.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const now = Date.UTC(2026, 10, 20, 12);
const historyOf = (range: HistoryRange, pointsMs: readonly number[], floorCents = 20_000) =>
  historySample({
    range,
    points: pointsMs.map((atMs) => ({ at: new Date(atMs).toISOString(), floorCents, late: false })),
  });

function show(history: History, zoomed: TimeWindow | null = null) {
  const asked = mockRoute('GET monitoring/history', historyOf('24h', [now - hourMs, now], 1_000));
  const shown: { current: ChartSeries | null } = { current: null };
  function Probe() {
    shown.current = useChartSeries(history, zoomed);
    return null;
  }
  const { store } = renderScreen(<Probe />, '/dashboard');
  return { asked, shown: () => shown.current as ChartSeries, store };
}

it('shows the whole range up to the last reading of the market, and asks for nothing more', () => {
  const { asked, shown, store } = show(historyOf('7d', [now - 5 * dayMs, now - dayMs]));
  expect(shown().bounds).toEqual({ fromMs: now - 5 * dayMs, untilMs: now - dayMs });
  const observedAt = new Date(now).toISOString();
  act(() => void store.dispatch(sourceUpdated({ state: 'fresh', observedAt, arrivedAt: null })));
  const bounds = { fromMs: now - 5 * dayMs, untilMs: now };
  expect(shown()).toMatchObject({ bounds, window: bounds, range: '7d', series: { untilMs: now } });
  expect(asked).toEqual([]);
});

it.each([
  ['1h', hourMs],
  ['24h', dayMs],
  ['7d', 7 * dayMs],
  ['30d', 30 * dayMs],
  ['90d', 90 * dayMs],
] as const)('a range of %s begins no earlier, though an older price holds then', (range, ms) => {
  const { shown } = show(historyOf(range, [now - 200 * dayMs, now]));
  expect(shown().bounds).toEqual({ fromMs: now - ms, untilMs: now });
});

it.each([
  [hourMs, '1h'],
  [hourMs + 1, '24h'],
  [dayMs, '24h'],
  [7 * dayMs, '7d'],
  [7 * dayMs + 1, '30d'],
  [90 * dayMs, '90d'],
] as const)(
  'of the last %i ms it reads the shortest history that holds them: %s',
  async (ms, range) => {
    const window = { fromMs: now - ms, untilMs: now - ms + 600_000 };
    const { asked, shown } = show(historyOf('all', [now - 200 * dayMs, now]), window);
    expect(shown()).toMatchObject({ range, window });
    // Until the detail has arrived the range's own prices are drawn.
    expect(shown().series.steps[0]?.cents).toBe(20_000);
    await waitFor(() => expect(shown().series.steps[0]?.cents).toBe(1_000));
    expect(asked).toEqual([`GET monitoring/history?collectible=c1&range=${range}`]);
  },
);
