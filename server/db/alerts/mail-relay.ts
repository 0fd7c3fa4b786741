/** The relay's last refusal, shared by all processes: /health answers in one, mails leave from another. */
import type { Database } from '../pool.ts';

/** Longer than the interval of the probes and a connection's timeout: an older refusal is no longer repeated. */
const currentForSeconds = 90;

/** @param reply the relay's words, without addresses or secrets */
export async function storeRelayRefusal(db: Database, reply: string): Promise<void> {
  await db.query(
    `insert into mail_relay (refusal, refused_at) values ($1, now())
     on conflict (id) do update set refusal = excluded.refusal, refused_at = excluded.refused_at`,
    [reply],
  );
}

export async function clearRelayRefusal(db: Database): Promise<void> {
  await db.query('delete from mail_relay');
}

/** @returns why the relay refuses us at present; null when it does not */
export async function findRelayRefusal(db: Database): Promise<string | null> {
  const { rows } = await db.query<{ refusal: string }>(
    'select refusal from mail_relay where refused_at > now() - make_interval(secs => $1)',
    [currentForSeconds],
  );
  return rows[0]?.refusal ?? null;
}
