/** The invoices while they load, and when they cannot be read. */

import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { currentPeriodCopy } from '#src/copy/plan.ts';
import { mockBackend, renderScreen, setupScreenTests } from '#tests/support/screen-harness.tsx';
import { InvoiceList } from './invoice-list.tsx';

setupScreenTests();

const invoice = {
  id: 'i1',
  number: 'V-1',
  issuedAt: '2026-10-12T10:00:00.000Z',
  cents: 999,
  taxCents: 173,
  status: 'paid',
  url: 'https://pagos.example/f/1',
};
const loading = () => screen.queryByRole('status', { name: currentPeriodCopy.invoices });

it('are loading until they are there, not failed before and not loading beside them', async () => {
  const answer = Promise.withResolvers<unknown>();
  mockBackend({ 'GET billing/invoices': [answer.promise] });
  renderScreen(<InvoiceList />, '/dashboard/plan');
  expect(loading()).toBeInTheDocument();
  expect(screen.queryByText('Reintentar')).toBeNull();
  answer.resolve({ items: [invoice] });
  expect(await screen.findByText('V-1')).toBeVisible();
  expect(loading()).toBeNull();
});
