/** What is read of mails alone: limits, and what the relay said of an address. */
import { maxExpiredClaims } from '#machines/delivery.machine.ts';
import { toSingleLine } from '../../base/to-single-line.ts';
import type { Database } from '../pool.ts';
import type { Cause } from './deliveries.ts';

/** Stores a mail that is never written as `failed`, visible to its alerts' owner and to operators. */
export async function insertFailedMail(
  db: Database,
  { id, uid, to, error }: { id: string; uid: string; to: string; error: string },
): Promise<void> {
  await db.query(
    `insert into deliveries (id, uid, to_address, subject, body_text, body_html, state, last_error, ended_at)
     values ($1, $2, $3, '', '', '', 'failed', $4, now())`,
    [id, uid, to, error.slice(0, 500)],
  );
}

/** @returns the age in seconds of the newest mail of this cause to this address; null without one */
export async function secondsSinceMail(
  db: Database,
  { uid, email, cause }: { uid: string; email: string; cause: Cause },
): Promise<number | null> {
  const { rows } = await db.query<{ age: number | null }>(
    `select extract(epoch from clock_timestamp() - max(created_at))::float8 as age
     from deliveries where uid = $1 and to_address = $2 and cause = $3`,
    [uid, email, cause],
  );
  return rows[0]?.age ?? null;
}

/**
 * Counts a confirmation mail against its address, unless a day had its share.
 * @returns null when it is counted; otherwise the seconds until another one may be sent
 */
export async function countConfirmation(
  db: Database,
  { addressHash, perDay }: { readonly addressHash: Buffer; readonly perDay: number },
): Promise<number | null> {
  const { rows } = await db.query<{ seconds: number }>(
    `with latest as (
       select sent_at from confirmation_mails where address_hash = $1 and sent_at > now() - interval '1 day'
        order by sent_at desc limit $2),
     counted as (
       insert into confirmation_mails (address_hash)
       select $1 where (select count(*) from latest) < $2 on conflict do nothing)
     select extract(epoch from min(sent_at) + interval '1 day' - clock_timestamp())::float8 as seconds
       from latest having count(*) >= $2`,
    [addressHash, perDay],
  );
  return rows[0]?.seconds ?? null;
}

/** @returns what the relay said when it refused the last mail to this address for good; null when it accepted it */
export async function findMailRefusal(
  db: Database,
  { uid, email }: { readonly uid: string; readonly email: string },
): Promise<string | null> {
  // One that was never tried, or that its worker died with, says nothing of the address.
  const { rows } = await db.query<{ state: string; error: string | null }>(
    `select state, last_error as error from deliveries
      where uid = $1 and to_address = $2 and state in ('sent', 'failed') and attempts > 0 and expired_claims < $3
      order by created_at desc, id desc limit 1`,
    [uid, email, maxExpiredClaims],
  );
  const [last] = rows;
  if (last?.state !== 'failed') return null;
  return /\b[45]\d\d[ -].*/.exec(toSingleLine(last.error ?? ''))?.[0].slice(0, 200) ?? '';
}

/** @returns when the relay last accepted an alert's mail */
export async function findLastAlertMailAt(db: Database, uid: string): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date | null }>(
    `select max(ended_at) as at from deliveries
      where uid = $1 and kind = 'mail' and cause = 'alert' and state = 'sent'`,
    [uid],
  );
  return rows[0]?.at ?? null;
}
