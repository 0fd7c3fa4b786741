/** Counts unsent alerts and mails, for the local market control. */
import type { Database } from '../pool.ts';

export interface Backlog {
  readonly alerts: number;
  readonly mails: number;
}

/**
 * Alerts that a check will look at (their owner is active and has a pending check), and mails not yet sent or failed. Both reach zero
 * once everything has been sent.
 */
export async function countBacklog(db: Database): Promise<Backlog> {
  const { rows } = await db.query<Backlog>(
    `select (select count(*)::integer
               from alerts a
               join users u on u.uid = a.uid
              where a.channel_pending and u.estado = 'activo'
                and exists (select 1 from pending_checks p where p.uid = a.uid)) as alerts,
            (select count(*)::integer from deliveries where kind = 'mail' and state in ('pending', 'sending')) as mails`,
  );
  return rows[0] ?? { alerts: 0, mails: 0 };
}
