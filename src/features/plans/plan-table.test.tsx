/** The plans beside each other: which is one's own, what each costs, and how much of it is used. */
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { planCopy } from '#src/copy/plan.ts';
import { plainText } from '#tests/support/screen-harness.tsx';
import { PlanTable } from './plan-table.tsx';

it('marks one’s own plan, and says what each costs a month', () => {
  render(<PlanTable currentPlan="premium" />);
  const heads = screen.getAllByRole('columnheader').slice(1).map(plainText);
  expect(heads[0]).toMatch(/^Básico0 €/);
  expect(heads[1]).toMatch(/^Premium.+9,99 €/);
  expect(heads[2]).toMatch(/^Elite24,99 €/);
  expect(screen.getByText(planCopy.current).parentElement).toHaveTextContent(/^Premium/);
});
