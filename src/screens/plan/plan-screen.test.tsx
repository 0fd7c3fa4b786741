/** The plan: in every state of a subscription its texts, buttons and requests; the way to the checkout and back; another plan. */
import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import type { CheckoutResult, SubscriptionView } from '#contract/billing.ts';
import { checkoutReturnCopy, purchasedCopy } from '#src/copy/checkout-return.ts';
import {
  changeCopy,
  planCopy as copy,
  currentPeriodCopy,
  subscriptionStatusCopy as statusCopy,
} from '#src/copy/plan.ts';
import { neverSubscribed, subscribed, subscription } from '#tests/support/billing-samples.ts';
import {
  button,
  definitions,
  errorResponse,
  mockBackend,
  noButton,
  press,
  profile,
  renderScreen,
  text,
  unavailable,
} from '#tests/support/screen-harness.tsx';
import { PlanScreen } from './plan-screen.tsx';
import * as redirect from './redirect-to.ts';
import { lateAfterMs } from './use-checkout-return.ts';

let redirectTo: MockInstance<typeof redirect.redirectTo>;
beforeEach(() => {
  redirectTo = vi.spyOn(redirect, 'redirectTo').mockReturnValue();
});

const path = '/dashboard/plan';
const [toPremium, toElite] = [copy.moveTo('Premium'), copy.moveTo('Elite')];
/** @param state of the billing, each of its answers in order. @param others of the backend */
function show(
  state: unknown | readonly unknown[],
  others: Readonly<Record<string, readonly unknown[]>> = {},
  search = '',
) {
  const states = Array.isArray(state) ? state : [state];
  const calls = mockBackend({
    'GET billing/state': states,
    'GET users/channels': [{ items: [], kinds: [], pushKey: null, limit: 20 }],
    'GET users/keys': [{ items: [], limit: 1, deletedAt: null }],
    ...others,
  });
  const help = [{ path: '/support', element: <p>Ayuda</p> }];
  const shown = renderScreen(<PlanScreen />, path + search, { others: help });
  return { calls, posts: () => calls.filter((one) => one.startsWith('POST')), ...shown };
}
const noText = (words: RegExp | string) => expect(screen.queryByText(words)).toBeNull();
const goesTo = (url: string) => waitFor(() => expect(redirectTo).toHaveBeenLastCalledWith(url));
const checkout = { 'POST billing/checkout': [{ url: 'https://pagos.example/c/1' }] };
const card = { 'POST billing/card': [{ url: 'https://pagos.example/t/1' }] };
const cancelled = subscribed({
  status: 'cancelScheduled',
  endsAt: '2026-12-12T10:00:00.000Z',
  nextCharge: null,
});
const graceUntil = '2026-12-19T10:00:00.000Z';
const owed = subscribed({ status: 'pastDue', graceUntil, nextCharge: null });

describe('who never paid', () => {
  it('is offered both plans, and goes to the checkout of the chosen one', async () => {
    const { calls } = show(neverSubscribed, checkout);
    await button(toElite);
    expect(screen.getByRole('columnheader', { name: /Básico.*Tu plan/ })).toBeVisible();
    noButton(/suscripción/);
    expect(screen.queryByRole('heading', { name: currentPeriodCopy.invoices })).toBeNull();
    await press(toPremium);
    await goesTo('https://pagos.example/c/1');
    expect(calls).toContain('POST billing/checkout{"plan":"premium"}');
  });

  it('and comes back from the checkout by the history can go there again', async () => {
    show(neverSubscribed, checkout);
    /** @param persisted shown from the browser's memory, by the back button */
    const showPageAgain = (persisted: boolean) =>
      act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted })));
    await press(toPremium);
    await waitFor(() => expect(redirectTo).toHaveBeenCalledOnce());
    expect(await button(toPremium)).toHaveAttribute('aria-busy', 'true');
    expect(await button(toElite)).not.toHaveAttribute('aria-busy');
    showPageAgain(false);
    expect(await button(toElite)).toBeDisabled();
    showPageAgain(true);
    await waitFor(() => expect(screen.getByRole('button', { name: toElite })).toBeEnabled());
    await press(toPremium);
    await waitFor(() => expect(redirectTo).toHaveBeenCalledTimes(2));
  });
});

