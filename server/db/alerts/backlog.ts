/** Counts unsent alerts and mails, for the local market control. */
import type { Database } from '../pool.ts';

export interface Backlog {
  readonly alerts: number;
  readonly mails: number;
}

/**
 * Alerts that a check will mail (their owner is active, confirmed and subscribed, and has a pending check), and mails
 * not yet sent or failed. Both reach zero once everything has been sent.
 */
export async function countBacklog(db: Database): Promise<Backlog> {
  const { rows } = await db.query<Backlog>(
    `select (select count(*)::integer
               from alerts a
               join users u on u.uid = a.uid
              where a.outbox_id is null and not a.mail_excluded and u.estado = 'activo' and u.correo = 'activo'
                and u.email_confirmed_at is not null
                and exists (select 1 from pending_checks p where p.uid = a.uid)) as alerts,
            (select count(*)::integer from outbox where state in ('pending', 'sending')) as mails`,
  );
  return rows[0] ?? { alerts: 0, mails: 0 };
}
