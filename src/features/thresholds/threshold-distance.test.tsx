/** The cell of a distance: on which side of the line its bar ends, whatever the condition. */
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ThresholdDistance } from './threshold-distance.tsx';

it.each([
  [260, '2.60'],
  [-500, '-5.00'],
  [9_000, '42.00'],
  [-9_000, '-10.00'],
])('a distance of %i bp stands at %s per cent from the line', (distance, share) => {
  const rule = { condition: 'change', value: 500, currency: 'EUR' } as const;
  render(<ThresholdDistance {...{ rule, distance }} cents={20_000} />);
  expect(screen.getByRole('gridcell').style.getPropertyValue('--k')).toBe(share);
});
