/** Stripe customer ids, and each user's newest subscription as last synced. */
import type { SubscriptionFacts, SubscriptionStatus } from '#machines/subscription.machine.ts';
import type { Database } from '../pool.ts';

/** What the client shows of a subscription besides its facts. */
export interface SubscriptionDetails {
  /** Stripe's id of the subscription item with the plan's price. */
  readonly itemId: string;
  readonly card: {
    readonly brand: string;
    readonly last4: string;
    readonly expiryMonth: number;
    readonly expiryYear: number;
  } | null;
  /** `at` in epoch milliseconds (stored JSON); null when nothing will be charged. */
  readonly nextCharge: { readonly at: number; readonly cents: number } | null;
  /** Open invoice that can be paid now. */
  readonly owedInvoiceId: string | null;
}

export interface StoredSubscription {
  readonly state: Exclude<SubscriptionStatus, 'none'>;
  readonly facts: SubscriptionFacts;
  readonly details: SubscriptionDetails;
  readonly syncSeq: number;
  readonly revision: number;
}

export async function findCustomerId(db: Database, uid: string): Promise<string | null> {
  const { rows } = await db.query<{ customer_id: string }>(
    'select customer_id from billing_customers where uid = $1',
    [uid],
  );
  return rows[0]?.customer_id ?? null;
}

export async function findUidByCustomer(db: Database, customerId: string): Promise<string | null> {
  const { rows } = await db.query<{ uid: string }>(
    'select uid from billing_customers where customer_id = $1',
    [customerId],
  );
  return rows[0]?.uid ?? null;
}

/** @returns the stored customer, which a concurrent request may have inserted; null when the user was erased */
export async function insertCustomer(
  db: Database,
  uid: string,
  customerId: string,
): Promise<string | null> {
  const { rows } = await db.query<{ customer_id: string }>(
    `insert into billing_customers (uid, customer_id, next_reconcile_at)
     select uid, $2, now() + interval '1 hour' from users where uid = $1 for key share
     on conflict (uid) do update set uid = excluded.uid returning customer_id`,
    [uid, customerId],
  );
  return rows[0]?.customer_id ?? null;
}

export async function deleteCustomer(db: Database, customerId: string): Promise<void> {
  await db.query('delete from billing_customers where customer_id = $1', [customerId]);
}

/** Orders syncs by when they began, across processes. Take it before fetching. */
export async function nextSyncSequence(db: Database): Promise<number> {
  const { rows } = await db.query<{ order: number }>(`select nextval('billing_sync_seq') as order`);
  return rows[0]?.order ?? 0;
}

export async function findSubscription(
  db: Database,
  uid: string,
): Promise<StoredSubscription | null> {
  const { rows } = await db.query<StoredSubscription>(
    `select state, stripe_state as facts, display as details, sync_seq as "syncSeq", revision
     from billing_subscriptions where uid = $1`,
    [uid],
  );
  return rows[0] ?? null;
}

/** Whether it is the stored subscription of a user, which the plan follows. */
export async function isStoredSubscription(db: Database, subscriptionId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'select 1 from billing_subscriptions where subscription_id = $1',
    [subscriptionId],
  );
  return (rowCount ?? 0) > 0;
}

export async function upsertSubscription(
  db: Database,
  uid: string,
  subscription: StoredSubscription,
  expiresAt: Date | null,
): Promise<void> {
  await db.query(
    `insert into billing_subscriptions
       (uid, subscription_id, state, stripe_state, display, sync_seq, revision, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (uid) do update set subscription_id = excluded.subscription_id,
       state = excluded.state, stripe_state = excluded.stripe_state, display = excluded.display,
       sync_seq = excluded.sync_seq, revision = excluded.revision,
       expires_at = excluded.expires_at, updated_at = now()`,
    [
      uid,
      subscription.facts.subscriptionId,
      subscription.state,
      JSON.stringify(subscription.facts),
      JSON.stringify(subscription.details),
      subscription.syncSeq,
      subscription.revision,
      expiresAt,
    ],
  );
}

export interface CustomerRef {
  readonly uid: string;
  readonly customerId: string;
}

/** Subscriptions whose grace period or cancelled period is over. */
export async function listExpiredSubscriptions(
  db: Database,
  now: Date,
  limit: number,
): Promise<(CustomerRef & { readonly expiredAt: Date })[]> {
  const { rows } = await db.query<CustomerRef & { expiredAt: Date }>(
    `select s.uid, c.customer_id as "customerId", s.expires_at as "expiredAt"
     from billing_subscriptions s join billing_customers c on c.uid = s.uid
     where s.expires_at <= $1 order by s.expires_at limit $2`,
    [now, limit],
  );
  return rows;
}
