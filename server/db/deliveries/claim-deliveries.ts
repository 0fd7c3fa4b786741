/**
 * Claims of due deliveries under a lease. A claim marks them `sending` and counts an attempt, whose number fences a late worker's
 * write; a lease that expires makes them due again, and is counted (docs/decisions/050-parked-deliveries.md).
 */
import type { SentAlert } from '#contract/channels.ts';
import type { Notifications } from '#contract/users.ts';
import type { ChannelKind } from '#domain/channels.ts';
import type { AccountState } from '#domain/profile.ts';
import { maxExpiredClaims } from '#machines/delivery.machine.ts';
import type { Database } from '../pool.ts';
import { wakeUp } from '../wake-ups.ts';
import type { Cause, DeliveryKind, NewMail } from './deliveries.ts';

interface Claimed {
  readonly id: string;
  readonly uid: string;
  readonly cause: Cause;
  /** Of this delivery, this one included: fences a late worker's write. */
  readonly attempts: number;
  /** Workers that died while sending it, in a row. */
  readonly expiredClaims: number;
  readonly createdAt: Date;
  /** By the database's clock. */
  readonly claimedAt: Date;
  readonly owner: Owner;
}

export interface ClaimedMail extends Claimed, Omit<NewMail, 'cause'> {
  readonly kind: 'mail';
  readonly channelId: null;
}

export interface ClaimedMessage extends Claimed {
  readonly kind: ChannelKind;
  readonly channelId: string;
  /** Encrypted. */
  readonly settings: Buffer;
  /** Of its channel. */
  readonly ignoresQuietHours: boolean;
  readonly alerts: readonly SentAlert[];
}

export type ClaimedDelivery = ClaimedMail | ClaimedMessage;

/** What its owner has said until it is claimed. */
export interface Owner {
  readonly estado: AccountState;
  /** Mails of this cause: alerts and the weekly summary are switched off each by itself. */
  readonly wantsMail: boolean;
  readonly quietHours: Notifications['quietHours'];
  readonly confirmed: boolean;
}

/**
 * Receivers of one kind: those that accepted the last delivery, and apart from them, so that they cost the others nothing, those
 * that failed it or have never accepted one. Mail has the first lane alone: behind its one relay nobody knows the receivers.
 */
export interface Lane {
  readonly kind: DeliveryKind;
  readonly accepting: boolean;
}

export interface ClaimLimits {
  /** Deliveries that no worker, or one, has died with. */
  readonly limit: number;
  /** Deliveries whose claim expired twice: one at a time in a lane, so that one that kills its process dies alone. */
  readonly suspects: number;
  /** From the second expired claim on, doubled by each. */
  readonly leaseSeconds: number;
  /** Addresses or channels left out. */
  readonly except?: readonly string[];
}

export interface Claims {
  /** Oldest first. */
  readonly deliveries: ClaimedDelivery[];
  /** Deliveries that failed now because their claims expired too often. */
  readonly parked: readonly Pick<ClaimedDelivery, 'id' | 'kind'>[];
}

const unsent = (delivery: string) => `${delivery}.state in ('pending', 'sending')`;

/**
 * Alerts of one person leave by mail in their order, however many processes send. One that the relay has put off (a further
 * attempt), or that two workers died with, holds back nothing: its recipient is well, as far as is known. No kind is asked for: without
 * statistics the planner would walk all mails of that kind for each.
 */
const isMailInTurn = `
  (d.cause <> 'alert' or not exists (
    select from deliveries earlier
     where earlier.uid = d.uid and earlier.cause = 'alert' and ${unsent('earlier')} and earlier.channel_id is null
       and (earlier.created_at, earlier.id) < (d.created_at, d.id)
       and case earlier.state when 'pending' then earlier.next_attempt_at <= now()
                              else earlier.attempts - earlier.expired_claims <= 1 and earlier.expired_claims < 2 end))`;

/** A channel's leave one at a time; the first of them that failed holds back the others of the same channel alone. */
const isMessageInTurn = `
  c.state = 'active' and (c.failures = 0 and c.last_delivery_at is not null) = $2 and not exists (
    select from deliveries earlier
     where earlier.channel_id = d.channel_id and ${unsent('earlier')}
       and (earlier.created_at, earlier.id) < (d.created_at, d.id))`;

/** Mail has no channel, and its queries none to join. */
const sourceOf = ({ kind }: Lane) =>
  kind === 'mail'
    ? `deliveries d where ${isMailInTurn}`
    : `deliveries d join channels c on c.id = d.channel_id where ${isMessageInTurn}`;

const claimableIn = (lane: Lane) =>
  `${sourceOf(lane)} and d.kind = $1 and ${unsent('d')} and $2::boolean is not null`;

const mailColumns = `null as "channelId", d.to_address as "to", d.subject, d.body_text as text, d.body_html as html, d.headers`;
const messageColumns = `d.channel_id as "channelId", (select settings from channels c where c.id = d.channel_id),
  (select ignores_quiet_hours from channels c where c.id = d.channel_id) as "ignoresQuietHours", d.alerts`;

