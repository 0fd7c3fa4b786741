/** A running subscription: its details, card change, cancelling and resuming, and a failed charge. */

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { changeCopy, currentPeriodCopy, planCopy } from '#src/copy/plan.ts';
import { subscribed, subscription } from '#tests/support/billing-samples.ts';
import {
  button,
  definitions,
  errorResponse,
  mockBackend,
  noButton,
  press,
  renderPlanScreen,
  setupScreenTests,
  text,
} from '#tests/support/screen-harness.tsx';
import * as redirect from './redirect-to.ts';

setupScreenTests();
let redirectTo: MockInstance<typeof redirect.redirectTo>;
beforeEach(() => {
  redirectTo = vi.spyOn(redirect, 'redirectTo').mockReturnValue();
});

const invoice = {
  id: 'i1',
  number: 'V-1',
  issuedAt: '2026-10-12T10:00:00.000Z',
  cents: 999,
  taxCents: 173,
  status: 'paid',
  url: 'https://pagos.example/f/1',
};
const cancelled = subscribed({
  status: 'cancelScheduled',
  endsAt: '2026-12-12T10:00:00.000Z',
  nextCharge: null,
});

/** The button in the plan's column; the banner has one for phones. */
const resumeButton = async () =>
  within(await screen.findByRole('table')).findByRole('button', { name: planCopy.resume });

describe('who pays', () => {
  it('sees the period, what comes next, the card and the invoices', async () => {
    const unpaid = { ...invoice, id: 'i2', number: 'V-2', status: 'open', url: null };
    const credit = { ...invoice, id: 'i3', number: 'V-3', cents: -1_500, taxCents: -260 };
    mockBackend({
      'GET billing/state': [subscribed()],
      'GET billing/invoices': [{ items: [unpaid, credit, invoice] }],
    });
    renderPlanScreen();
    await button(planCopy.cancel);
    const fact = (name: string) => screen.getByText(name).nextElementSibling;
    expect(fact(currentPeriodCopy.next)).toHaveTextContent('12 dic · 9,99 €');
    expect(fact(currentPeriodCopy.paid)).toHaveTextContent('12 nov · 9,99 €');
    expect(fact(currentPeriodCopy.tax)).toHaveTextContent('1,73 €');
    expect(fact(currentPeriodCopy.card)).toHaveTextContent('•••• 4242 · 08/28');
    expect(await screen.findByRole('link', { name: /Ver factura V-1/ })).toHaveAttribute(
      'href',
      invoice.url,
    );
    expect(screen.getByText(/V-2 · Pendiente/)).toBeVisible();
    expect(screen.getByText(/V-3 · Abono/)).toBeVisible();
    expect(screen.getByText('Plan Premium · 1 de 20 partidos · 0 de 100 umbrales')).toBeVisible();
    noButton('Pasar a Premium');
  });

  it('goes to the checkout page to change the card', async () => {
    mockBackend({
      'GET billing/state': [subscribed()],
      'POST billing/card': [{ url: 'https://pagos.example/t/1' }],
    });
    renderPlanScreen();
    await press(planCopy.changeCard);
    await waitFor(() => expect(redirectTo).toHaveBeenCalledWith('https://pagos.example/t/1'));
  });

  it('cancels after seeing the end date, and resumes', async () => {
    const calls = mockBackend({
      'GET billing/state': [subscribed()],
      'POST billing/cancel': [cancelled],
      'POST billing/resume': [subscribed()],
    });
    const { showToast } = renderPlanScreen();
    await press(planCopy.cancel);
    const dialog = within(screen.getByRole('dialog', { name: planCopy.cancel }));
    expect(dialog.getByText(/sigue activo hasta el 12 de diciembre de 2026/)).toBeVisible();
    expect(calls).not.toContain('POST billing/cancel');
    await userEvent.click(dialog.getByRole('button', { name: changeCopy.confirmCancel }));
    await resumeButton();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(await text(/Cancelación programada/)).toBeVisible();
    expect(screen.getByText(currentPeriodCopy.none)).toBeVisible();
    expect(screen.getByText('Desde el 12 dic')).toBeVisible();
    await userEvent.click(await resumeButton());
    await button(planCopy.cancel);
    expect(showToast).toHaveBeenLastCalledWith(changeCopy.resumed, 'success');
    expect(calls.filter((one) => one.startsWith('POST'))).toEqual([
      'POST billing/cancel',
      'POST billing/resume',
    ]);
  });

  it('cancels nothing on going back, nor when the provider is unavailable', async () => {
    const calls = mockBackend({
      'GET billing/state': [subscribed()],
      'POST billing/cancel': [errorResponse(503, 'unavailable', 'Ahora no se puede.')],
    });
    renderPlanScreen();
    await press(planCopy.cancel);
    await press(planCopy.back);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(calls).not.toContain('POST billing/cancel');
    await press(planCopy.cancel);
    await press(changeCopy.confirmCancel);
    expect(await screen.findByRole('alert')).toHaveTextContent('Ahora no se puede.');
    await button(planCopy.cancel);
  });
});

