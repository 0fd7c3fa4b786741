/** Queue of nightly reconciliations, and the cursor of the event backfill. */
import { bulkQuery, type Database } from '../pool.ts';
import type { CustomerRef } from './billing-subscriptions.ts';

/** Claims due customers under a lease. */
export async function claimReconciliations(
  db: Database,
  { limit, leaseSeconds }: { readonly limit: number; readonly leaseSeconds: number },
): Promise<CustomerRef[]> {
  const { rows } = await db.query<CustomerRef>(
    `update billing_customers set next_reconcile_at = now() + make_interval(secs => $2)
     where uid in (select uid from billing_customers where next_reconcile_at <= now()
                   order by next_reconcile_at limit $1 for update skip locked)
     returning uid, customer_id as "customerId"`,
    [limit, leaseSeconds],
  );
  return rows;
}

/**
 * At a random time between 1:00 and 6:00 of the next night, to spread the load; without a running subscription, of a
 * random night within a week.
 */
export async function scheduleNextReconciliation(db: Database, uid: string): Promise<void> {
  await db.query(
    `update billing_customers set next_reconcile_at =
       (date_trunc('day', now() at time zone 'Europe/Madrid') + interval '25 hours'
        + random() * interval '5 hours'
        + case when exists (select 1 from billing_subscriptions s
                            where s.uid = billing_customers.uid and s.state <> 'ended')
               then interval '0' else floor(random() * 7) * interval '1 day' end
       ) at time zone 'Europe/Madrid'
     where uid = $1`,
    [uid],
  );
}

/** For when the event list cannot show which customers changed. */
export async function scheduleAllReconciliationsNow(db: Database): Promise<void> {
  await db.query(
    bulkQuery(
      'update billing_customers set next_reconcile_at = now() where next_reconcile_at > now()',
    ),
  );
}

/**
 * Claims the next event backfill, so that one process runs it.
 * @param now by the billing clock
 * @param force claims it even if not due
 * @returns the cursor to start from, `never` before the first run; null when not due
 */
export async function claimEventBackfill(
  db: Database,
  {
    now,
    everySeconds,
    force,
  }: { readonly now: Date; readonly everySeconds: number; readonly force: boolean },
): Promise<Date | 'never' | null> {
  const { rows } = await db.query<{ syncedUntil: Date; isFirst: boolean }>(
    `insert into billing_event_cursor (synced_until, due_at)
     values ('-infinity', now() + make_interval(secs => $1))
     on conflict (id) do update set due_at = excluded.due_at
       where billing_event_cursor.due_at <= now() or $2
     returning case when synced_until > '-infinity' then synced_until else $3::timestamptz end as "syncedUntil",
       synced_until = '-infinity' as "isFirst"`,
    [everySeconds, force, now],
  );
  const [row] = rows;
  if (row === undefined) return null;
  return row.isFirst ? 'never' : row.syncedUntil;
}

/** Call once all events up to this instant are processed. */
export async function saveEventCursor(db: Database, syncedUntil: Date): Promise<void> {
  await db.query(
    'update billing_event_cursor set synced_until = greatest(synced_until, $1::timestamptz)',
    [syncedUntil],
  );
}
