/** Return from checkout: every outcome, late activation, and the URL parameter. */

import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CheckoutResult } from '#contract/billing.ts';
import { checkoutReturnCopy } from '#src/copy/checkout-return.ts';
import { changeCopy, planCopy } from '#src/copy/plan.ts';
import { neverSubscribed, subscribed } from '#tests/support/billing-samples.ts';
import {
  errorResponse,
  mockBackend,
  press,
  renderPlanScreen,
  setupScreenTests,
} from '#tests/support/screen-harness.tsx';
import { lateAfterMs } from './use-checkout-return.ts';

setupScreenTests();
afterEach(() => {
  vi.useRealTimers();
});

const back = '/dashboard/plan?pago=cs_1';
const result = (part: Partial<CheckoutResult> = {}): CheckoutResult => ({
  outcome: 'paid',
  plan: 'premium',
  synced: true,
  ...part,
});

it('paid: says so, shows the new plan, and a reloaded page does not repeat it', async () => {
  const calls = mockBackend({
    'GET billing/state': [neverSubscribed, subscribed()],
    'GET billing/checkout': [result()],
  });
  const { address } = renderPlanScreen(back);
  expect(screen.getByText(checkoutReturnCopy.checking)).toBeVisible();
  expect(await screen.findByText('Ya tienes Premium.')).toBeVisible();
  await screen.findByRole('button', { name: planCopy.cancel });
  expect(calls).toContain('GET billing/checkout?id=cs_1');
  await waitFor(() => expect(address()).toBe('/dashboard/plan'));
  await userEvent.click(screen.getByRole('button', { name: planCopy.close }));
  expect(screen.queryByText('Ya tienes Premium.')).not.toBeInTheDocument();
});

describe('paid, but not recorded yet', () => {
  it('polls until it is; the user cannot pay twice meanwhile', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const settled = Promise.withResolvers<CheckoutResult>();
    const unsettled = result({ synced: false });
    const calls = mockBackend({
      'GET billing/state': [neverSubscribed, subscribed()],
      'GET billing/checkout': [unsettled, unsettled, settled.promise],
    });
    const pollCount = () => calls.filter((one) => one.startsWith('GET billing/checkout')).length;
    const { address } = renderPlanScreen(back);
    expect(await screen.findByText(/Estamos activando Premium.*No pagues otra vez/)).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Pasar a Premium' })).toBeDisabled();
    expect(address()).toBe(back);
    for (const polls of [2, 3]) {
      await act(() => vi.advanceTimersByTimeAsync(2_100));
      // Time advances by itself too: a slow machine may be one poll ahead.
      await waitFor(() => expect(pollCount()).toBeGreaterThanOrEqual(polls));
    }
    settled.resolve(result());
    expect(await screen.findByText('Ya tienes Premium.')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Pasar a Elite' })).toBeEnabled();
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(pollCount()).toBe(3);
  });

  it('says that it takes long, and that it is paid all the same', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    mockBackend({
      'GET billing/state': [neverSubscribed],
      'GET billing/checkout': [result({ synced: false })],
    });
    renderPlanScreen(back);
    await screen.findByText(/suele tardar unos segundos/);
    await act(() => vi.advanceTimersByTimeAsync(lateAfterMs + 100));
    expect(
      await screen.findByText(/tardando más de lo normal, pero tu pago está hecho/),
    ).toBeVisible();
  });
});

describe.each([
  ['left open', result({ outcome: 'open', synced: false }), /No se ha cobrado nada/, 'status'],
  ['expired', result({ outcome: 'expired', synced: false }), /ha caducado/, 'status'],
  ['of a plan that is over', result({ outcome: 'already_ended' }), /ya ha terminado/, 'status'],
  ['refused', result({ outcome: 'failed', synced: false }), /ha rechazado el cargo/, 'alert'],
] as const)('%s', (_case, answer, words, role) => {
  it('says so, and the user can try again', async () => {
    mockBackend({ 'GET billing/state': [neverSubscribed], 'GET billing/checkout': [answer] });
    renderPlanScreen(back);
    await waitFor(() => expect(screen.getByRole(role)).toHaveTextContent(words));
    expect(await screen.findByRole('button', { name: 'Pasar a Premium' })).toBeEnabled();
  });
});

it('cancelled on the checkout page: no request, nothing charged', async () => {
  const calls = mockBackend({ 'GET billing/state': [neverSubscribed] });
  const { address } = renderPlanScreen('/dashboard/plan?pago=cancelado');
  expect(await screen.findByText(checkoutReturnCopy.left.title)).toBeVisible();
  await screen.findByRole('button', { name: 'Pasar a Premium' });
  await waitFor(() => expect(address()).toBe('/dashboard/plan'));
  expect(calls.filter((one) => one.startsWith('GET billing/checkout'))).toEqual([]);
});

describe('another card', () => {
  it('is charged from now on', async () => {
    mockBackend({
      'GET billing/state': [subscribed()],
      'GET billing/checkout': [result({ outcome: 'card_updated', plan: null })],
    });
    renderPlanScreen(back);
    expect(await screen.findByText(checkoutReturnCopy.saved.title)).toBeVisible();
  });

  it('says that the failed charge is still unpaid', async () => {
    mockBackend({
      'GET billing/state': [
        subscribed({ status: 'pastDue', graceUntil: '2026-12-19T10:00:00.000Z', nextCharge: null }),
      ],
      'GET billing/checkout': [result({ outcome: 'card_updated', plan: null })],
    });
    renderPlanScreen(back);
    expect(await screen.findByText(checkoutReturnCopy.savedStillOwed.title)).toBeVisible();
    expect(screen.getAllByRole('button', { name: planCopy.changeCard })).toHaveLength(1);
  });
});

describe('what cannot be read', () => {
  it('can be retried', async () => {
    mockBackend({
      'GET billing/state': [neverSubscribed],
      'GET billing/checkout': [errorResponse(503, 'unavailable', 'Ahora no se puede.'), result()],
    });
    renderPlanScreen(back);
    await screen.findByText('Ahora no se puede.');
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByText('Ya tienes Premium.')).toBeVisible();
  });

  it('is no payment of this account', async () => {
    mockBackend({
      'GET billing/state': [neverSubscribed],
      'GET billing/checkout': [errorResponse(404, 'not_found', 'No existe.')],
    });
    renderPlanScreen(back);
    expect(await screen.findByRole('alert')).toHaveTextContent(checkoutReturnCopy.unknown);
  });
});

it('a change of the plan takes the result of an old checkout away', async () => {
  mockBackend({
    'GET billing/state': [subscribed()],
    'GET billing/checkout': [result()],
    'POST billing/cancel': [
      subscribed({ status: 'cancelScheduled', endsAt: '2026-12-12T10:00:00.000Z' }),
    ],
    'POST billing/resume': [subscribed()],
  });
  renderPlanScreen(back);
  await screen.findByText('Ya tienes Premium.');
  await press(planCopy.cancel);
  await press(changeCopy.confirmCancel);
  await waitFor(() => expect(screen.queryByText('Ya tienes Premium.')).toBeNull());
});
