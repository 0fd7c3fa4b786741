/** Subscription changes that emit an event: update and end. */
import { emitEvent } from '../state/emit-event.ts';
import type { Transaction } from '../state/record-store.ts';
import type { Subscription } from '../state/records.ts';
import { subscriptionObject } from '../views/subscription-view.ts';

export function changeSubscription(
  tx: Transaction,
  before: Subscription,
  change: Partial<Subscription>,
): Subscription {
  const after: Subscription = { ...before, ...change };
  tx.put(after);
  emitEvent(
    tx,
    'customer.subscription.updated',
    subscriptionObject(after),
    subscriptionObject(before),
  );
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
  emitEvent(tx, 'customer.subscription.deleted', subscriptionObject(ended));
  return ended;
}
