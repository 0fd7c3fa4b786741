/**
 * Queue of deliveries to channels: insert, claim under a lease, record the outcome. A channel's deliveries leave in their
 * order, one at a time; the first of them that failed holds back the others of the same channel alone.
 */
import type { SentAlert } from '#contract/channels.ts';
import type { ChannelKind } from '#domain/channels.ts';
import type { Database } from '../pool.ts';
import { deliveryLifetimeHours } from '../retention.ts';
import { wakeUp } from '../wake-ups.ts';

export interface NewDelivery {
  /** Derived from the channel and the alerts. */
  readonly id: string;
  readonly channelId: string;
  readonly uid: string;
  readonly kind: ChannelKind;
  readonly alertIds: readonly number[];
  readonly alerts: readonly SentAlert[];
}

/** A delivery behind others that wait is due with them. */
export async function insertDeliveries(
  db: Database,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  await db.query(
    `insert into channel_deliveries (id, channel_id, uid, kind, alerts, created_at, next_attempt_at)
     select id, channel_id, uid, kind, alerts, now() + (nth - 1) * interval '1 microsecond',
            coalesce((select max(next_attempt_at) from channel_deliveries waiting
                       where waiting.channel_id = n.channel_id and waiting.state = 'pending'), now())
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::jsonb[]) with ordinality
              as n (id, channel_id, uid, kind, alerts, nth)
     on conflict (id) do nothing`,
    [
      deliveries.map(({ id }) => id),
      deliveries.map(({ channelId }) => channelId),
      deliveries.map(({ uid }) => uid),
      deliveries.map(({ kind }) => kind),
      deliveries.map(({ alerts }) => JSON.stringify(alerts)),
    ],
  );
  const links = deliveries.flatMap(({ id, alertIds }) =>
    alertIds.map((alertId) => ({ id, alertId })),
  );
  await db.query(
    `insert into alert_deliveries (alert_id, delivery_id) select * from unnest($1::bigint[], $2::uuid[])
     on conflict do nothing`,
    [links.map(({ alertId }) => alertId), links.map(({ id }) => id)],
  );
  wakeUp(db, 'vigia_channels');
}

export interface ClaimedDelivery {
  readonly id: string;
  readonly channelId: string;
  readonly uid: string;
  readonly kind: ChannelKind;
  readonly alerts: readonly SentAlert[];
  readonly settings: Buffer;
  /** Of this delivery, this one included: fences a late worker's write. */
  readonly attempts: number;
  /** Workers that died while sending it, in a row. */
  readonly expiredClaims: number;
  readonly createdAt: Date;
}

/** Channels of one kind; those whose last attempt failed are claimed apart, so that they cost the others nothing. */
export interface Lane {
  readonly kind: ChannelKind;
  readonly failing: boolean;
}

const isClaimable = `
  d.kind = $1 and d.state in ('pending', 'sending') and c.state = 'activo' and (c.failures > 0) = $2
  and not exists (
    select from channel_deliveries earlier
     where earlier.channel_id = d.channel_id and earlier.state in ('pending', 'sending')
       and (earlier.created_at, earlier.id) < (d.created_at, d.id))`;

/**
 * Expired claims in a row after which a delivery is presumed to kill its worker. With leases that double it takes an hour:
 * workers that die for another reason must not take a delivery with them (docs/decisions/050-parked-deliveries.md).
 */
export const maxExpiredClaims = 8;

export interface DeliveryClaimLimits {
  /** Deliveries that no worker, or one, has died with. */
  readonly limit: number;
  /** Deliveries whose claim expired twice: one at a time in a process, so that one that kills it dies alone. */
  readonly suspects: number;
  /** From the second expired claim on, doubled by each. */
  readonly leaseSeconds: number;
}

export interface DeliveryClaims {
  /** Oldest first. */
  readonly deliveries: ClaimedDelivery[];
  /** Deliveries that failed now because their claims expired too often. */
  readonly parked: readonly Pick<ClaimedDelivery, 'id' | 'kind' | 'channelId'>[];
}

