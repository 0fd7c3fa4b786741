/** Bars of past prices: the last ones, wider for a higher price, in the threshold's colour beyond it. */
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Barcode } from './barcode.tsx';

function draw(values: readonly number[], isPast: (cents: number) => boolean = () => false) {
  const { container } = render(<Barcode values={values} isPast={isPast} />);
  const bars = [...container.querySelectorAll('i')];
  return {
    widths: bars.map(({ style }) => Number.parseInt(style.width, 10)),
    past: bars.map(({ className }) => className === 's'),
  };
}

it('draws a higher price wider, and one that stands still in a rhythm', () => {
  // Of the first eleven positions some are wider by themselves.
  const rhythm = [0, 2, 0, 1, 0, 0, 2, 1, 0, 2, 0];
  expect(draw(Array(12).fill(500)).widths).toEqual([...rhythm, 0].map((more) => 2 + more));
  expect(draw([300, 400, 500]).widths).toEqual([2, 2 + 2 + 1, 2 + 2]);
  expect(draw([500, 300, 300]).widths).toEqual([2 + 2, 2 + 2, 2]);
});

it('colours the prices past the threshold', () => {
  expect(draw([300, 500, 400], (cents) => cents < 450).past).toEqual([true, false, true]);
});

it('draws the last 46 prices, and nothing without one', () => {
  const { widths } = draw([9_000, ...Array(46).fill(500)]);
  expect(widths).toHaveLength(46);
  expect(widths[0]).toBe(2);
  const { container } = render(<Barcode values={[]} isPast={() => true} />);
  expect(container).toBeEmptyDOMElement();
});