it('is read anew whenever one comes to it: mails, other tabs and the provider change it', async () => {
  const { navigate } = show([neverSubscribed, subscribed()]);
  await button(toPremium);
  await act(() => navigate('/support'));
  await screen.findByText('Ayuda');
  await act(() => navigate(path));
  expect(await button(copy.cancel)).toBeEnabled();
});

const endsLater = '2027-01-03T10:00:00.000Z';
it.each<[string, Partial<SubscriptionView>]>([
  [statusCopy.incompleteTitle, { status: 'incomplete' }],
  [statusCopy.endedTitle, { status: 'ended' }],
  ['sigue activo hasta el 12 de diciembre de 2026.', { status: 'cancelScheduled', endsAt: null }],
  ['sigue activo hasta el 3 de enero de 2027.', { status: 'cancelScheduled', endsAt: endsLater }],
  ['sigue activo hasta el 12 de diciembre de 2026 a las', { status: 'pastDue', graceUntil: null }],
])('says “%s” of a subscription with %j', async (words, part) => {
  const plan = part.status === 'incomplete' || part.status === 'ended' ? 'basico' : 'premium';
  show({ plan, granted: false, subscription: subscription(part) });
  expect(await screen.findByText((_, element) => isLeast(element, words))).toBeVisible();
  if (plan === 'premium') return;
  for (const offer of [toPremium, toElite]) await button(offer);
  noButton(copy.changeCard);
  expect(screen.queryByRole('heading', { name: currentPeriodCopy.title })).toBeNull();
  expect(await screen.findByText(currentPeriodCopy.noInvoices)).toBeVisible();
});
/** The paragraph that says it, whatever part of it is bold. */
const isLeast = (element: Element | null, words: string) =>
  element?.tagName === 'P' && (element.textContent ?? '').includes(words);

describe('a granted plan', () => {
  it('has nothing to pay or cancel', async () => {
    show({ plan: 'elite', granted: true, subscription: null });
    expect(await screen.findByRole('note')).toHaveTextContent(statusCopy.granted('Elite'));
    noButton(/Pasar a|suscripción|tarjeta/);
    noText(copy.renews);
    expect(screen.getByRole('note')).toHaveTextContent(/nada que pagar\.$/);
  });

  it('beside a paid one leaves the paid one to be cancelled', async () => {
    show({ plan: 'elite', granted: true, subscription: subscription() });
    expect(await screen.findByRole('note')).toHaveTextContent(statusCopy.grantedToo('Premium'));
    noButton(/Pasar a/);
    await press(copy.cancel);
    await text(/Premium sigue activo hasta/);
    noText(/pasas a Básico/);
  });

  it.each([{ status: 'cancelScheduled' }, { status: 'pastDue' }] as const)(
    'stays when the paid one beside it ends, %j',
    async (part) => {
      show({ plan: 'elite', granted: true, subscription: subscription(part) });
      await text(/Premium sigue activo hasta/);
      noText(/pasas a Básico/);
    },
  );
});

it('explains the thresholds the plan has paused, and links to them', async () => {
  const pauses = { a: { pause: 'plan' }, b: { pause: 'plan' }, c: { pause: 'user' } };
  show(neverSubscribed, { 'GET users/profile': [profile(pauses)] });
  expect(await screen.findByText(new RegExp(copy.pausedByPlan(2, 'Básico')))).toBeVisible();
  const link = screen.getByRole('link', { name: copy.seeThresholds });
  expect(link).toHaveAttribute('href', '/dashboard/umbrales?estado=pausado');
});

it.each([
  ['without a connection', HttpResponse.error(), copy.unread],
  ['refused', unavailable(), 'Ahora no.'],
])(
  'a reading %s says so, still shows the plans and is tried again',
  async (_case, answer, words) => {
    show([answer, neverSubscribed]);
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect(screen.queryByRole('status', { name: copy.loading })).toBeNull();
    expect(screen.getByRole('table', { name: copy.table })).toBeVisible();
    await press('Reintentar');
    await button(toPremium);
  },
);