/** Claims due deliveries, the earliest due first: marks them `sending` and counts an attempt. Due again when the lease expires. */
export async function claimDeliveries(
  db: Database,
  { kind, failing }: Lane,
  { limit, suspects, leaseSeconds }: DeliveryClaimLimits,
): Promise<DeliveryClaims> {
  const { rows } = await db.query<ClaimedDelivery & { state: 'sending' | 'failed' }>(
    // Materialized: a nested loop would run a `limit … for update` more than once, and claim more.
    `with due as materialized (
       select d.id from channel_deliveries d join channels c on c.id = d.channel_id
        where ${isClaimable} and d.next_attempt_at <= now() and (d.state = 'pending' or d.expired_claims = 0)
        order by d.next_attempt_at limit $3 for update of d skip locked),
     suspect as materialized (
       select d.id from channel_deliveries d join channels c on c.id = d.channel_id
        where ${isClaimable} and d.next_attempt_at <= now() and d.state = 'sending' and d.expired_claims > 0
        order by d.next_attempt_at limit $5 for update of d skip locked),
     chosen as (
       select id, expired, expired >= $6 as parked
         from (select id from due union all select id from suspect) as either
         join channel_deliveries using (id),
              lateral (select expired_claims + (state = 'sending')::integer as expired) as counted),
     claimed as (
       update channel_deliveries d set state = case when parked then 'failed' else 'sending' end,
         attempts = attempts + (not parked)::integer,
         expired_claims = expired,
         last_error = case when parked then 'worker after worker died while sending it' else last_error end,
         ended_at = case when parked then now() end,
         next_attempt_at = now() + make_interval(secs => $4 * 2 ^ greatest(0, expired - 1))
         from chosen where d.id = chosen.id returning d.*)
     select d.id, d.channel_id as "channelId", d.uid, d.kind, d.alerts, c.settings, d.attempts,
            d.expired_claims as "expiredClaims", d.created_at as "createdAt", d.state
       from claimed d join channels c on c.id = d.channel_id order by d.created_at, d.id`,
    [kind, failing, limit, leaseSeconds, suspects, maxExpiredClaims],
  );
  return {
    deliveries: rows
      .filter(({ state }) => state === 'sending')
      .map(({ state: _, ...delivery }) => delivery),
    parked: rows.filter(({ state }) => state === 'failed'),
  };
}

/** Gives back what was claimed and not sent: no attempt is counted, and it is due at once. Fenced like {@link retryDelivery}. */
export async function releaseDelivery(db: Database, { id, attempts }: Attempt): Promise<void> {
  await db.query(
    `update channel_deliveries set state = 'pending', attempts = attempts - 1, expired_claims = 0,
       next_attempt_at = now()
      where id = $1 and attempts = $2 and state = 'sending'`,
    [id, attempts],
  );
}

/** @returns seconds until a delivery of the lane is due or its lease expires, negative when overdue; null without one */
export async function secondsUntilDeliveryDue(
  db: Database,
  { kind, failing }: Lane,
): Promise<number | null> {
  const { rows } = await db.query<{ seconds: number | null }>(
    `select extract(epoch from min(d.next_attempt_at) - clock_timestamp())::float8 as seconds
       from channel_deliveries d join channels c on c.id = d.channel_id
      where ${isClaimable}`,
    [kind, failing],
  );
  return rows[0]?.seconds ?? null;
}

type Attempt = Pick<ClaimedDelivery, 'id' | 'channelId' | 'attempts'>;

/**
 * Not fenced: the other side has accepted it, whatever a later attempt does. What waited behind it is due. Every writer locks
 * a channel before its deliveries, and channels in their order, so that no two deadlock.
 */
