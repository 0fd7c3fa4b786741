/** Subscription changes that emit an event: update and end. */
import { emit } from '../state/events.ts';
import type { Subscription } from '../state/records.ts';
import type { Transaction } from '../state/store.ts';
import { subscriptionView } from '../views/subscription-view.ts';

export function changeSubscription(
  tx: Transaction,
  before: Subscription,
  change: Partial<Subscription>,
): Subscription {
  const after: Subscription = { ...before, ...change };
  tx.put(after);
  emit(tx, 'customer.subscription.updated', subscriptionView(after), subscriptionView(before));
  return after;
}

/** Ends the subscription at once. Open invoices stay open but are not retried. */
export function endSubscription(
  tx: Transaction,
  subscription: Subscription,
  reason: NonNullable<Subscription['cancelReason']>,
): Subscription {
  const ended: Subscription = {
    ...subscription,
    status: 'canceled',
    canceledAt: subscription.canceledAt ?? tx.nowSeconds,
    endedAt: tx.nowSeconds,
    cancelReason: subscription.cancelReason ?? reason,
    pendingLines: [],
  };
  tx.put(ended);
  for (const invoice of tx.list('invoice')) {
    if (invoice.subscription === ended.id && invoice.nextAttemptAt !== null) {
      tx.put({ ...invoice, nextAttemptAt: null });
    }
  }
  emit(tx, 'customer.subscription.deleted', subscriptionView(ended));
  return ended;
}
