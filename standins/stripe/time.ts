/** What falls due as time passes or is advanced, each thing at its own instant and in order. */
import type { Draft } from './books.ts';
import { addMonths } from './calendar.ts';
import { emit } from './events.ts';
import { charge } from './invoicing.ts';
import type { Subscription } from './records.ts';
import { sessionView } from './session-view.ts';
import { endSubscription } from './subscription-changes.ts';
import { firstChargeSeconds, giveUpFirstCharge, renew } from './subscription-life.ts';

interface Due {
  readonly at: number;
  readonly happen: () => void;
}

/** @returns the first thing that falls due until `target`, or null */
export function firstDue(draft: Draft, target: number): Due | null {
  let first: Due | null = null;
  const consider = (at: number | null, happen: () => void) => {
    if (at !== null && at <= target && (first === null || at < first.at)) first = { at, happen };
  };
  for (const subscription of draft.list('subscription')) {
    const due = subscriptionDue(draft, subscription);
    if (due) consider(due.at, due.happen);
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

function subscriptionDue(draft: Draft, subscription: Subscription): Due | null {
  const { status, created, cancelAt, periodEnd } = subscription;
  if (status === 'incomplete') {
    return {
      at: created + firstChargeSeconds,
      happen: () => giveUpFirstCharge(draft, subscription),
    };
  }
  if (status !== 'active' && status !== 'past_due') return null;
  if (cancelAt !== null && cancelAt <= periodEnd) {
    return {
      at: cancelAt,
      happen: () => endSubscription(draft, subscription, 'cancellation_requested'),
    };
  }
  return { at: periodEnd, happen: () => renew(draft, subscription) };
}

/** Lets everything happen that is due by the world's present time. */
export function catchUp(draft: Draft): void {
  const target = draft.now;
  for (let due = firstDue(draft, target); due !== null; due = firstDue(draft, target)) {
    draft.now = due.at;
    due.happen();
  }
  draft.now = target;
}

/** Moves the world's time forward and lets everything in between happen. */
export function advance(draft: Draft, by: { months: number; days: number; seconds: number }): void {
  const from = draft.now;
  const target = addMonths(from, by.months) + by.days * 86_400 + by.seconds;
  draft.now = target;
  catchUp(draft);
  const held = draft.settings();
  draft.put({ ...held, aheadSeconds: held.aheadSeconds + target - from });
}
