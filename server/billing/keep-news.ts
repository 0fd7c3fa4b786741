/** Keeps what was learnt of a person's subscription with everything that follows from it, in the caller's transaction. */
import type pg from 'pg';
import { keepInvoices } from '../db/billing-invoices.ts';
import { askProvider } from '../db/billing-jobs.ts';
import {
  findSubscription,
  type HeldSubscription,
  keepSubscription,
  type SubscriptionDetails,
} from '../db/billing-subscriptions.ts';
import { lockUser } from '../db/users.ts';
import { isOpen, stopCharging } from './account-ends.ts';
import { endsByTime, fold, type Life, neverSubscribed, paidPlanOf } from './fold.ts';
import { lettersFor } from './letters.ts';
import { setPaidPlan } from './plan-in-force.ts';
import type { CustomerReading } from './reading.ts';
import { writeLetter } from './write-letter.ts';

/** What the provider said, with its place among readings; or that time has passed. */
export type News =
  | { readonly kind: 'read'; readonly reading: CustomerReading; readonly order: number }
  | { readonly kind: 'time' };

export interface KeepingParts {
  readonly appOrigin: string;
  /** The billing clock. */
  readonly now: Date;
}

/** What a piece of news did. */
export interface Kept {
  /** Our books were behind. */
  readonly learnt: boolean;
  /** A renewal was refused that was paid, or not due, before. */
  readonly chargeFailed: boolean;
}

const nothing: Kept = { learnt: false, chargeFailed: false };

/** An older reading, or one of an erased account, changes nothing. */
export async function keepNews(
  client: pg.PoolClient,
  uid: string,
  news: News,
  { appOrigin, now }: KeepingParts,
): Promise<Kept> {
  const user = await lockUser(client, uid);
  if (user === null) return nothing;
  const held = await findSubscription(client, uid);
  if (news.kind === 'read' && held !== null && news.order <= held.readOrder) return nothing;
  const before: Life = held ?? neverSubscribed;
  const { after, details } = next(before, held, news, now);
  const paid = news.kind === 'read' ? await keepInvoices(client, uid, news.reading.invoices) : [];
  let learnt = paid.length > 0;
  if (details !== null && after.facts !== null && after.state !== 'none') {
    const { state, facts } = after;
    const order = news.kind === 'read' ? news.order : (held?.readOrder ?? 0);
    const life = { state, facts, details, readOrder: order };
    if (await keepLife(client, uid, held, life)) learnt = true;
  }
  await askWhatFollows(client, after, news);
  if (!isOpen(user)) await stopCharging(client, after);
  const change = await setPaidPlan(client, user, paidPlanOf(after));
  const suspended = user.estado === 'suspendido';
  const letters = lettersFor({ before, after, details, paid, change, suspended });
  for (const letter of letters) await writeLetter(client, user, letter, { appOrigin, now });
  return { learnt, chargeFailed: letters.some(({ kind }) => kind === 'paymentFailed') };
}

function next(
  before: Life,
  held: HeldSubscription | null,
  news: News,
  now: Date,
): { after: Life; details: SubscriptionDetails | null } {
  const known = held?.details ?? null;
  if (news.kind === 'time')
    return { after: fold(before, { type: 'TIME.PASSED', at: now.getTime() }), details: known };
  // The order of readings is decided already; a clock that was set back must not make this one seem older.
  const readAt = Math.max(now.getTime(), before.facts?.readAt ?? 0);
  const { subscription } = news.reading;
  if (subscription === null) {
    if (before.facts === null) return { after: before, details: known };
    // The provider has forgotten the customer: nothing runs any more.
    const facts = { ...before.facts, readAt, status: 'canceled' as const, owedSince: null };
    return { after: fold(before, { type: 'PROVIDER.READ', facts }), details: known };
  }
  const sameSubscription = before.facts?.subscriptionId === subscription.facts.subscriptionId;
  const isOwed = subscription.facts.status === 'past_due' || subscription.facts.status === 'unpaid';
  // A reading that names no instant must not start the grace again.
  const owedSince =
    subscription.facts.owedSince ??
    (isOwed ? ((sameSubscription ? before.facts?.owedSince : null) ?? readAt) : null);
  const facts = { ...subscription.facts, owedSince, readAt };
  return {
    after: fold(before, { type: 'PROVIDER.READ', facts }),
    details: subscription.details,
  };
}

/** @returns whether it says anything new */
async function keepLife(
  client: pg.PoolClient,
  uid: string,
  held: HeldSubscription | null,
  now: Omit<HeldSubscription, 'revision'>,
): Promise<boolean> {
  const known = ({ state, facts, details }: Omit<HeldSubscription, 'revision' | 'readOrder'>) => {
    const { readAt: _, ...lasting } = facts;
    return JSON.stringify(sorted({ state, facts: lasting, details }));
  };
  const learnt = held === null || known(held) !== known(now);
  const revision = (held?.revision ?? 0) + (learnt ? 1 : 0);
  const byTime = endsByTime(now);
  await keepSubscription(
    client,
    uid,
    { ...now, revision },
    byTime === null ? null : new Date(byTime),
  );
  return learnt;
}

/** The database keeps JSON in an order of its own. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)]);
}

/** Nobody is charged for what they no longer have, nor twice. */
async function askWhatFollows(client: pg.PoolClient, after: Life, news: News): Promise<void> {
  const { state, facts } = after;
  if (state === 'ended' && facts !== null && facts.owedSince !== null)
    await askProvider(client, 'cancel_subscription', facts.subscriptionId);
  if (news.kind !== 'read') return;
  for (const id of news.reading.superfluous) await askProvider(client, 'cancel_subscription', id);
}
