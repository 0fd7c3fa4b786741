/** A running subscription: its details, card change, cancelling and resuming, and a failed charge. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
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
  within(await screen.findByRole('table')).findByRole('button', { name: 'Mantener suscripción' });

describe('who pays', () => {
  it('sees the period, what comes next, the card and the invoices', async () => {
    const unpaid = { ...invoice, id: 'i2', number: 'V-2', status: 'open', url: null };
    const credit = { ...invoice, id: 'i3', number: 'V-3', cents: -1_500, taxCents: -260 };
    mockBackend({
      'GET billing/state': [subscribed()],
      'GET billing/invoices': [{ items: [unpaid, credit, invoice] }],
    });
    renderPlanScreen();
    await button('Cancelar suscripción');
    const fact = (name: string) => screen.getByText(name).nextElementSibling;
    expect(fact('Próximo cobro')).toHaveTextContent('12 dic · 9,99 €');
    expect(fact('Último pago')).toHaveTextContent('12 nov · 9,99 €');
    expect(fact('IVA incluido')).toHaveTextContent('1,73 €');
    expect(fact('Tarjeta')).toHaveTextContent('•••• 4242 · 08/28');
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
    await press('Cambiar tarjeta');
    await waitFor(() => expect(redirectTo).toHaveBeenCalledWith('https://pagos.example/t/1'));
  });

  it('cancels after seeing the end date, and resumes', async () => {
    const calls = mockBackend({
      'GET billing/state': [subscribed()],
      'POST billing/cancel': [cancelled],
      'POST billing/resume': [subscribed()],
    });
    const { showToast } = renderPlanScreen();
    await press('Cancelar suscripción');
    const dialog = within(screen.getByRole('dialog', { name: 'Cancelar suscripción' }));
    expect(dialog.getByText(/sigue activo hasta el 12 de diciembre de 2026/)).toBeVisible();
    expect(calls).not.toContain('POST billing/cancel');
    await userEvent.click(dialog.getByRole('button', { name: 'Confirmar cancelación' }));
    await resumeButton();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(await text(/Cancelación programada/)).toBeVisible();
    expect(screen.getByText('Ninguno')).toBeVisible();
    expect(screen.getByText('Desde el 12 dic')).toBeVisible();
    await userEvent.click(await resumeButton());
    await button('Cancelar suscripción');
    expect(showToast).toHaveBeenLastCalledWith('Tu suscripción sigue adelante.', 'success');
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
    await press('Cancelar suscripción');
    await press('Volver');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(calls).not.toContain('POST billing/cancel');
    await press('Cancelar suscripción');
    await press('Confirmar cancelación');
    expect(await screen.findByRole('alert')).toHaveTextContent('Ahora no se puede.');
    await button('Cancelar suscripción');
  });

  it('resumes it from the banner too, and moves the focus to the plan’s own button', async () => {
    const calls = mockBackend({
      'GET billing/state': [cancelled],
      'POST billing/resume': [subscribed()],
    });
    renderPlanScreen();
    const banner = within(await screen.findByRole('note'));
    await userEvent.click(banner.getByRole('button', { name: 'Mantener suscripción' }));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Cancelar suscripción' })).toHaveFocus(),
    );
    expect(calls).toContain('POST billing/resume');
    expect(screen.queryByRole('note')).not.toBeInTheDocument();
  });

  it('reads why it could not be resumed', async () => {
    mockBackend({
      'GET billing/state': [cancelled],
      'POST billing/resume': [errorResponse(409, 'conflict', 'Tu suscripción ya ha terminado.')],
    });
    renderPlanScreen();
    await userEvent.click(await resumeButton());
    expect(await screen.findByRole('alert')).toHaveTextContent('Tu suscripción ya ha terminado.');
  });

  it('cancels with the keyboard alone', async () => {
    const calls = mockBackend({
      'GET billing/state': [subscribed()],
      'POST billing/cancel': [cancelled],
    });
    renderPlanScreen();
    (await button('Cancelar suscripción')).focus();
    await userEvent.keyboard('{Enter}');
    const dialog = within(screen.getByRole('dialog'));
    dialog.getByRole('button', { name: 'Cerrar' }).focus();
    await userEvent.tab();
    await userEvent.tab();
    expect(dialog.getByRole('button', { name: 'Confirmar cancelación' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await resumeButton();
    expect(calls).toContain('POST billing/cancel');
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
    expect(screen.getByText('Antes hay que pagar lo pendiente')).toBeVisible();
    // What is owed is tried again, and cancelling does not wait for the end of the period.
    expect(screen.queryByText('Próximo cobro')).not.toBeInTheDocument();
    expect(screen.queryByText(/Se renueva cada mes/)).not.toBeInTheDocument();
    await press('Cambiar tarjeta');
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
    await press('Cancelar suscripción');
    await text(/Premium termina hoy/);
    await press('Confirmar cancelación');
    await text(/Tu suscripción ha terminado/);
    expect(showToast).toHaveBeenCalledWith('Cancelada. Tu plan es ahora Básico.', 'success');
    await button('Pasar a Premium');
  });
});

describe('the current period', () => {
  const show = async (part: Parameters<typeof subscribed>[0]) => {
    mockBackend({ 'GET billing/state': [subscribed(part)] });
    renderPlanScreen();
    await screen.findByRole('heading', { name: 'Periodo actual' });
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
    expect(facts).not.toHaveProperty('Próximo cobro');
  });

  it('says that nothing comes next after a cancellation', async () => {
    expect(await show({ status: 'cancelScheduled', nextCharge: null })).toMatchObject({
      'Próximo cobro': 'Ninguno',
    });
  });

  it('says nothing of a payment or a card that is not known', async () => {
    expect(await show({ lastPayment: null, card: null })).toEqual({
      'Próximo cobro': '12 dic · 9,99 €',
    });
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

it('while the page to change the card is opened, nothing else can be asked for', async () => {
  mockBackend({
    'GET billing/state': [subscribed()],
    'POST billing/card': [{ url: 'https://pagos.example/t/1' }],
  });
  renderPlanScreen();
  expect(await button('Cambiar tarjeta')).not.toHaveAttribute('aria-busy');
  await press('Cambiar tarjeta');
  await waitFor(() => expect(redirectTo).toHaveBeenCalledOnce());
  expect(await button('Cambiar tarjeta')).toHaveAttribute('aria-busy', 'true');
  for (const name of ['Cancelar suscripción', 'Pasar a Elite']) {
    expect(await button(name)).toBeDisabled();
    expect(await button(name)).not.toHaveAttribute('aria-busy');
  }
});

it('a card that could not be changed says why, until it is tried again', async () => {
  mockBackend({
    'GET billing/state': [subscribed({ status: 'pastDue', graceUntil: null })],
    'POST billing/card': [
      errorResponse(503, 'unavailable', 'Ahora no se puede.'),
      { url: 'https://pagos.example/t/2' },
    ],
  });
  renderPlanScreen();
  await press('Cambiar tarjeta');
  expect(await text(/Ahora no se puede/)).toBeVisible();
  expect(redirectTo).not.toHaveBeenCalled();
  expect(await button('Cambiar tarjeta')).toBeEnabled();
  await press('Cambiar tarjeta');
  await waitFor(() =>
    expect(redirectTo).toHaveBeenCalledExactlyOnceWith('https://pagos.example/t/2'),
  );
  expect(screen.queryByText(/Ahora no se puede/)).toBeNull();
  expect(await button('Cambiar tarjeta')).toHaveAttribute('aria-busy', 'true');
});

it('while it is being resumed, both its buttons say so and the rest waits', async () => {
  const gate = Promise.withResolvers<unknown>();
  mockBackend({ 'GET billing/state': [cancelled], 'POST billing/resume': [gate.promise] });
  renderPlanScreen();
  await userEvent.click(await resumeButton());
  await waitFor(() => {
    const both = screen.getAllByRole('button', { name: 'Mantener suscripción' });
    expect(both.map((one) => one.getAttribute('aria-busy'))).toEqual(['true', 'true']);
  });
  expect(await button('Pasar a Elite')).toBeDisabled();
  gate.resolve(subscribed());
  expect(await button('Pasar a Elite')).toBeEnabled();
});

it('what the banner could not resume leaves the focus on its button', async () => {
  mockBackend({
    'GET billing/state': [cancelled],
    'POST billing/resume': [errorResponse(503, 'unavailable', 'Ahora no se puede.')],
  });
  const { showToast } = renderPlanScreen();
  const banner = within(await screen.findByRole('note'));
  await userEvent.click(banner.getByRole('button', { name: 'Mantener suscripción' }));
  expect(await text(/Ahora no se puede/)).toBeVisible();
  await waitFor(() =>
    expect(banner.getByRole('button', { name: 'Mantener suscripción' })).toHaveFocus(),
  );
  expect(showToast).not.toHaveBeenCalled();
});
