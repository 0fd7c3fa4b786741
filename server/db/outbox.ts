/** Mails to be sent: what is written here leaves, at least once. */
import type { Database } from './pool.ts';

export type MailKind = 'alert' | 'confirmation' | 'test';

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
}

export async function insertMail(db: Database, mail: NewMail): Promise<void> {
  await db.query(
    `insert into outbox (id, uid, kind, to_address, subject, body_text, body_html, headers)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [mail.id, mail.uid, mail.kind, mail.to, mail.subject, mail.text, mail.html, mail.headers],
  );
}

/** Marks due mails `sending`; a row whose sender died comes due again when its lease ends. */
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
       body_html as html, headers, attempts`,
    [limit, leaseSeconds],
  );
  return rows;
}

export async function markSent(db: Database, id: string): Promise<void> {
  await db.query(
    `update outbox set state = 'sent', sent_at = now(), last_error = null where id = $1`,
    [id],
  );
}

/** The attempt number fences a late sender whose lease already passed to another. */
export async function retryMail(
  db: Database,
  { id, attempts }: ClaimedMail,
  { afterSeconds, error }: { readonly afterSeconds: number; readonly error: string },
): Promise<void> {
  await db.query(
    `update outbox set state = 'pending', last_error = $3,
       next_attempt_at = now() + make_interval(secs => $4)
     where id = $1 and attempts = $2 and state = 'sending'`,
    [id, attempts, error, afterSeconds],
  );
}

export async function failMail(
  db: Database,
  { id, attempts }: ClaimedMail,
  error: string,
): Promise<void> {
  await db.query(
    `update outbox set state = 'failed', last_error = $3
     where id = $1 and attempts = $2 and state = 'sending'`,
    [id, attempts, error],
  );
}