describe('who pays', () => {
  const invoice = {
    id: 'i1',
    number: 'V-1',
    issuedAt: '2026-10-12T10:00:00.000Z',
    cents: 999,
    taxCents: 173,
    status: 'paid',
    url: 'https://pagos.example/f/1',
  };
  const loadsInvoices = () => screen.queryByRole('status', { name: currentPeriodCopy.invoices });

  it('sees the period, what comes next, the card and the invoices', async () => {
    const unpaid = { ...invoice, id: 'i2', number: 'V-2', status: 'open', url: null };
    const credit = { ...invoice, id: 'i3', number: 'V-3', cents: -1_500, taxCents: -260 };
    const invoices = Promise.withResolvers<unknown>();
    show(subscribed(), { 'GET billing/invoices': [invoices.promise] });
    await button(copy.cancel);
    expect(definitions()).toMatchObject({
      [currentPeriodCopy.next]: '12 dic · 9,99 €',
      [currentPeriodCopy.paid]: '12 nov · 9,99 €',
      [currentPeriodCopy.tax]: '1,73 €',
      [currentPeriodCopy.card]: '•••• 4242 · 08/28',
    });
    expect(screen.getByText('Plan Premium · 1 de 20 partidos · 0 de 100 umbrales')).toBeVisible();
    noButton(toPremium);
    expect(loadsInvoices()).toBeInTheDocument();
    noText('Reintentar');
    invoices.resolve({ items: [unpaid, credit, invoice] });
    const link = await screen.findByRole('link', { name: currentPeriodCopy.openInvoice('V-1') });
    expect(link).toHaveAttribute('href', invoice.url);
    expect(screen.getByText(/V-2 · Pendiente/)).toBeVisible();
    expect(screen.getByText(/V-3 · Abono/)).toBeVisible();
    expect(loadsInvoices()).toBeNull();
  });

  it('and whose invoices cannot be read sees the rest, and reads them again', async () => {
    show(subscribed(), { 'GET billing/invoices': [unavailable(), { items: [] }] });
    await text(/Ahora no/);
    await button(copy.cancel);
    await press('Reintentar');
    await screen.findByText(currentPeriodCopy.noInvoices);
  });

  it('cancels nothing on going back, nor when the provider is unavailable', async () => {
    const { posts } = show(subscribed(), { 'POST billing/cancel': [unavailable()] });
    await press(copy.cancel);
    await press(copy.back);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(posts()).toEqual([]);
    await press(copy.cancel);
    await press(changeCopy.confirmCancel);
    expect(await screen.findByRole('alert')).toHaveTextContent('Ahora no.');
    await button(copy.cancel);
  });
});

describe('a charge that failed', () => {
  it('says until when the plan stays, and how to pay', async () => {
    show(owed, card);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /sigue activo hasta el 19 de diciembre de 2026 a las \d\d:\d\d/,
    );
    noButton(toElite);
    expect(screen.getByText(copy.payFirst)).toBeVisible();
    // What is owed is tried again, and cancelling does not wait for the end of the period.
    noText(currentPeriodCopy.next);
    noText(copy.renews);
    await press(copy.changeCard);
    await goesTo('https://pagos.example/t/1');
  });

  it('says when it is tried again', async () => {
    const nextCharge = { at: '2026-12-14T10:00:00.000Z', cents: 999 };
    show(subscribed({ status: 'pastDue', graceUntil, nextCharge }));
    await screen.findByRole('heading', { name: currentPeriodCopy.title });
    expect(definitions()).toMatchObject({ [currentPeriodCopy.nextTry]: '14 dic · 9,99 €' });
    expect(definitions()).not.toHaveProperty(currentPeriodCopy.next);
  });

  it('ends at once when it is cancelled, which the dialog says first', async () => {
    const ended = {
      plan: 'basico',
      granted: false,
      subscription: subscription({ status: 'ended' }),
    };
    const { toast } = show(owed, { 'POST billing/cancel': [ended] });
    await press(copy.cancel);
    await text(/Premium termina hoy/);
    await press(changeCopy.confirmCancel);
    await screen.findByText(statusCopy.endedTitle);
    expect((await toast()).message).toBe(changeCopy.cancelledNow('Básico'));
    await button(toPremium);
  });
});

