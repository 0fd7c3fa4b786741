/** Queries of the mail outbox: insert, claim under a lease, renew, record the outcome. */
import type { Database } from '../pool.ts';

export type MailKind = 'alert' | 'confirmation' | 'test' | 'account' | 'billing';

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
  readonly createdAt: Date;
}

export async function insertMails(db: Database, mails: readonly NewMail[]): Promise<void> {
  if (mails.length === 0) return;
  await db.query(
    `insert into outbox (id, uid, kind, to_address, subject, body_text, body_html, headers)
     select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
                          $7::text[], $8::jsonb[])`,
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

/** Claims due mails under a lease: marks them `sending` and counts an attempt. Due again when the lease expires. */
export async function claimMails(
  db: Database,
  { limit, leaseSeconds }: { readonly limit: number; readonly leaseSeconds: number },
): Promise<ClaimedMail[]> {
  const { rows } = await db.query<ClaimedMail>(
    `update outbox set state = 'sending', attempts = attempts + 1,
       next_attempt_at = now() + make_interval(secs => $2)
     where id in (select id from outbox where state in ('pending', 'sending')
                    and next_attempt_at <= now()
                  order by next_attempt_at limit $1 for update skip locked)
     returning id, uid, kind, to_address as "to", subject, body_text as text,
       body_html as html, headers, attempts, created_at as "createdAt"`,
    [limit, leaseSeconds],
  );
  return rows;
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
  mails: readonly Pick<ClaimedMail, 'id' | 'attempts'>[],
  leaseSeconds: number,
): Promise<void> {
  await db.query(
    `update outbox o set next_attempt_at = now() + make_interval(secs => $3)
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
  { id, attempts }: ClaimedMail,
  { afterSeconds, error }: { readonly afterSeconds: number; readonly error: string },
): Promise<void> {
  await db.query(
    `update outbox set state = 'pending', last_error = $3,
       next_attempt_at = now() + make_interval(secs => $4)
     where id = $1 and attempts = $2 and state = 'sending'`,
    [id, attempts, error.slice(0, 500), afterSeconds],
  );
}

/** Fenced like {@link retryMail}. */
export async function failMail(
  db: Database,
  { id, attempts }: ClaimedMail,
  error: string,
): Promise<void> {
  await db.query(
    `update outbox set state = 'failed', last_error = $3
     where id = $1 and attempts = $2 and state = 'sending'`,
    [id, attempts, error.slice(0, 500)],
  );
}
