/** Keeps what was learnt of a person's subscription with everything that follows from it, in the caller's transaction. */
import type pg from 'pg';
import { upsertInvoices } from '../db/billing/billing-invoices.ts';
import { enqueueBillingJob } from '../db/billing/billing-jobs.ts';
import {
  findSubscription,
  type StoredSubscription,
  type SubscriptionDetails,
  upsertSubscription,
} from '../db/billing/billing-subscriptions.ts';
import { lockUser } from '../db/users/users.ts';
import { setPaidPlan } from './effective-plan.ts';
import { enqueueBillingMail } from './enqueue-billing-mail.ts';
import type { CustomerState } from './fetch-customer-state.ts';
import { mailsFor } from './select-mails.ts';
import { enqueueStopCharging, isChargeable } from './stop-billing.ts';
import {
  applyEvent,
  expiresAt,
  noSubscription,
  paidPlanOf,
  type SubscriptionRecord,
} from './subscription-state.ts';

/** What the provider said, with its place among readings; or that time has passed. */
export type BillingUpdate =
  | { readonly kind: 'read'; readonly reading: CustomerState; readonly order: number }
  | { readonly kind: 'time' };

export interface ApplyOptions {
  readonly appOrigin: string;
  /** The billing clock. */
  readonly now: Date;
}

/** What a piece of news did. */
export interface ApplyResult {
  /** Our books were behind. */
  readonly changed: boolean;
  /** A renewal was refused that was paid, or not due, before. */
  readonly chargeFailed: boolean;
}

const nothing: ApplyResult = { changed: false, chargeFailed: false };

/** An older reading, or one of an erased account, changes nothing. */
export async function applyCustomerState(
  client: pg.PoolClient,
  uid: string,
  news: BillingUpdate,
  { appOrigin, now }: ApplyOptions,
): Promise<ApplyResult> {
  const user = await lockUser(client, uid);
  if (user === null) return nothing;
  const held = await findSubscription(client, uid);
  if (news.kind === 'read' && held !== null && news.order <= held.readOrder) return nothing;
  const before: SubscriptionRecord = held ?? noSubscription;
  const { after, details } = next(before, held, news, now);
  const paid = news.kind === 'read' ? await upsertInvoices(client, uid, news.reading.invoices) : [];
  let changed = paid.length > 0;
  if (details !== null && after.facts !== null && after.state !== 'none') {
    const { state, facts } = after;
    const order = news.kind === 'read' ? news.order : (held?.readOrder ?? 0);
    const life = { state, facts, details, readOrder: order };
    if (await saveSubscription(client, uid, held, life)) changed = true;
  }
  await enqueueFollowUpJobs(client, after, news);
  if (!isChargeable(user)) await enqueueStopCharging(client, after);
  const change = await setPaidPlan(client, user, paidPlanOf(after));
  const suspended = user.estado === 'suspendido';
  const letters = mailsFor({ before, after, details, paid, change, suspended });
  for (const letter of letters) await enqueueBillingMail(client, user, letter, { appOrigin, now });
  return { changed, chargeFailed: letters.some(({ kind }) => kind === 'paymentFailed') };
}

function next(
  before: SubscriptionRecord,
  held: StoredSubscription | null,
  news: BillingUpdate,
  now: Date,
): { after: SubscriptionRecord; details: SubscriptionDetails | null } {
  const known = held?.details ?? null;
  if (news.kind === 'time')
    return {
      after: applyEvent(before, { type: 'TIME.PASSED', at: now.getTime() }),
      details: known,
    };
  // The order of readings is decided already; a clock that was set back must not make this one seem older.
  const readAtMs = Math.max(now.getTime(), before.facts?.readAtMs ?? 0);
  const { subscription } = news.reading;
  if (subscription === null) {
    if (before.facts === null) return { after: before, details: known };
    // The provider has forgotten the customer: nothing runs any more.
    const facts = {
      ...before.facts,
      readAt: readAtMs,
      status: 'canceled' as const,
      owedSince: null,
    };
    return { after: applyEvent(before, { type: 'PROVIDER.READ', facts }), details: known };
  }
  const sameSubscription = before.facts?.subscriptionId === subscription.facts.subscriptionId;
  const isOwed = subscription.facts.status === 'past_due' || subscription.facts.status === 'unpaid';
  // A reading that names no instant must not start the grace again.
  const owedSince =
    subscription.facts.owedSince ??
    (isOwed ? ((sameSubscription ? before.facts?.owedSince : null) ?? readAtMs) : null);
  const facts = { ...subscription.facts, owedSince, readAt: readAtMs };
  return {
    after: applyEvent(before, { type: 'PROVIDER.READ', facts }),
    details: subscription.details,
  };
}

/** @returns whether it says anything new */
async function saveSubscription(
  client: pg.PoolClient,
  uid: string,
  held: StoredSubscription | null,
  now: Omit<StoredSubscription, 'revision'>,
): Promise<boolean> {
  const known = ({ state, facts, details }: Omit<StoredSubscription, 'revision' | 'readOrder'>) => {
    const { readAtMs: _, ...lasting } = facts;
    return JSON.stringify(sorted({ state, facts: lasting, details }));
  };
  const changed = held === null || known(held) !== known(now);
  const revision = (held?.revision ?? 0) + (changed ? 1 : 0);
  const byTime = expiresAt(now);
  await upsertSubscription(
    client,
    uid,
    { ...now, revision },
    byTime === null ? null : new Date(byTime),
  );
  return changed;
}

/** The database keeps JSON in an order of its own. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)]);
}

/** Nobody is charged for what they no longer have, nor twice. */
async function enqueueFollowUpJobs(
  client: pg.PoolClient,
  after: SubscriptionRecord,
  news: BillingUpdate,
): Promise<void> {
  const { state, facts } = after;
  if (state === 'ended' && facts !== null && facts.owedSince !== null)
    await enqueueBillingJob(client, 'cancel_subscription', facts.subscriptionId);
  if (news.kind !== 'read') return;
  for (const id of news.reading.duplicateSubscriptionIds)
    await enqueueBillingJob(client, 'cancel_subscription', id);
}
