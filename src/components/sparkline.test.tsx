/** The little price line of a row: steps, gaps, a scale that does not exaggerate, and a near threshold. */
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Sparkline } from './sparkline.tsx';

function draw(values: readonly (number | null)[], threshold: number | null = null) {
  const { container } = render(<Sparkline values={values} threshold={threshold} />);
  const line = container.querySelector('line');
  return {
    path: container.querySelector('path')?.getAttribute('d'),
    threshold: line && [line.getAttribute('y1'), line.getAttribute('y2')].map(Number),
    end: Number(container.querySelector<HTMLElement>('.sparkbox')?.style.getPropertyValue('--end')),
    hasChart: container.querySelector('svg') !== null,
  };
}

it('steps from price to price over the whole width, with a gap where nothing was listed', () => {
  const { path, end, threshold } = draw([10_000, null, 20_000, 20_000]);
  expect(path).toBe('M0.0 32.2H25.0M50.0 1.8H75.0V1.8H100.0');
  expect(end).toBeCloseTo((1.8 / 34) * 100);
  expect(threshold).toBeNull();
});

it('draws a price that stands still in the middle, and a small change small', () => {
  expect(draw([20_000, 20_000])).toMatchObject({
    path: 'M0.0 17.0H50.0V17.0H100.0',
    end: expect.closeTo(50),
  });
  // Four per cent of at least eight.
  expect(draw([9_600, 10_000]).path).toBe('M0.0 24.6H50.0V9.4H100.0');
});

it.each([
  ['above, at twelve per cent', 22_400, 1.8],
  ['below, at twelve per cent', 17_600, 32.2],
])('draws a threshold %s, within the scale', (_where, cents, y) => {
  expect(draw([20_000], cents).threshold).toEqual([expect.closeTo(y), expect.closeTo(y)]);
});