/** Doubled by each expired claim but the first, from when on it varies: those that a process died with come again apart. SQL. */
const leaseOf = (seconds: string, expired: string): string =>
  `make_interval(secs => ${seconds} * 2 ^ greatest(0, ${expired} - 1) * case when ${expired} > 1 then 1 + random() / 4 else 1 end)`;

/** The earliest due first. */
export async function claimDeliveries(
  db: Database,
  lane: Lane,
  { limit, suspects, leaseSeconds, except = [] }: ClaimLimits,
): Promise<Claims> {
  const due = `${claimableIn(lane)} and d.next_attempt_at <= now()`;
  const { rows } = await db.query<
    ClaimedDelivery & { state: 'sending' | 'failed'; reopened: string | null }
  >(
    // Materialized: a nested loop would run a `limit … for update` more than once, and claim more.
    `with due as materialized (
       select d.id from ${due} and (d.state = 'pending' or d.expired_claims = 0)
          and ${lane.kind === 'mail' ? 'd.to_address' : 'd.channel_id::text'} <> all($7::text[])
        order by d.next_attempt_at, d.created_at limit $3 for update of d skip locked),
     suspect as materialized (
       select d.id from ${due} and d.state = 'sending' and d.expired_claims > 0
        order by d.next_attempt_at, d.created_at limit $5 for update of d skip locked),
     chosen as (
       select id, expired, expired >= $6 as parked
         from (select id from due union all select id from suspect) as either
         join deliveries using (id),
              lateral (select expired_claims + (state = 'sending')::integer as expired) as counted),
     claimed as (
       update deliveries d set state = case when parked then 'failed' else 'sending' end,
         attempts = attempts + (not parked)::integer,
         expired_claims = expired,
         last_error = case when parked then 'worker after worker died while sending it' else last_error end,
         ended_at = case when parked then now() end,
         next_attempt_at = now() + ${leaseOf('$4', 'expired')}
         from chosen where d.id = chosen.id returning d.*)
     select d.id, d.uid, d.kind, d.cause, d.attempts, d.expired_claims as "expiredClaims", d.created_at as "createdAt",
            ${lane.kind === 'mail' ? mailColumns : messageColumns},
            d.state, now() as "claimedAt",
            jsonb_build_object('estado', u.estado, 'quietHours', u.quiet_hours,
              'wantsMail', case d.cause when 'summary' then u.weekly_summary_due_at is not null else u.mail = 'on' end,
              'confirmed', u.email_confirmed_at is not null) as owner,
            case when d.state = 'failed' then reopen_alerts(array[d.id]) end as reopened
       from claimed d join users u on u.uid = d.uid
      order by d.created_at, d.id`,
    [lane.kind, lane.accepting, limit, leaseSeconds, suspects, maxExpiredClaims, except],
  );
  const parked = rows.filter(({ state }) => state === 'failed');
  if (parked.length > 0) wakeUp(db, 'vigia_checks');
  return {
    deliveries: rows
      .filter(({ state }) => state === 'sending')
      .map(({ state: _state, reopened: _reopened, ...delivery }) => delivery),
    parked,
  };
}

/** Of these kinds, those of which something is due. */
export async function listDueKinds(
  db: Database,
  kinds: readonly DeliveryKind[],
): Promise<DeliveryKind[]> {
  const { rows } = await db.query<{ kind: DeliveryKind }>(
    `select kind from unnest($1::text[]) as listed (kind)
      where exists (select from deliveries d
                     where d.kind = listed.kind and ${unsent('d')} and d.next_attempt_at <= now())`,
    [kinds],
  );
  return rows.map(({ kind }) => kind);
}

/** @returns seconds until a delivery of the lane is due or its lease expires, negative when overdue; null without one */
export async function secondsUntilDue(db: Database, lane: Lane): Promise<number | null> {
  // Of mails the index alone answers, however many wait: one whose turn has not come is asked for again a moment later.
  const source =
    lane.kind === 'mail'
      ? `deliveries d where d.kind = $1 and ${unsent('d')} and $2::boolean is not null`
      : claimableIn(lane);
  const { rows } = await db.query<{ seconds: number | null }>(
    `select extract(epoch from min(d.next_attempt_at) - clock_timestamp())::float8 as seconds from ${source}`,
    [lane.kind, lane.accepting],
  );
  return rows[0]?.seconds ?? null;
}

/** Of a claimed delivery. */
export type Attempt = Pick<ClaimedDelivery, 'id' | 'attempts'>;

/**
 * Extends the leases of deliveries in flight, once a third of them has passed: most have ended by then. A row another worker has claimed
 * since has another attempt number.
 */
export async function renewLeases(
  db: Database,
  deliveries: readonly Attempt[],
  leaseSeconds: number,
): Promise<void> {
  await db.query(
    `update deliveries d set next_attempt_at = now() + ${leaseOf('$3', 'd.expired_claims')}
       from unnest($1::uuid[], $2::integer[]) as held (id, attempts)
      where d.id = held.id and d.attempts = held.attempts and d.state = 'sending'
        and d.next_attempt_at < now() + ${leaseOf('$3 * 2 / 3', 'd.expired_claims')}`,
    [deliveries.map(({ id }) => id), deliveries.map(({ attempts }) => attempts), leaseSeconds],
  );
}
