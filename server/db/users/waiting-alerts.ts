/** Alerts that wait for something their owner may change: for a way, for the end of quiet hours, for an address. */
import type { Database } from '../pool.ts';
import { wakeUp } from '../wake-ups.ts';

/** `last_error` of what is held for nothing else. */
export const heldForQuietHours = 'quiet hours';

/** Their owner has changed them: what they held is looked at again. */
export async function endQuietHold(db: Database, uid: string): Promise<void> {
  await db.query(
    `update deliveries set next_attempt_at = now()
      where uid = $1 and state = 'pending' and last_error = '${heldForQuietHours}'`,
    [uid],
  );
  wakeUp(db, 'vigia_deliveries');
}

/**
 * A way works again, or there is a new one: what had none, or waits for the end of quiet hours, is looked at at the next check.
 * Checks are locked before alerts.
 */
export async function retryWaitingAlerts(
  db: Database,
  uid: string,
  when: 'now' | 'next check' = 'next check',
): Promise<void> {
  await db.query(
    `insert into pending_checks (uid, due_at)
     select uid, now() + make_interval(secs => case when $2 then 0 else frecuencia end) from users
      where uid = $1 and exists (select from alerts where uid = $1 and (stranded or channel_pending))
         on conflict (uid) do update set due_at = least(pending_checks.due_at, excluded.due_at)`,
    [uid, when === 'now'],
  );
  await db.query(
    `with locked as materialized (
       select id from alerts where uid = $1 and stranded and created_at > now() - interval '30 days'
        order by id for no key update)
     update alerts a set channel_pending = true, stranded = false from locked where a.id = locked.id`,
    [uid],
  );
  wakeUp(db, 'vigia_checks');
}

/**
 * What is still to be sent goes to the account's new address; other mails were written to the one they were for. One on its
 * way is due again: should the former address refuse it, that says nothing of the new one.
 */
export async function redirectMails(db: Database, uid: string, to: string): Promise<void> {
  await db.query(
    `update deliveries set to_address = $2, state = 'pending',
       next_attempt_at = case state when 'sending' then now() else next_attempt_at end
      where uid = $1 and kind = 'mail' and cause in ('alert', 'summary') and state in ('pending', 'sending')`,
    [uid, to],
  );
}
