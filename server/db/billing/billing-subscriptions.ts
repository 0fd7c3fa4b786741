/** Who a person is at the card provider, and the newest subscription as it was last read. */
import type { SubscriptionFacts, SubscriptionStatus } from '#machines/subscription.machine.ts';
import type { Database } from '../pool.ts';

/** What a screen shows of a subscription besides its facts. Instants in epoch milliseconds. */
export interface SubscriptionDetails {
  /** The provider's id of the line that names the plan. */
  readonly itemId: string;
  readonly card: {
    readonly brand: string;
    readonly last4: string;
    readonly expiryMonth: number;
    readonly expiryYear: number;
  } | null;
  readonly nextCharge: { readonly at: number; readonly cents: number } | null;
  /** The charge that is owed. */
  readonly owedInvoiceId: string | null;
}

export interface StoredSubscription {
  readonly state: Exclude<SubscriptionStatus, 'none'>;
  readonly facts: SubscriptionFacts;
  readonly details: SubscriptionDetails;
  readonly readOrder: number;
  readonly revision: number;
}

export async function findCustomer(db: Database, uid: string): Promise<string | null> {
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

/** @returns the customer that counts, should another request have been first; null when the user was erased meanwhile */
export async function insertCustomer(
  db: Database,
  uid: string,
  customerId: string,
): Promise<string | null> {
  const { rows } = await db.query<{ customer_id: string }>(
    `insert into billing_customers (uid, customer_id, check_at)
     select uid, $2, now() + interval '1 hour' from users where uid = $1 for key share
     on conflict (uid) do update set uid = excluded.uid returning customer_id`,
    [uid, customerId],
  );
  return rows[0]?.customer_id ?? null;
}

export async function deleteCustomer(db: Database, customerId: string): Promise<void> {
  await db.query('delete from billing_customers where customer_id = $1', [customerId]);
}

/** Readings are ordered by when they began, whichever process began them. */
export async function nextSyncSequence(db: Database): Promise<number> {
  const { rows } = await db.query<{ order: number }>(`select nextval('billing_reads') as order`);
  return rows[0]?.order ?? 0;
}

export async function findSubscription(
  db: Database,
  uid: string,
): Promise<StoredSubscription | null> {
  const { rows } = await db.query<StoredSubscription>(
    `select state, facts, details, read_order as "readOrder", revision
     from billing_subscriptions where uid = $1`,
    [uid],
  );
  return rows[0] ?? null;
}

/** Whether it is the one somebody's plan follows. */
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
  held: StoredSubscription,
  endsByTimeAt: Date | null,
): Promise<void> {
  await db.query(
    `insert into billing_subscriptions
       (uid, subscription_id, state, facts, details, read_order, revision, ends_by_time_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (uid) do update set subscription_id = excluded.subscription_id,
       state = excluded.state, facts = excluded.facts, details = excluded.details,
       read_order = excluded.read_order, revision = excluded.revision,
       ends_by_time_at = excluded.ends_by_time_at, updated_at = now()`,
    [
      uid,
      held.facts.subscriptionId,
      held.state,
      JSON.stringify(held.facts),
      JSON.stringify(held.details),
      held.readOrder,
      held.revision,
      endsByTimeAt,
    ],
  );
}

export interface KnownCustomer {
  readonly uid: string;
  readonly customerId: string;
}

/** Those whom time alone ends. */
export async function listExpired(
  db: Database,
  now: Date,
  limit: number,
): Promise<(KnownCustomer & { readonly endedAt: Date })[]> {
  const { rows } = await db.query<KnownCustomer & { endedAt: Date }>(
    `select s.uid, c.customer_id as "customerId", s.ends_by_time_at as "endedAt"
     from billing_subscriptions s join billing_customers c on c.uid = s.uid
     where s.ends_by_time_at <= $1 order by s.ends_by_time_at limit $2`,
    [now, limit],
  );
  return rows;
}
