/** The invoices while they load, and when they cannot be read. */
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  errorResponse,
  mockBackend,
  press,
  renderScreen,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
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
const loading = () => screen.queryByRole('status', { name: 'Facturas' });

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

it('say why they cannot be read, and are read again', async () => {
  mockBackend({
    'GET billing/invoices': [
      errorResponse(500, 'internal', 'Algo ha fallado.'),
      { items: [invoice] },
    ],
  });
  renderScreen(<InvoiceList />, '/dashboard/plan');
  expect(await screen.findByText('Algo ha fallado.')).toBeVisible();
  expect(loading()).toBeNull();
  await press('Reintentar');
  expect(await screen.findByText('V-1')).toBeVisible();
});
