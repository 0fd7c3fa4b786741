/** Queries of the mail outbox: insert, claim under a lease, renew, record the outcome. Requeueing: `requeue-mails.ts`. */
import type { Notifications } from '#contract/users.ts';
import type { AccountState } from '#domain/profile.ts';
import { maxExpiredClaims } from '#machines/mail-delivery.machine.ts';
import { toSingleLine } from '../../to-single-line.ts';
import type { Database } from '../pool.ts';
import { heldForQuietHours } from '../users/waiting-alerts.ts';
import { wakeUp } from '../wake-ups.ts';
import { leaseOf } from './expired-claims.ts';
import { reopenMailedAlerts } from './reopen-alerts.ts';

export type MailKind = 'alert' | 'confirmation' | 'test' | 'account' | 'billing' | 'summary';

export interface NewMail {
  /** Also the local part of the Message-ID. */
  readonly id: string;
  readonly uid: string;
  readonly kind: MailKind;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface ClaimedMail extends NewMail {
  readonly attempts: number;
  /** Workers that died while sending it, in a row. */
  readonly expiredClaims: number;
  readonly createdAt: Date;
  /** By the database's clock. */
  readonly claimedAt: Date;
  readonly owner: MailOwner;
}

/** Of a claimed mail; fences a late worker's write. */
type Attempt = Pick<ClaimedMail, 'id' | 'attempts'>;

/** What its owner has said until it is claimed. */
export interface MailOwner {
  readonly estado: AccountState;
  readonly correo: Notifications['correo'];
  readonly silencio: Notifications['silencio'];
  readonly confirmed: boolean;
}

/** In their order: of one transaction, too, the first leaves first. @returns the ids stored; an id that exists already is left as it is */
export async function insertMails(db: Database, mails: readonly NewMail[]): Promise<string[]> {
  if (mails.length === 0) return [];
  const { rows } = await db.query<{ id: string }>(
    `insert into outbox (id, uid, kind, to_address, subject, body_text, body_html, headers, created_at,
                         next_attempt_at)
     select id, uid, kind, to_address, subject, body_text, body_html, headers, at, at
       from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
                   $8::jsonb[]) with ordinality
              as mail (id, uid, kind, to_address, subject, body_text, body_html, headers, nth),
            lateral (select now() + (nth - 1) * interval '1 microsecond' as at) as instant
     on conflict (id) do nothing returning id`,
    [
      mails.map((mail) => mail.id),
      mails.map((mail) => mail.uid),
      mails.map((mail) => mail.kind),
      mails.map((mail) => mail.to),
      mails.map((mail) => mail.subject),
      mails.map((mail) => mail.text),
      mails.map((mail) => mail.html),
      mails.map((mail) => mail.headers),
    ],
  );
  wakeUp(db, 'vigia_outbox');
  return rows.map(({ id }) => id);
}

/** Mails of this kind and content already enqueued to the user. */
export async function countCopies(
  db: Database,
  { uid, kind, to, subject, text }: Omit<NewMail, 'id' | 'html' | 'headers'>,
): Promise<number> {
  const { rows } = await db.query<{ copies: number }>(
    `select count(*)::integer as copies from outbox
     where uid = $1 and kind = $2 and to_address = $3 and subject = $4 and body_text = $5`,
    [uid, kind, to, subject, text],
  );
  return rows[0]?.copies ?? 0;
}

/** Stores a mail that could not be rendered as `failed`, visible to the alert's owner and to operators. */
export async function insertFailedMail(
  db: Database,
  { id, uid, to, error }: { id: string; uid: string; to: string; error: string },
): Promise<void> {
  await db.query(
    `insert into outbox (id, uid, kind, to_address, subject, body_text, body_html, state, last_error)
     values ($1, $2, 'alert', $3, '', '', '', 'failed', $4)`,
    [id, uid, to, error.slice(0, 500)],
  );
}

/** @returns the age in seconds of the newest mail of this kind to this address; null without one */
export async function secondsSinceMail(
  db: Database,
  { uid, email, kind }: { uid: string; email: string; kind: MailKind },
): Promise<number | null> {
  const { rows } = await db.query<{ age: number | null }>(
    `select extract(epoch from clock_timestamp() - max(created_at))::float8 as age
     from outbox where uid = $1 and to_address = $2 and kind = $3`,
    [uid, email, kind],
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
    `select state, last_error as error from outbox
      where uid = $1 and to_address = $2 and state in ('sent', 'failed') and attempts > 0 and expired_claims < $3
      order by created_at desc, id desc limit 1`,
    [uid, email, maxExpiredClaims],
  );
  const [last] = rows;
  if (last?.state !== 'failed') return null;
  return /\b[45]\d\d[ -].*/.exec(toSingleLine(last.error ?? ''))?.[0].slice(0, 200) ?? '';
}

export interface ClaimLimits {
  /** Mails that no worker, or one, has died with. */
  readonly limit: number;
  /** Mails whose claim expired twice: one at a time in a process, so that one that kills it dies alone. */
  readonly suspects: number;
  /** From the second expired claim on, doubled by each. */
  readonly leaseSeconds: number;
  /** Recipients left out. */
  readonly except?: readonly string[];
}

export interface Claims {
  /** Oldest first. */
  readonly mails: ClaimedMail[];
  /** Mails that failed now because their claims expired too often. */
  readonly parked: readonly Pick<ClaimedMail, 'id' | 'kind'>[];
}

/**
 * Whether an earlier alert mail to the same person is still to be tried: alerts of one person arrive in their order, however
 * many processes send. One that the relay has put off (a further attempt), or that two workers died with, holds back nothing.
 */
const waitsForEarlier = `
  o.kind = 'alert' and exists (
    select from outbox earlier
     where earlier.uid = o.uid and earlier.kind = 'alert' and earlier.state in ('pending', 'sending')
       and (earlier.created_at, earlier.id) < (o.created_at, o.id)
       and case earlier.state when 'pending' then earlier.next_attempt_at <= now()
                              else earlier.attempts - earlier.expired_claims <= 1 and earlier.expired_claims < 2 end)`;

/** Claims due mails under a lease: marks them `sending` and counts an attempt. Due again when the lease expires. */
export async function claimMails(
  db: Database,
  { limit, suspects, leaseSeconds, except = [] }: ClaimLimits,
): Promise<Claims> {
  const { rows } = await db.query<
    ClaimedMail & { state: 'sending' | 'failed'; reopened: string | null }
  >(
    // Materialized: a nested loop would run a `limit … for update` more than once, and claim more.
    `with due as materialized (
       select id from outbox o
        where state in ('pending', 'sending') and next_attempt_at <= now() and to_address <> all($5)
          and (state = 'pending' or expired_claims = 0) and not (${waitsForEarlier})
        order by next_attempt_at, created_at limit $1 for update skip locked),
     suspect as materialized (
       select id from outbox
        where state = 'sending' and next_attempt_at <= now() and expired_claims > 0
        order by next_attempt_at, created_at limit $2 for update skip locked),
     chosen as (
       select id, uid, expired, expired >= $4 as parked
         from (select id from due union all select id from suspect) as either
         join outbox using (id),
              lateral (select expired_claims + (state = 'sending')::integer as expired) as counted),
     claimed as (
       update outbox o set state = case when parked then 'failed' else 'sending' end,
         attempts = attempts + (not parked)::integer,
         expired_claims = expired,
         last_error = case when parked then 'worker after worker died while sending it' else last_error end,
         next_attempt_at = now() + ${leaseOf('$3', 'expired')}
        from chosen join users u on u.uid = chosen.uid
       where o.id = chosen.id
       returning o.*, u.estado, u.correo, u.silencio, u.email_confirmed_at is not null as confirmed)
     select id, uid, kind, to_address as "to", subject, body_text as text, body_html as html, headers,
       attempts, expired_claims as "expiredClaims", created_at as "createdAt", state, now() as "claimedAt",
       jsonb_build_object('estado', estado, 'correo', correo, 'silencio', silencio, 'confirmed', confirmed) as owner,
       case when state = 'failed' then reopen_alerts('{}', array[id]) end as reopened
      from claimed order by created_at, id`,
    [limit, suspects, leaseSeconds, maxExpiredClaims, except],
  );
  const parked = rows.filter(({ state }) => state === 'failed');
  if (parked.length > 0) wakeUp(db, 'vigia_checks');
  return {
    mails: rows
      .filter(({ state }) => state === 'sending')
      .map(({ state: _state, reopened: _reopened, ...mail }) => mail),
    parked,
  };
}

/** @returns seconds until a mail is due or a lease expires, negative when overdue; null when no mail is unsent */
export async function secondsUntilDue(db: Database): Promise<number | null> {
  const { rows } = await db.query<{ seconds: number | null }>(
    `select extract(epoch from min(next_attempt_at) - clock_timestamp())::float8 as seconds
       from outbox where state in ('pending', 'sending')`,
  );
  return rows[0]?.seconds ?? null;
}

/** Extends the leases of mails in flight; a row another worker has claimed since has another attempt number. */
export async function renewLease(
  db: Database,
  mails: readonly Attempt[],
  leaseSeconds: number,
): Promise<void> {
  await db.query(
    `update outbox o set next_attempt_at = now() + ${leaseOf('$3', 'o.expired_claims')}
       from unnest($1::uuid[], $2::integer[]) as held (id, attempts)
      where o.id = held.id and o.attempts = held.attempts and o.state = 'sending'`,
    [mails.map((mail) => mail.id), mails.map((mail) => mail.attempts), leaseSeconds],
  );
}

/** Not fenced by the attempt number: the relay has accepted the mail, whatever a later attempt does. */
export async function markSent(db: Database, ids: readonly string[]): Promise<void> {
  await db.query(
    `update outbox set state = 'sent', sent_at = coalesce(sent_at, now()), last_error = null
     where id = any($1)`,
    [ids],
  );
}

/** Fenced by the attempt number: a worker whose lease passed to another changes nothing. */
export async function retryMail(
  db: Database,
  { id, attempts }: Attempt,
  { afterSeconds, error }: { readonly afterSeconds: number; readonly error: string },
): Promise<void> {
  await db.query(
    `update outbox set state = 'pending', last_error = $3, expired_claims = 0,
       next_attempt_at = now() + make_interval(secs => $4)
     where id = $1 and attempts = $2 and state = 'sending'`,
    [id, attempts, error.slice(0, 500), afterSeconds],
  );
}

/** In a transaction. Its alerts go by another way, if there is one. Fenced like {@link retryMail}. */
export async function failMail(
  db: Database,
  { id, attempts }: Attempt,
  error: string,
): Promise<void> {
  const { rowCount } = await db.query(
    `update outbox set state = 'failed', last_error = $3
     where id = $1 and attempts = $2 and state = 'sending'`,
    [id, attempts, error.slice(0, 500)],
  );
  if (rowCount === 1) await reopenMailedAlerts(db, [id]);
}

/** Puts off a mail that was claimed in quiet hours to their end; no attempt is counted. Fenced like {@link retryMail}. */
export async function holdMail(
  db: Database,
  { id, attempts }: Attempt,
  until: Date,
): Promise<void> {
  await db.query(
    `update outbox set state = 'pending', attempts = attempts - 1, expired_claims = 0,
       last_error = '${heldForQuietHours}', next_attempt_at = $3
     where id = $1 and attempts = $2 and state = 'sending'`,
    [id, attempts, until],
  );
}

/** In a transaction. Takes back a mail that its owner may not be sent now: its alerts wait as before it. Fenced like {@link retryMail}. */
export async function recallMail(db: Database, { id, attempts }: Attempt): Promise<void> {
  await reopenMailedAlerts(db, [id]);
  await db.query(`delete from outbox where id = $1 and attempts = $2 and state = 'sending'`, [
    id,
    attempts,
  ]);
}

/**
 * Gives back mails the relay did not look at: no attempt is counted, and they are due at once, oldest first. Fenced like
 * {@link retryMail}.
 * @param error why; null leaves the last one
 */
export async function releaseMails(
  db: Database,
  mails: readonly Attempt[],
  error: string | null,
): Promise<void> {
  await db.query(
    `update outbox o set state = 'pending', attempts = o.attempts - 1, expired_claims = 0,
       last_error = coalesce($3, last_error), next_attempt_at = created_at
       from unnest($1::uuid[], $2::integer[]) as held (id, attempts)
      where o.id = held.id and o.attempts = held.attempts and o.state = 'sending'`,
    [
      mails.map((mail) => mail.id),
      mails.map((mail) => mail.attempts),
      error?.slice(0, 500) ?? null,
    ],
  );
}
