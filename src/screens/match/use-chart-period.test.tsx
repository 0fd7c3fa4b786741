/** The period of the chart in the address: what it says of a range and a part of it, and what is ignored. */
import { act, renderHook } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, it } from 'vitest';
import { useChartPeriod } from './use-chart-period.ts';

function open(search: string) {
  const wrapper = ({ children }: PropsWithChildren) => (
    <MemoryRouter initialEntries={[`/${search}`]}>{children}</MemoryRouter>
  );
  const { result } = renderHook(() => ({ ...useChartPeriod(), search: useLocation().search }), {
    wrapper,
  });
  return { period: () => result.current, search: () => decodeURIComponent(result.current.search) };
}
const from = '2026-11-20T10:00:00Z';
const until = '2026-11-21T10:00:00Z';
const [fromMs, untilMs] = [Date.parse(from), Date.parse(until)];

it('opens at the range and the part of it that a link names', () => {
  const { period } = open(`?rango=7d&desde=${from}&hasta=${until}`);
  expect([period().range, period().zoomed]).toEqual(['7d', { fromMs, untilMs }]);
});

it.each([
  ['without an end', `?desde=${from}`],
  ['without a start', `?hasta=${until}`],
  ['of nonsense', '?desde=x&hasta=y'],
  ['the wrong way round', `?desde=${until}&hasta=${from}`],
  ['of no length', `?desde=${from}&hasta=${from}`],
])('a part %s is the whole range', (_what, search) => {
  expect(open(search).period().zoomed).toBeNull();
});

it('a part is written to the second and taken back, and the rest of the address stays', () => {
  const { period, search } = open('?c=c1');
  act(() => period().setZoomed({ fromMs: fromMs + 123, untilMs }));
  expect(search()).toBe(`?c=c1&desde=${from}&hasta=${until}`);
  expect(period().zoomed).toEqual({ fromMs, untilMs });
  act(() => period().setZoomed(null));
  expect(search()).toBe('?c=c1');
});

it('another range shows all of it', () => {
  const { period, search } = open(`?c=c1&desde=${from}&hasta=${until}`);
  act(() => period().setRange('24h'));
  expect(search()).toBe('?c=c1&rango=24h');
});