describe('another plan', () => {
  const proratedAt = '2026-11-20T09:00:00.000Z';
  const nextCharge = { at: '2026-12-12T10:00:00.000Z', cents: 2_499 };
  const dearer = { plan: 'elite', proratedAt, dueNowCents: 1_099, nextCharge };
  const pay = /^Confirmar y pagar 10,99\s€$/;
  const computing = () => screen.queryByRole('status', { name: changeCopy.computing });

  it('that is dearer says that it computes, and is charged exactly what the preview showed', async () => {
    const preview = Promise.withResolvers<unknown>();
    const { calls, posts, toast } = show(subscribed(), {
      'GET billing/plan': [preview.promise],
      'POST billing/plan': [subscribed({ plan: 'elite' })],
    });
    await press(toElite);
    expect(computing()).toBeInTheDocument();
    noText('Reintentar');
    expect(await button(changeCopy.confirm)).toBeDisabled();
    preview.resolve(dearer);
    expect(await button(pay)).toBeEnabled();
    expect(computing()).toBeNull();
    noText(/no incluye queda en pausa; no se borra/);
    const next = screen.getByText(changeCopy.next, { selector: 'dialog dt' });
    expect(next.nextSibling).toHaveTextContent('12 dic · 24,99 €');
    expect(posts()).toEqual([]);
    await press(pay);
    await button(toPremium);
    expect(calls).toContain('GET billing/plan?plan=elite');
    expect(posts()).toEqual([`POST billing/plan${JSON.stringify({ plan: 'elite', proratedAt })}`]);
    expect((await toast()).message).toBe(changeCopy.changed('Elite'));
  });

  it('that is cheaper says what it gives back and pauses', async () => {
    const cheaper = { ...dearer, plan: 'premium', dueNowCents: -1_099 };
    show(subscribed({ plan: 'elite' }), { 'GET billing/plan': [cheaper] });
    await press(toPremium);
    const credited = await screen.findByText(changeCopy.credited);
    expect(credited.nextElementSibling).toHaveTextContent('10,99 €');
    expect(screen.getByText(changeCopy.lower('Premium'), { exact: false })).toBeVisible();
    await button(changeCopy.confirm);
  });

  it('whose preview failed can be retried', async () => {
    show(subscribed(), { 'GET billing/plan': [unavailable(), dearer] });
    await press(toElite);
    await text(/Ahora no/);
    expect(await button(changeCopy.confirm)).toBeDisabled();
    await press('Reintentar');
    await button(pay);
  });

  it('that is refused says why, reloads the preview and can be retried', async () => {
    show(subscribed(), {
      'GET billing/plan': [dearer, { ...dearer, dueNowCents: 1_050 }],
      'POST billing/plan': [errorResponse(422, 'validation_failed', 'Ese precio ya no vale.')],
    });
    await press(toElite);
    await press(pay);
    expect(await screen.findByRole('alert')).toHaveTextContent('Ese precio ya no vale.');
    expect(await button(/^Confirmar y pagar 10,50\s€$/)).toBeEnabled();
  });

  it('of a cancelled subscription resumes it first, in the same dialog', async () => {
    const { posts } = show(cancelled, {
      'POST billing/resume': [subscribed()],
      'GET billing/plan': [dearer],
    });
    await press(toElite);
    await press(changeCopy.resumeAndContinue);
    await button(pay);
    expect(posts()).toEqual(['POST billing/resume']);
  });
});

