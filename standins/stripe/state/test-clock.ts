/** What falls due as time passes or is advanced, each thing at its own instant and in order. */

import { charge } from '../billing/invoicing.ts';
import { expireIncomplete, firstChargeSeconds, renew } from '../billing/subscription-lifecycle.ts';
import { endSubscription } from '../billing/subscription-transitions.ts';
import { sessionView } from '../views/session-view.ts';
import { addMonths } from './add-months.ts';
import { emit } from './events.ts';
import type { Subscription } from './records.ts';
import type { Transaction } from './store.ts';

interface Due {
  readonly at: number;
  readonly run: () => void;
}

/** @returns the first thing that falls due until `target`, or null */
export function firstDue(draft: Transaction, target: number): Due | null {
  let first: Due | null = null;
  const consider = (at: number | null, run: () => void) => {
    if (at !== null && at <= target && (first === null || at < first.at)) first = { at, run };
  };
  for (const subscription of draft.list('subscription')) {
    const due = subscriptionDue(draft, subscription);
    if (due) consider(due.at, due.run);
  }
  for (const invoice of draft.list('invoice')) {
    consider(invoice.status === 'open' ? invoice.nextAttemptAt : null, () => {
      charge(draft, invoice, { ownerIsPresent: false });
    });
  }
  for (const session of draft.list('session')) {
    consider(session.status === 'open' ? session.expiresAt : null, () => {
      const expired = { ...session, status: 'expired' as const };
      draft.put(expired);
      emit(draft, 'checkout.session.expired', sessionView(expired, draft.origin));
    });
  }
  return first;
}

function subscriptionDue(draft: Transaction, subscription: Subscription): Due | null {
  const { status, created, cancelAt, periodEnd } = subscription;
  if (status === 'incomplete') {
    return {
      at: created + firstChargeSeconds,
      run: () => expireIncomplete(draft, subscription),
    };
  }
  if (status !== 'active' && status !== 'past_due') return null;
  if (cancelAt !== null && cancelAt <= periodEnd) {
    return {
      at: cancelAt,
      run: () => endSubscription(draft, subscription, 'cancellation_requested'),
    };
  }
  return { at: periodEnd, run: () => renew(draft, subscription) };
}

/** Lets everything happen that is due by the world's present time. */
export function runDue(draft: Transaction): void {
  const target = draft.now;
  for (let due = firstDue(draft, target); due !== null; due = firstDue(draft, target)) {
    draft.now = due.at;
    due.run();
  }
  draft.now = target;
}

/** Moves the world's time forward and lets everything in between happen. */
export function advance(
  draft: Transaction,
  by: { months: number; days: number; seconds: number },
): void {
  const from = draft.now;
  const target = addMonths(from, by.months) + by.days * 86_400 + by.seconds;
  draft.now = target;
  runDue(draft);
  const held = draft.settings();
  draft.put({ ...held, aheadSeconds: held.aheadSeconds + target - from });
}
