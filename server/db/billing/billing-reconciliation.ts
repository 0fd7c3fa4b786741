/** Whose books are to be compared with the provider's, and how far its list of events was compared with ours. */

import type { Database } from '../pool.ts';
import type { KnownCustomer } from './billing-subscriptions.ts';

/** Whose turn it is; taken for a while, so that another process leaves them alone and a death gives them back. */
export async function claimReconciliations(
  db: Database,
  { limit, leaseSeconds }: { readonly limit: number; readonly leaseSeconds: number },
): Promise<KnownCustomer[]> {
  const { rows } = await db.query<KnownCustomer>(
    `update billing_customers set check_at = now() + make_interval(secs => $2)
     where uid in (select uid from billing_customers where check_at <= now()
                   order by check_at limit $1 for update skip locked)
     returning uid, customer_id as "customerId"`,
    [limit, leaseSeconds],
  );
  return rows;
}

/**
 * The next one: at a moment of the coming night between one and six, so that nobody waits for it and it is no stampede;
 * within a week where nothing runs.
 */
export async function scheduleNextReconciliation(db: Database, uid: string): Promise<void> {
  await db.query(
    `update billing_customers set check_at =
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

/** Where no list of events tells who changed. */
export async function reconcileAllNow(db: Database): Promise<void> {
  await db.query('update billing_customers set check_at = now() where check_at > now()');
}

/**
 * Takes the next look at the provider's events, so that one process has it.
 * @param now by the provider's time
 * @param force though it is not due
 * @returns from when on to look, `never` when nobody ever has; null when it is not due
 */
export async function claimEventBackfill(
  db: Database,
  {
    now,
    everySeconds,
    force,
  }: { readonly now: Date; readonly everySeconds: number; readonly force: boolean },
): Promise<Date | 'never' | null> {
  const { rows } = await db.query<{ seenUntil: Date; isFirst: boolean }>(
    `insert into billing_look_back (seen_until, due_at)
     values ('-infinity', now() + make_interval(secs => $1))
     on conflict (single) do update set due_at = excluded.due_at
       where billing_look_back.due_at <= now() or $2
     returning case when seen_until > '-infinity' then seen_until else $3::timestamptz end as "seenUntil",
       seen_until = '-infinity' as "isFirst"`,
    [everySeconds, force, now],
  );
  const [row] = rows;
  if (row === undefined) return null;
  return row.isFirst ? 'never' : row.seenUntil;
}

/** Everything up to then has had its effect. */
export async function saveEventCursor(db: Database, seenUntil: Date): Promise<void> {
  await db.query(
    'update billing_look_back set seen_until = greatest(seen_until, $1::timestamptz)',
    [seenUntil],
  );
}
