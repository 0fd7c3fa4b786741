/** The ways a subscription changes, each told to the product. */

import { emit } from '../state/events.ts';
import type { Subscription } from '../state/records.ts';
import type { Transaction } from '../state/store.ts';
import { subscriptionView } from '../views/subscription-view.ts';

export function changeSubscription(
  draft: Transaction,
  before: Subscription,
  change: Partial<Subscription>,
): Subscription {
  const after: Subscription = { ...before, ...change };
  draft.put(after);
  emit(draft, 'customer.subscription.updated', subscriptionView(after), subscriptionView(before));
  return after;
}

/** Over at once. What is still owed stays owed, but is not charged again. */
export function endSubscription(
  draft: Transaction,
  subscription: Subscription,
  reason: NonNullable<Subscription['cancelReason']>,
): Subscription {
  const ended: Subscription = {
    ...subscription,
    status: 'canceled',
    canceledAt: subscription.canceledAt ?? draft.now,
    endedAt: draft.now,
    cancelReason: subscription.cancelReason ?? reason,
    pendingLines: [],
  };
  draft.put(ended);
  for (const invoice of draft.list('invoice')) {
    if (invoice.subscription === ended.id && invoice.nextAttemptAt !== null) {
      draft.put({ ...invoice, nextAttemptAt: null });
    }
  }
  emit(draft, 'customer.subscription.deleted', subscriptionView(ended));
  return ended;
}
