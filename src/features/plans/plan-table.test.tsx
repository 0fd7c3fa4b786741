/** The plans beside each other: which is one's own, what each costs, and how much of it is used. */
import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { plans } from '#domain/plans.ts';
import { plainText } from '#tests/support/screen-harness.tsx';
import { PlanTable } from './plan-table.tsx';
import { PlanUsage } from './plan-usage.tsx';

it('marks one’s own plan in every row, and says what each costs a month', () => {
  render(<PlanTable currentPlan="premium" />);
  const heads = screen.getAllByRole('columnheader').slice(1).map(plainText);
  expect(heads[0]).toMatch(/^Básico0 €/);
  expect(heads[1]).toMatch(/^Premium.+9,99 €/);
  expect(heads[2]).toMatch(/^Elite24,99 €/);
  for (const row of screen.getAllByRole('row').slice(1)) {
    const mine = within(row)
      .getAllByRole('cell')
      .map((cell) => cell.classList.contains('is-mine'));
    expect(mine).toEqual([false, true, false]);
  }
});

it('says how much is used, of which plan', () => {
  render(
    <MemoryRouter>
      <PlanUsage plan={plans.premium} text="3 de 20" label="Partidos" used={3} max={20} />
    </MemoryRouter>,
  );
  expect(screen.getByText('3 de 20')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Plan Premium' })).toHaveAttribute(
    'href',
    '/dashboard/plan',
  );
  expect(screen.getByRole('progressbar', { name: 'Partidos' })).toHaveAttribute(
    'aria-valuenow',
    '3',
  );
});
