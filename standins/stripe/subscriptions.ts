/** Changes and ends of subscriptions, with their events; proration. */
import { emitEvent } from './events.ts';
import type { InvoiceLine, StripePrice, Subscription } from './records.ts';
import type { StripeState } from './stripe-state.ts';

export const isRunning = ({ status }: Subscription): boolean =>
  status === 'active' || status === 'past_due';
export const isOver = ({ status }: Subscription): boolean =>
  status === 'canceled' || status === 'incomplete_expired';

export function changeSubscription(
  state: StripeState,
  before: Subscription,
  change: Partial<Subscription>,
): Subscription {
  const after = state.put({ ...before, ...change });
  emitEvent(state, 'customer.subscription.updated', after);
  return after;
}

/** Ends it at once. Open invoices stay open but are not retried. */
export function endSubscription(state: StripeState, subscription: Subscription): Subscription {
  const ended = state.put({
    ...subscription,
    status: 'canceled' as const,
    ended_at: state.nowSeconds,
  });
  for (const invoice of state.list('invoice'))
    if (invoice.parent.subscription_details.subscription === ended.id)
      state.put({ ...invoice, next_payment_attempt: null });
  emitEvent(state, 'customer.subscription.deleted', ended);
  return ended;
}

/** Credit for the old price and charge for the new one, from an instant to the end of the period. */
export function prorationLines(
  subscription: Subscription,
  newPrice: StripePrice,
  fromSeconds: number,
): readonly InvoiceLine[] {
  const {
    price,
    current_period_start: start,
    current_period_end: end,
  } = subscription.items.data[0];
  // Rounded on the positive amount, so that crediting and charging one price cancel out.
  const part = ({ unit_amount: cents }: StripePrice) =>
    Math.round((cents * (end - fromSeconds)) / (end - start));
  return [
    { description: `Tiempo sin usar de ${price.nickname}`, amount: -part(price) },
    { description: `Tiempo restante de ${newPrice.nickname}`, amount: part(newPrice) },
  ];
}
