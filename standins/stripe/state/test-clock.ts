/** Test clock: runs renewals, retries and expiries that are due, in order, each at its own instant. */
import { charge } from '../billing/invoicing.ts';
import {
  expireIncomplete,
  firstChargeTimeoutSeconds,
  renewSubscription,
} from '../billing/subscription-lifecycle.ts';
import { endSubscription } from '../billing/subscription-transitions.ts';
import { checkoutSessionView } from '../views/checkout-session-view.ts';
import { emitEvent } from './emit-event.ts';
import { addMonths } from './month-arithmetic.ts';
import type { Transaction } from './record-store.ts';
import type { Subscription } from './records.ts';

interface DueWork {
  readonly atSeconds: number;
  readonly run: () => void;
}

/** @returns the work that falls due first, up to `untilSeconds`; null when nothing does */
export function firstDueWork(tx: Transaction, untilSeconds: number): DueWork | null {
  let first: DueWork | null = null;
  const consider = (atSeconds: number | null, run: () => void) => {
    if (
      atSeconds !== null &&
      atSeconds <= untilSeconds &&
      (first === null || atSeconds < first.atSeconds)
    )
      first = { atSeconds, run };
  };
  for (const subscription of tx.list('subscription')) {
    const due = subscriptionDue(tx, subscription);
    if (due) consider(due.atSeconds, due.run);
  }
  for (const invoice of tx.list('invoice')) {
    consider(invoice.status === 'open' ? invoice.nextAttemptAt : null, () => {
      charge(tx, invoice, { isOnSession: false });
    });
  }
  for (const session of tx.list('session')) {
    consider(session.status === 'open' ? session.expiresAt : null, () => {
      const expired = { ...session, status: 'expired' as const };
      tx.put(expired);
      emitEvent(tx, 'checkout.session.expired', checkoutSessionView(expired, tx.origin));
    });
  }
  return first;
}

function subscriptionDue(tx: Transaction, subscription: Subscription): DueWork | null {
  const { status, created, cancelAt, periodEnd } = subscription;
  if (status === 'incomplete') {
    return {
      atSeconds: created + firstChargeTimeoutSeconds,
      run: () => expireIncomplete(tx, subscription),
    };
  }
  if (status !== 'active' && status !== 'past_due') return null;
  if (cancelAt !== null && cancelAt <= periodEnd) {
    return {
      atSeconds: cancelAt,
      run: () => endSubscription(tx, subscription, 'cancellation_requested'),
    };
  }
  return { atSeconds: periodEnd, run: () => renewSubscription(tx, subscription) };
}

/** Runs everything that is due by the test clock. */
export function runDue(tx: Transaction): void {
  const untilSeconds = tx.nowSeconds;
  for (
    let due = firstDueWork(tx, untilSeconds);
    due !== null;
    due = firstDueWork(tx, untilSeconds)
  ) {
    tx.nowSeconds = due.atSeconds;
    due.run();
  }
  tx.nowSeconds = untilSeconds;
}

/** Advances the test clock and runs everything that falls due in between. */
export function advanceTestClock(
  tx: Transaction,
  by: { months: number; days: number; seconds: number },
): void {
  const fromSeconds = tx.nowSeconds;
  const toSeconds = addMonths(fromSeconds, by.months) + by.days * 86_400 + by.seconds;
  tx.nowSeconds = toSeconds;
  runDue(tx);
  const settings = tx.settings();
  tx.put({ ...settings, aheadSeconds: settings.aheadSeconds + toSeconds - fromSeconds });
}
