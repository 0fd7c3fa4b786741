/** The plans beside each other: which is one's own, what each costs, and how much of it is used. */
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { plans } from '#domain/plans.ts';
import { planCopy } from '#src/copy/plan.ts';
import { plainText } from '#tests/support/screen-harness.tsx';
import { PlanTable } from './plan-table.tsx';
import { PlanUsage } from './plan-usage.tsx';

it('marks one’s own plan, and says what each costs a month', () => {
  render(<PlanTable currentPlan="premium" />);
  const heads = screen.getAllByRole('columnheader').slice(1).map(plainText);
  expect(heads[0]).toMatch(/^Básico0 €/);
  expect(heads[1]).toMatch(/^Premium.+9,99 €/);
  expect(heads[2]).toMatch(/^Elite24,99 €/);
  expect(screen.getByText(planCopy.current).parentElement).toHaveTextContent(/^Premium/);
});

it('says how much is used, of which plan', () => {
  render(
    <MemoryRouter>
      <PlanUsage plan={plans.premium} text="3 de 20" label="Partidos" used={3} max={20} />
    </MemoryRouter>,
  );
  expect(screen.getByText('3 de 20')).toBeVisible();
  const link = screen.getByRole('link', { name: 'Plan Premium' });
  expect(link).toHaveAttribute('href', '/dashboard/plan');
  const bar = screen.getByRole('progressbar', { name: 'Partidos' });
  expect(bar).toHaveAttribute('aria-valuenow', '3');
});
