/** The price now on the chart: its dot and its tag. */
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CurrentPrice } from './price-axis.tsx';
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
