/** Dialog to change from one paid plan to another: the preview before confirming. */

import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { changeCopy, currentPeriodCopy } from '#src/copy/plan.ts';
import { subscribed } from '#tests/support/billing-samples.ts';
import {
  button,
  errorResponse,
  mockBackend,
  press,
  renderPlanScreen,
  setupScreenTests,
  text,
} from '#tests/support/screen-harness.tsx';

setupScreenTests();

const proratedAt = '2026-11-20T09:00:00.000Z';
const dearer = {
  plan: 'elite',
  proratedAt,
  dueNowCents: 1_099,
  nextCharge: { at: '2026-12-12T10:00:00.000Z', cents: 2_499 },
};
const pay = /^Confirmar y pagar 10,99\s€$/;

it('a dearer plan is charged exactly what the preview showed', async () => {
  const calls = mockBackend({
    'GET billing/state': [subscribed()],
    'GET billing/plan': [dearer],
    'POST billing/plan': [subscribed({ plan: 'elite' })],
  });
  const { showToast } = renderPlanScreen();
  await press('Pasar a Elite');
  await button(pay);
  expect(
    screen.getByText(currentPeriodCopy.next, { selector: 'dialog dt' }).nextSibling,
  ).toHaveTextContent('12 dic · 24,99 €');
  expect(calls.filter((one) => one.startsWith('POST'))).toEqual([]);
  await press(pay);
  await button('Pasar a Premium');
  expect(calls).toContain('GET billing/plan?plan=elite');
  expect(calls).toContain(`POST billing/plan${JSON.stringify({ plan: 'elite', proratedAt })}`);
  expect(showToast).toHaveBeenCalledWith('Ya tienes Elite.', 'success');
});

it('a cheaper plan says what it gives back and pauses', async () => {
  mockBackend({
    'GET billing/state': [subscribed({ plan: 'elite' })],
    'GET billing/plan': [{ ...dearer, plan: 'premium', dueNowCents: -1_099 }],
  });
  renderPlanScreen();
  await press('Pasar a Premium');
  const credited = await text(/Se abona al próximo cobro/);
  expect(credited.nextElementSibling).toHaveTextContent('10,99 €');
  expect(screen.getByText(/Lo que Premium no incluye queda en pausa/)).toBeVisible();
  await button(changeCopy.confirm);
});

it('a preview that failed can be retried', async () => {
  mockBackend({
    'GET billing/state': [subscribed()],
    'GET billing/plan': [errorResponse(503, 'unavailable', 'Ahora no se puede.'), dearer],
  });
  renderPlanScreen();
  await press('Pasar a Elite');
  await text(/Ahora no se puede/);
  expect(await button(changeCopy.confirm)).toBeDisabled();
  await press('Reintentar');
  await button(pay);
});

it('a refused change says why, reloads the preview and can be retried', async () => {
  const later = { ...dearer, dueNowCents: 1_050 };
  mockBackend({
    'GET billing/state': [subscribed()],
    'GET billing/plan': [dearer, later],
    'POST billing/plan': [errorResponse(422, 'validation_failed', 'Ese precio ya no vale.')],
  });
  renderPlanScreen();
  await press('Pasar a Elite');
  await press(pay);
  expect(await screen.findByRole('alert')).toHaveTextContent('Ese precio ya no vale.');
  expect(await button(/^Confirmar y pagar 10,50\s€$/)).toBeEnabled();
});

it('a cancelled subscription is resumed first, in the same dialog', async () => {
  const calls = mockBackend({
    'GET billing/state': [
      subscribed({ status: 'cancelScheduled', endsAt: '2026-12-12T10:00:00.000Z' }),
    ],
    'POST billing/resume': [subscribed()],
    'GET billing/plan': [dearer],
  });
  renderPlanScreen();
  await press('Pasar a Elite');
  await press(changeCopy.resumeAndContinue);
  await button(pay);
  expect(calls).toContain('POST billing/resume');
});

const computing = () => screen.queryByRole('status', { name: changeCopy.computing });

it('says that it computes until there is a price, which nobody can confirm before', async () => {
  const preview = Promise.withResolvers<unknown>();
  mockBackend({ 'GET billing/state': [subscribed()], 'GET billing/plan': [preview.promise] });
  renderPlanScreen();
  await press('Pasar a Elite');
  expect(computing()).toBeInTheDocument();
  expect(screen.queryByText('Reintentar')).toBeNull();
  expect(await button(changeCopy.confirm)).toBeDisabled();
  preview.resolve(dearer);
  expect(await button(pay)).toBeEnabled();
  expect(computing()).toBeNull();
  expect(screen.queryByText(/no incluye queda en pausa; no se borra/)).toBeNull();
});
