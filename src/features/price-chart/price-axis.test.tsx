/** The price now on the chart: its dot and its tag. */
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CurrentPrice, currentTagHeight } from './price-axis.tsx';

it.each([
  [99_999, /^999,99.€$/],
  [100_000, /^1000.€$/],
  [100_049, /^1000.€$/],
  [100_050, /^1001.€$/],
])('says %i cents in the room it has', (cents, words) => {
  const { container } = render(
    <CurrentPrice cents={cents} currency="EUR" x={1} y={0} tagY={0} isCrossed={false} />,
  );
  expect(screen.getByText(words)).toBeVisible();
  expect(container.querySelector('.pt')).not.toHaveClass('pt--hit');
});

it('has its tag beside the dot, or as near as those of the lines leave room', () => {
  expect(currentTagHeight(0.5, [], 260)).toBe(0.5);
  expect(currentTagHeight(0.5, [0.52], 260)).toBeCloseTo(0.42);
});
