/** Deliveries: one row per message and channel, mail among them. Claims: `claim-deliveries.ts`; outcomes: `record-outcomes.ts`. */
import type { SentAlert } from '#contract/channels.ts';
import type { ChannelKind } from '#domain/channels.ts';
import type { Database } from '../pool.ts';
import { wakeUp } from '../wake-ups.ts';

/** Of everything that reaches a person. */
export type DeliveryKind = 'mail' | ChannelKind;
/** What a delivery tells; messages to channels tell of alerts alone. */
export type Cause = 'alert' | 'confirmation' | 'test' | 'account' | 'billing' | 'summary';

export interface NewMail {
  /** Also the local part of the Message-ID. */
  readonly id: string;
  readonly uid: string;
  readonly cause: Cause;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface NewMessage {
  /** Derived from the channel and the alerts. */
  readonly id: string;
  readonly channelId: string;
  readonly uid: string;
  readonly kind: ChannelKind;
  readonly alerts: readonly SentAlert[];
}

/** Of one that had ended unsent. SQL. */
const begunAnew = `state = 'pending', attempts = 0, expired_claims = 0, ended_at = null, last_error = null,
       next_attempt_at = excluded.next_attempt_at`;

/**
 * In their order: of one transaction, too, the first leaves first. An id that exists already is left as it is, unless it was redirected
 * and refused there: that address's refusal says nothing of this one.
 * @returns the ids stored
 */
export async function insertMails(db: Database, mails: readonly NewMail[]): Promise<string[]> {
  if (mails.length === 0) return [];
  const { rows } = await db.query<{ id: string }>(
    `insert into deliveries (id, uid, cause, to_address, subject, body_text, body_html, headers, created_at,
                             next_attempt_at)
     select id, uid, cause, to_address, subject, body_text, body_html, headers, at, at
       from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
                   $8::jsonb[]) with ordinality
              as mail (id, uid, cause, to_address, subject, body_text, body_html, headers, nth),
            lateral (select now() + (nth - 1) * interval '1 microsecond' as at) as instant
     on conflict (id) do update set to_address = excluded.to_address, subject = excluded.subject, body_text = excluded.body_text,
       body_html = excluded.body_html, headers = excluded.headers, created_at = excluded.created_at, ${begunAnew}
      where deliveries.state = 'failed' and deliveries.to_address <> excluded.to_address returning id`,
    [
      mails.map((mail) => mail.id),
      mails.map((mail) => mail.uid),
      mails.map((mail) => mail.cause),
      mails.map((mail) => mail.to),
      mails.map((mail) => mail.subject),
      mails.map((mail) => mail.text),
      mails.map((mail) => mail.html),
      mails.map((mail) => mail.headers),
    ],
  );
  wakeUp(db, 'vigia_deliveries');
  return rows.map(({ id }) => id);
}

/** One behind others that wait is due with them; one that had ended unsent begins anew, under its id. */
export async function insertMessages(db: Database, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length === 0) return;
  await db.query(
    `insert into deliveries (id, channel_id, uid, kind, alerts, created_at, next_attempt_at)
     select id, channel_id, uid, kind, alerts, now() + (nth - 1) * interval '1 microsecond',
            coalesce((select max(next_attempt_at) from deliveries waiting
                       where waiting.channel_id = n.channel_id and waiting.state = 'pending'), now())
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::jsonb[]) with ordinality
              as n (id, channel_id, uid, kind, alerts, nth)
     on conflict (id) do update set created_at = excluded.created_at, ${begunAnew}
      where deliveries.state = 'failed'`,
    [
      messages.map(({ id }) => id),
      messages.map(({ channelId }) => channelId),
      messages.map(({ uid }) => uid),
      messages.map(({ kind }) => kind),
      messages.map(({ alerts }) => JSON.stringify(alerts)),
    ],
  );
  wakeUp(db, 'vigia_deliveries');
}

/** Which delivery tells an alert. */
export interface AlertLink {
  readonly alertId: number;
  readonly deliveryId: string;
}

/** What waits for a channel, oldest first. */
export async function listHeldAlerts(db: Database, channelId: string): Promise<SentAlert[]> {
  const { rows } = await db.query<{ alerts: SentAlert[] }>(
    `select alerts from deliveries where channel_id = $1 and state in ('pending', 'sending')
      order by created_at, id`,
    [channelId],
  );
  return rows.flatMap(({ alerts }) => alerts);
}

/** Of a closed account: given up, and not sent when it is reopened. One being sent at this moment may still arrive. */
export async function cancelDeliveries(db: Database, uid: string): Promise<void> {
  await db.query(
    `update deliveries set state = 'failed', ended_at = now(), last_error = 'account closed'
      where uid = $1 and state in ('pending', 'sending')`,
    [uid],
  );
}