describe('back from the checkout', () => {
  const result = (part: Partial<CheckoutResult> = {}): CheckoutResult => ({
    outcome: 'paid',
    plan: 'premium',
    synced: true,
    ...part,
  });
  /** @param results of the checkout, in order */
  const comeBack = (state: unknown | readonly unknown[], ...results: readonly unknown[]) =>
    show(state, { 'GET billing/checkout': results }, '?pago=cs_1');
  const { title: isPaid } = checkoutReturnCopy.paid('Premium');
  const useFakeTimers = () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
  };
  const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  it('paid: says so, shows the new plan, and a reloaded page does not repeat it', async () => {
    const { calls, address } = comeBack([neverSubscribed, subscribed()], result());
    expect(screen.getByText(checkoutReturnCopy.checking)).toBeVisible();
    expect(await screen.findByText(isPaid)).toBeVisible();
    await button(copy.cancel);
    expect(calls).toContain('GET billing/checkout?id=cs_1');
    await waitFor(() => expect(address()).toBe(path));
    // What was bought, each with where it is used.
    const channels = await screen.findByRole('link', { name: purchasedCopy.channels });
    expect(channels).toHaveAttribute('href', '/dashboard/configuracion#canales');
    await press(copy.close);
    noText(isPaid);
    noText(purchasedCopy.channels);
  });

  it('paid, but not recorded yet: polls until it is; the user cannot pay twice meanwhile', async () => {
    useFakeTimers();
    const settled = Promise.withResolvers<CheckoutResult>();
    const unsettled = result({ synced: false });
    const { calls, address } = comeBack(
      [neverSubscribed, subscribed()],
      ...[unsettled, unsettled, settled.promise],
    );
    const pollCount = () => calls.filter((one) => one.startsWith('GET billing/checkout')).length;
    expect(await screen.findByText(/Estamos activando Premium.*No pagues otra vez/)).toBeVisible();
    expect(await button(toPremium)).toBeDisabled();
    expect(address()).toBe(`${path}?pago=cs_1`);
    for (const polls of [2, 3]) {
      await advance(2_100);
      // Time advances by itself too: a slow machine may be one poll ahead.
      await waitFor(() => expect(pollCount()).toBeGreaterThanOrEqual(polls));
    }
    settled.resolve(result());
    expect(await screen.findByText(isPaid)).toBeVisible();
    expect(await button(toElite)).toBeEnabled();
    await advance(20_000);
    expect(pollCount()).toBe(3);
  });

  it('says that it takes long, and that it is paid all the same', async () => {
    useFakeTimers();
    comeBack(neverSubscribed, result({ synced: false }));
    await screen.findByText(/suele tardar unos segundos/);
    await advance(lateAfterMs + 100);
    const words = /tardando más de lo normal, pero tu pago está hecho/;
    expect(await screen.findByText(words)).toBeVisible();
  });

  it.each<[Partial<CheckoutResult>, string, 'status' | 'alert']>([
    [{ outcome: 'open', synced: false }, checkoutReturnCopy.left.text, 'status'],
    [{ outcome: 'expired', synced: false }, checkoutReturnCopy.expired.text, 'status'],
    [{ outcome: 'already_ended' }, checkoutReturnCopy.past('Premium').text, 'status'],
    [{ outcome: 'failed', synced: false }, checkoutReturnCopy.failed.text, 'alert'],
  ])('with %j says so, and the user can try again', async (part, words, role) => {
    comeBack(neverSubscribed, result(part));
    await waitFor(() => expect(screen.getByRole(role)).toHaveTextContent(words));
    expect(await button(toPremium)).toBeEnabled();
  });

  it('cancelled on the checkout page: no request, nothing charged', async () => {
    const { address, calls } = show(neverSubscribed, {}, '?pago=cancelado');
    expect(await screen.findByText(checkoutReturnCopy.left.title)).toBeVisible();
    await button(toPremium);
    await waitFor(() => expect(address()).toBe(path));
    expect(calls.filter((one) => one.startsWith('GET billing/checkout'))).toEqual([]);
  });

  it.each([
    ['is charged from now on', subscribed(), checkoutReturnCopy.saved.title],
    ['leaves a failed charge unpaid, which it says', owed, checkoutReturnCopy.savedStillOwed.title],
  ])('with another card, which %s', async (_what, state, words) => {
    comeBack(state, result({ outcome: 'card_updated', plan: null }));
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getAllByRole('button', { name: copy.changeCard })).toHaveLength(1);
  });

  it('with a result that cannot be read can be retried', async () => {
    comeBack(neverSubscribed, unavailable(), result());
    await screen.findByText('Ahora no.');
    await press('Reintentar');
    expect(await screen.findByText(isPaid)).toBeVisible();
  });

  it('with no payment of this account says so', async () => {
    comeBack(neverSubscribed, errorResponse(404, 'not_found', 'No existe.'));
    expect(await screen.findByRole('alert')).toHaveTextContent(checkoutReturnCopy.unknown);
  });

  it('the result is gone once the plan is changed', async () => {
    show(
      subscribed(),
      { 'GET billing/checkout': [result()], 'POST billing/cancel': [cancelled] },
      '?pago=cs_1',
    );
    await screen.findByText(isPaid);
    await press(copy.cancel);
    await press(changeCopy.confirmCancel);
    await waitFor(() => noText(isPaid));
  });
});