describe('a charge that failed', () => {
  const owed = subscribed({
    status: 'pastDue',
    graceUntil: '2026-12-19T10:00:00.000Z',
    nextCharge: null,
  });

  it('says until when the plan stays, and how to pay', async () => {
    mockBackend({
      'GET billing/state': [owed],
      'POST billing/card': [{ url: 'https://pagos.example/t/2' }],
    });
    renderPlanScreen();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /sigue activo hasta el 19 de diciembre de 2026 a las \d\d:\d\d/,
    );
    noButton('Pasar a Elite');
    expect(screen.getByText(planCopy.payFirst)).toBeVisible();
    // What is owed is tried again, and cancelling does not wait for the end of the period.
    expect(screen.queryByText(currentPeriodCopy.next)).not.toBeInTheDocument();
    expect(screen.queryByText(/Se renueva cada mes/)).not.toBeInTheDocument();
    await press(planCopy.changeCard);
    await waitFor(() => expect(redirectTo).toHaveBeenCalledWith('https://pagos.example/t/2'));
  });

  it('ends at once when it is cancelled, which the dialog says first', async () => {
    mockBackend({
      'GET billing/state': [owed],
      'POST billing/cancel': [
        { plan: 'basico', granted: false, subscription: subscription({ status: 'ended' }) },
      ],
    });
    const { showToast } = renderPlanScreen();
    await press(planCopy.cancel);
    await text(/Premium termina hoy/);
    await press(changeCopy.confirmCancel);
    await text(/Tu suscripción ha terminado/);
    expect(showToast).toHaveBeenCalledWith(changeCopy.cancelledNow, 'success');
    await button('Pasar a Premium');
  });
});

describe('the current period', () => {
  const show = async (part: Parameters<typeof subscribed>[0]) => {
    mockBackend({ 'GET billing/state': [subscribed(part)] });
    renderPlanScreen();
    await screen.findByRole('heading', { name: currentPeriodCopy.title });
    return definitions();
  };
  const nextCharge = { at: '2026-12-14T10:00:00.000Z', cents: 999 };

  it('says when a failed charge is tried again', async () => {
    const facts = await show({
      status: 'pastDue',
      graceUntil: '2026-12-19T10:00:00.000Z',
      nextCharge,
    });
    expect(facts).toMatchObject({ 'Próximo intento': '14 dic · 9,99 €' });
    expect(facts).not.toHaveProperty(currentPeriodCopy.next);
  });
});

it.each([
  [{ status: 'cancelScheduled', endsAt: null }, /sigue activo hasta el 12 de diciembre de 2026\./],
  [
    { status: 'cancelScheduled', endsAt: '2027-01-03T10:00:00.000Z' },
    /sigue activo hasta el 3 de enero de 2027\./,
  ],
  [{ status: 'pastDue', graceUntil: null }, /sigue activo hasta el 12 de diciembre de 2026 a las/],
] as const)('%j says until when the plan stays', async (part, words) => {
  mockBackend({ 'GET billing/state': [subscribed(part)] });
  renderPlanScreen();
  expect(await text(words)).toBeVisible();
});
