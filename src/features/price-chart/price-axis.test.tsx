/** The price now on the chart: its dot and its tag. */
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CurrentPrice, currentTagHeight, PriceGrid, PriceLabels } from './price-axis.tsx';
import styles from './price-chart.module.css';

it('has its dot at the end of the line and its tag on the axis beside it, where they can be seen', () => {
  const { container } = render(
    <CurrentPrice cents={123_456} currency="EUR" x={0.9} y={0.5} tagY={0.25} isCrossed />,
  );
  const dot = container.querySelector(`.${styles.pt}`);
  expect(dot).toHaveStyle({ left: '90%', top: '50%' });
  expect(dot).toHaveClass(styles['pt--hit'] ?? '');
  expect(screen.getByText(/^1235.€$/)).toHaveStyle({ top: '25%' });
});

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

it('draws a grid line at each price, and labels some of them', () => {
  const ticks = { grid: [0, 250, 1_000], labels: [250] };
  const scale = { low: 0, high: 1_000 };
  const { container } = render(
    <>
      <svg>
        <title>Precios</title>
        <PriceGrid ticks={ticks} scale={scale} />
      </svg>
      <PriceLabels ticks={ticks} scale={scale} currency="EUR" />
    </>,
  );
  const heights = [...container.querySelectorAll('line')].map((line) =>
    ['y1', 'y2'].map((name) => Number(line.getAttribute(name))),
  );
  expect(heights).toEqual([
    [100, 100],
    [75, 75],
    [0, 0],
  ]);
  expect(screen.getByText(/^2,50.€$/)).toHaveStyle({ top: '75%' });
});