export async function markDelivered(db: Database, attempts: readonly Attempt[]): Promise<void> {
  await db.query(
    `with locked as materialized (
       select id from channels where id = any($2) order by id for no key update),
     healthy as (
       update channels c set last_delivery_at = now(), failures = 0, rejections = 0
         from locked where c.id = locked.id returning c.id),
     sent as (
       update channel_deliveries d set state = 'sent', ended_at = coalesce(ended_at, now()), last_error = null
         from healthy where d.id = any($1) and d.channel_id = healthy.id)
     update channel_deliveries d set next_attempt_at = now()
       from healthy where d.channel_id = healthy.id and d.state = 'pending' and d.id <> all($1)
        and d.next_attempt_at > now()`,
    [attempts.map(({ id }) => id), attempts.map(({ channelId }) => channelId)],
  );
}

export interface FailedAttempt {
  readonly reason: string;
  readonly retryAfterSeconds: number;
  /** No repeat would change the answer. */
  readonly rejected: boolean;
}

/**
 * Fenced by the attempt number: a worker whose lease passed to another changes nothing. What waits behind it, waits as long.
 * @returns how many of the channel's attempts in a row were rejected; null when fenced off
 */
export async function retryDelivery(
  db: Database,
  { id, channelId, attempts }: Attempt,
  { reason, retryAfterSeconds, rejected }: FailedAttempt,
): Promise<number | null> {
  const { rows } = await db.query<{ rejections: number }>(
    `with channel as (
       update channels c set failures = failures + 1,
         rejections = case when $7 then rejections + 1 else rejections end
        where c.id = $2 and exists (
          select from channel_deliveries d where d.id = $1 and d.attempts = $3 and d.state = 'sending')
        returning c.id, c.rejections),
     failed as (
       update channel_deliveries d set
         state = case when expired then 'failed' else 'pending' end,
         ended_at = case when expired then now() end, expired_claims = 0,
         last_error = $4, next_attempt_at = now() + make_interval(secs => $5)
         from channel, lateral (select d2.created_at < now() - make_interval(hours => $6) as expired
                                  from channel_deliveries d2 where d2.id = $1) as age
        where d.id = $1 and d.attempts = $3 and d.state = 'sending'),
     behind as (
       update channel_deliveries d set next_attempt_at = now() + make_interval(secs => $5)
         from channel where d.channel_id = channel.id and d.state = 'pending' and d.id <> $1)
     select rejections from channel`,
    [
      id,
      channelId,
      attempts,
      reason.slice(0, 500),
      retryAfterSeconds,
      deliveryLifetimeHours,
      rejected,
    ],
  );
  return rows[0]?.rejections ?? null;
}

/** Given up at once, and nothing held against its channel. Fenced like {@link retryDelivery}. */
export async function failDelivery(
  db: Database,
  { id, channelId, attempts }: Attempt,
  reason: string,
): Promise<void> {
  await db.query(
    `update channel_deliveries set state = 'failed', ended_at = now(), last_error = $3
      where id = $1 and attempts = $2 and state = 'sending'`,
    [id, attempts, reason.slice(0, 500)],
  );
  await db.query(
    `update channel_deliveries set next_attempt_at = now() where channel_id = $1 and state = 'pending'`,
    [channelId],
  );
}

/** @returns false when it was not active any more: paused, stopped or deleted meanwhile */
export async function stopChannel(db: Database, id: string, reason: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update channels set state = 'detenido', stop_reason = $2 where id = $1 and state = 'activo'`,
    [id, reason.slice(0, 200)],
  );
  return rowCount === 1;
}

/**
 * A push subscription that ended: the channel and what waits for it.
 * @returns false when the browser has renewed it meanwhile
 */
export async function deleteEndedChannel(
  db: Database,
  { channelId, settings }: Pick<ClaimedDelivery, 'channelId' | 'settings'>,
): Promise<boolean> {
  const { rowCount } = await db.query('delete from channels where id = $1 and settings = $2', [
    channelId,
    settings,
  ]);
  return rowCount === 1;
}

/** Of a closed account: given up, and not sent when it is reopened. */
export async function cancelDeliveries(db: Database, uid: string): Promise<void> {
  await db.query(
    `update channel_deliveries set state = 'failed', ended_at = now(), last_error = 'account closed'
      where uid = $1 and state in ('pending', 'sending')`,
    [uid],
  );
}
