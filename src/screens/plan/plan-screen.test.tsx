/** Plan screen in every state of a subscription: texts, buttons, and requests to the backend. */

import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { confirmationCopy } from '#src/copy/confirmation.ts';
import { currentPeriodCopy, planCopy } from '#src/copy/plan.ts';
import { neverSubscribed, subscribed, subscription } from '#tests/support/billing-samples.ts';
import {
  button,
  errorResponse,
  mockBackend,
  noButton,
  press,
  profile,
  renderPlanScreen,
  renderScreen,
  setupScreenTests,
  text,
} from '#tests/support/screen-harness.tsx';
import { PlanScreen } from './plan-screen.tsx';
import * as redirect from './redirect-to.ts';

setupScreenTests();
let redirectTo: MockInstance<typeof redirect.redirectTo>;
beforeEach(() => {
  redirectTo = vi.spyOn(redirect, 'redirectTo').mockReturnValue();
});

describe('who never paid', () => {
  it('is offered both plans, and goes to the checkout of the chosen one', async () => {
    const calls = mockBackend({
      'GET billing/state': [neverSubscribed],
      'POST billing/checkout': [{ url: 'https://pagos.example/c/1' }],
    });
    renderPlanScreen();
    await button('Pasar a Elite');
    expect(screen.getByRole('columnheader', { name: /Básico.*Tu plan/ })).toBeVisible();
    noButton(/suscripción/);
    expect(
      screen.queryByRole('heading', { name: currentPeriodCopy.invoices }),
    ).not.toBeInTheDocument();
    await press('Pasar a Premium');
    await waitFor(() => expect(redirectTo).toHaveBeenCalledWith('https://pagos.example/c/1'));
    expect(calls).toContain('POST billing/checkout{"plan":"premium"}');
    expect(screen.getByRole('button', { name: 'Pasar a Premium' })).toBeDisabled();
  });

  it('must confirm the address first, and can resend the link', async () => {
    const sentence = 'Antes confirma tu correo electrónico: ahí llegan tus recibos.';
    const calls = mockBackend({
      'GET billing/state': [neverSubscribed],
      'POST billing/checkout': [errorResponse(409, 'email_unconfirmed', sentence)],
      'POST users/confirmation': [{ queued: true, to: 'ana@correo.example' }],
    });
    const { showToast } = renderPlanScreen();
    await press('Pasar a Premium');
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    await press(confirmationCopy.resend);
    await waitFor(() => expect(showToast).toHaveBeenCalledWith(confirmationCopy.resent, 'success'));
    expect(calls).toContain('POST users/confirmation');
  });
});

/** What the browser says when it shows a page again. @param persisted from its memory, by the back button */
const showPageAgain = (persisted: boolean) =>
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted })));

it('who comes back from the checkout by the history can go there again', async () => {
  mockBackend({
    'GET billing/state': [neverSubscribed],
    'POST billing/checkout': [{ url: 'https://pagos.example/c/1' }],
  });
  renderPlanScreen();
  await press('Pasar a Premium');
  await waitFor(() => expect(redirectTo).toHaveBeenCalledOnce());
  expect(await button('Pasar a Premium')).toHaveAttribute('aria-busy', 'true');
  expect(await button('Pasar a Elite')).toBeDisabled();
  expect(await button('Pasar a Elite')).not.toHaveAttribute('aria-busy');
  showPageAgain(false);
  expect(await button('Pasar a Elite')).toBeDisabled();
  showPageAgain(true);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Pasar a Elite' })).toBeEnabled());
  await press('Pasar a Premium');
  await waitFor(() => expect(redirectTo).toHaveBeenCalledTimes(2));
});

it('is read anew whenever one comes to it: mails, other tabs and the provider change it', async () => {
  mockBackend({ 'GET billing/state': [neverSubscribed, subscribed()] });
  const { navigate } = renderScreen(<PlanScreen />, '/dashboard/plan', {
    others: [{ path: '/support', element: <p>Ayuda</p> }],
  });
  await button('Pasar a Premium');
  await act(() => navigate('/support'));
  await screen.findByText('Ayuda');
  await act(() => navigate('/dashboard/plan'));
  expect(await button(planCopy.cancel)).toBeEnabled();
});

it.each([
  ['incomplete', /El primer pago no se ha completado/],
  ['ended', /Tu suscripción ha terminado/],
] as const)('%s: says so and offers both plans again', async (status, words) => {
  mockBackend({
    'GET billing/state': [
      { plan: 'basico', granted: false, subscription: subscription({ status }) },
    ],
  });
  renderPlanScreen();
  await text(words);
  await button('Pasar a Premium');
  await button('Pasar a Elite');
  noButton(planCopy.changeCard);
  expect(screen.queryByRole('heading', { name: currentPeriodCopy.title })).not.toBeInTheDocument();
  expect(await screen.findByText(currentPeriodCopy.noInvoices)).toBeVisible();
});

it('a granted plan has nothing to pay or cancel', async () => {
  mockBackend({
    'GET billing/state': [{ plan: 'elite', granted: true, subscription: null }],
  });
  renderPlanScreen();
  await text(/te lo hemos concedido nosotros: no hay nada que pagar/);
  noButton(/Pasar a|suscripción|tarjeta/);
  expect(screen.queryByText(/^Se renueva cada mes/)).toBeNull();
  expect(within(screen.getByRole('note')).queryByText(/./, { selector: 'b' })).toBeNull();
});

it('a granted plan beside a paid one leaves the paid one to be cancelled', async () => {
  mockBackend({
    'GET billing/state': [{ plan: 'elite', granted: true, subscription: subscription() }],
  });
  renderPlanScreen();
  await text(/Tu suscripción a Premium sigue en marcha aparte/);
  await button(planCopy.cancel);
  noButton(/Pasar a/);
});

it('explains the thresholds the plan has paused, and links to them', async () => {
  mockBackend({
    'GET billing/state': [neverSubscribed],
    'GET users/profile': [
      profile({ a: { pausa: 'plan' }, b: { pausa: 'plan' }, c: { pausa: 'usuario' } }),
    ],
  });
  renderPlanScreen();
  await text(/2 umbrales están en pausa porque el plan Básico no los incluye/);
  expect(screen.getByRole('link', { name: planCopy.seeThresholds })).toHaveAttribute(
    'href',
    '/dashboard/umbrales?estado=pausado',
  );
});

const reading = () => screen.queryByRole('status', { name: planCopy.loading });

describe('reading', () => {
  it.each([
    ['without a connection', HttpResponse.error(), planCopy.unread],
    ['refused', errorResponse(500, 'internal', 'Algo ha fallado.'), 'Algo ha fallado.'],
  ])('%s, says so, still shows the plans and tries again', async (_case, answer, sentence) => {
    mockBackend({ 'GET billing/state': [answer, neverSubscribed] });
    renderPlanScreen();
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    expect(reading()).toBeNull();
    expect(screen.getByRole('table', { name: planCopy.table })).toBeVisible();
    await press('Reintentar');
    await button('Pasar a Premium');
  });

  it('invoices that cannot be read leave the rest alone', async () => {
    mockBackend({
      'GET billing/state': [subscribed()],
      'GET billing/invoices': [errorResponse(500, 'internal', 'Algo ha fallado.'), { items: [] }],
    });
    renderPlanScreen();
    await text(/Algo ha fallado/);
    await button(planCopy.cancel);
    await press('Reintentar');
    await text(/Aún no hay facturas/);
  });
});
