/** Applies a fetched customer state, or elapsed time, in one transaction: subscription, invoices, plan, mails, jobs. */
import type pg from 'pg';
import { upsertInvoices } from '../db/billing/billing-invoices.ts';
import { enqueueBillingJob } from '../db/billing/billing-jobs.ts';
import {
  findSubscription,
  type StoredSubscription,
  type SubscriptionDetails,
  upsertSubscription,
} from '../db/billing/billing-subscriptions.ts';
import { findOperatorGrant } from '../db/users/plan-grants.ts';
import { lockUser } from '../db/users/users.ts';
import { setPaidPlan } from '../plans/effective-plan.ts';
import {
  applyEvent,
  expiresAtMs,
  noSubscription,
  paidPlanOf,
  type SubscriptionRecord,
} from '../plans/subscription-state.ts';
import { enqueueBillingMail } from './enqueue-billing-mail.ts';
import type { CustomerState } from './fetch-customer-state.ts';
import { selectBillingMails } from './select-billing-mails.ts';
import { enqueueCancellation, isChargeable } from './stop-billing.ts';

/** A state fetched from Stripe with its sync sequence number, or elapsed time. */
type BillingUpdate =
  | { readonly kind: 'synced'; readonly fetched: CustomerState; readonly syncSeq: number }
  | { readonly kind: 'timePassed' };

interface BillingUpdateOptions {
  readonly appOrigin: string;
  /** The billing clock. */
  readonly now: Date;
}

export interface BillingUpdateResult {
  /** The stored state was out of date. */
  readonly changed: boolean;
  /** The charge of a renewal failed, for the first time in its period. */
  readonly chargeFailed: boolean;
  /** The user's confirmed address; null without one, and where nothing was applied. */
  readonly email: string | null;
}

const unchanged: BillingUpdateResult = { changed: false, chargeFailed: false, email: null };

/** Ignores a state fetched earlier than the stored one, and one of an erased account. */
export async function applyBillingUpdate(
  client: pg.PoolClient,
  uid: string,
  update: BillingUpdate,
  { appOrigin, now }: BillingUpdateOptions,
): Promise<BillingUpdateResult> {
  const user = await lockUser(client, uid);
  if (user === null) return unchanged;
  const stored = await findSubscription(client, uid);
  if (update.kind === 'synced' && stored !== null && update.syncSeq <= stored.syncSeq)
    return unchanged;
  const before: SubscriptionRecord = stored ?? noSubscription;
  const { after, details } = nextState(before, stored, update, now);
  const paid =
    update.kind === 'synced' ? await upsertInvoices(client, uid, update.fetched.invoices) : [];
  let changed = paid.length > 0;
  if (details !== null && after.facts !== null && after.state !== 'none') {
    const { state, facts } = after;
    const syncSeq = update.kind === 'synced' ? update.syncSeq : (stored?.syncSeq ?? 0);
    const record = { state, facts, details, syncSeq };
    if (await saveSubscription(client, uid, stored, record)) changed = true;
  }
  await enqueueImmediateCancellations(client, after, update);
  if (!isChargeable(user)) await enqueueCancellation(client, after);
  const change = await setPaidPlan(client, user, paidPlanOf(after));
  const suspended = user.estado === 'suspendido';
  const granted = await findOperatorGrant(client, uid);
  const mails = selectBillingMails({ before, after, details, paid, change, granted, suspended });
  for (const mail of mails) await enqueueBillingMail(client, user, mail, { appOrigin, now });
  return {
    changed,
    chargeFailed: mails.some(({ kind }) => kind === 'paymentFailed'),
    email: user.emailConfirmedAt === null ? null : user.email,
  };
}

function nextState(
  before: SubscriptionRecord,
  stored: StoredSubscription | null,
  update: BillingUpdate,
  now: Date,
): { after: SubscriptionRecord; details: SubscriptionDetails | null } {
  const storedDetails = stored?.details ?? null;
  if (update.kind === 'timePassed')
    return {
      after: applyEvent(before, { type: 'TIME.PASSED', atMs: now.getTime() }),
      details: storedDetails,
    };
  // `syncSeq` has decided the order; a clock that was set back must not make this state look older.
  const readAtMs = Math.max(now.getTime(), before.facts?.readAtMs ?? 0);
  const { subscription } = update.fetched;
  if (subscription === null) {
    if (before.facts === null) return { after: before, details: storedDetails };
    // Stripe no longer has the customer: the subscription is over.
    const facts = {
      ...before.facts,
      readAtMs,
      status: 'canceled' as const,
      owedSince: null,
    };
    return {
      after: applyEvent(before, { type: 'PROVIDER.SYNCED', facts }),
      details: storedDetails,
    };
  }
  const isSameSubscription = before.facts?.subscriptionId === subscription.facts.subscriptionId;
  const isOwed = subscription.facts.status === 'past_due' || subscription.facts.status === 'unpaid';
  // An invoice list without the owed invoice must not restart the grace period.
  const owedSince =
    subscription.facts.owedSince ??
    (isOwed ? ((isSameSubscription ? before.facts?.owedSince : null) ?? readAtMs) : null);
  const facts = { ...subscription.facts, owedSince, readAtMs };
  return {
    after: applyEvent(before, { type: 'PROVIDER.SYNCED', facts }),
    details: subscription.details,
  };
}

/** @returns whether anything but the time of the sync changed */
async function saveSubscription(
  client: pg.PoolClient,
  uid: string,
  stored: StoredSubscription | null,
  current: Omit<StoredSubscription, 'revision'>,
): Promise<boolean> {
  const comparable = ({
    state,
    facts,
    details,
  }: Omit<StoredSubscription, 'revision' | 'syncSeq'>) => {
    const { readAtMs: _, ...lasting } = facts;
    return JSON.stringify(sorted({ state, facts: lasting, details }));
  };
  const changed = stored === null || comparable(stored) !== comparable(current);
  const revision = (stored?.revision ?? 0) + (changed ? 1 : 0);
  const expiryMs = expiresAtMs(current);
  await upsertSubscription(
    client,
    uid,
    { ...current, revision },
    expiryMs === null ? null : new Date(expiryMs),
  );
  return changed;
}

/** Object as sorted entries: jsonb does not preserve key order. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)]);
}

/** Enqueues cancellations at Stripe of what must not be charged: a subscription ended with a debt, and duplicates. */
async function enqueueImmediateCancellations(
  client: pg.PoolClient,
  after: SubscriptionRecord,
  update: BillingUpdate,
): Promise<void> {
  const { state, facts } = after;
  if (state === 'ended' && facts !== null && facts.owedSince !== null)
    await enqueueBillingJob(client, 'cancel_subscription', facts.subscriptionId);
  if (update.kind !== 'synced') return;
  for (const id of update.fetched.duplicateSubscriptionIds)
    await enqueueBillingJob(client, 'cancel_subscription', id);
}
