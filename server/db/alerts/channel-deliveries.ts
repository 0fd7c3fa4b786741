/**
 * Queue of deliveries to channels: insert, claim under a lease, record the outcome. A channel's deliveries leave in their
 * order, one at a time; the first of them that failed holds back the others of the same channel alone.
 */
import type { SentAlert } from '#contract/channels.ts';
import type { Notifications } from '#contract/users.ts';
import type { ChannelKind } from '#domain/channels.ts';
import type { AccountState } from '#domain/profile.ts';
import { maxExpiredClaims } from '#machines/mail-delivery.machine.ts';
import type { Database } from '../pool.ts';
import { deliveryLifetimeHours } from '../retention.ts';
import { heldForQuietHours } from '../users/waiting-alerts.ts';
import { wakeUp } from '../wake-ups.ts';
import { leaseOf } from './expired-claims.ts';
import {
  endDeliveriesOfInactiveChannels,
  reopenAlertsOfChannel,
  reopenDeliveredAlerts,
} from './reopen-alerts.ts';

export interface NewDelivery {
  /** Derived from the channel and the alerts. */
  readonly id: string;
  readonly channelId: string;
  readonly uid: string;
  readonly kind: ChannelKind;
  readonly alertIds: readonly number[];
  readonly alerts: readonly SentAlert[];
}

/** A delivery behind others that wait is due with them; one that had ended unsent begins anew, under its id. */
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
     on conflict (id) do update set state = 'pending', attempts = 0, expired_claims = 0, ended_at = null, last_error = null,
       created_at = excluded.created_at, next_attempt_at = excluded.next_attempt_at
      where channel_deliveries.state = 'failed'`,
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
  /** By the database's clock. */
  readonly claimedAt: Date;
  readonly owner: DeliveryOwner;
}

/** What its owner has said until it is claimed. */
export interface DeliveryOwner {
  readonly estado: AccountState;
  readonly silencio: Notifications['silencio'];
}

/**
 * Channels of one kind: those that accepted the last delivery, and apart from them, so that they cost the others nothing, those
 * that failed it or have never accepted one.
 */
export interface Lane {
  readonly kind: ChannelKind;
  readonly accepting: boolean;
}

const isClaimable = `
  d.kind = $1 and d.state in ('pending', 'sending') and c.state = 'activo'
  and (c.failures = 0 and c.last_delivery_at is not null) = $2
  and not exists (
    select from channel_deliveries earlier
     where earlier.channel_id = d.channel_id and earlier.state in ('pending', 'sending')
       and (earlier.created_at, earlier.id) < (d.created_at, d.id))`;

export interface DeliveryClaimLimits {
  /** Deliveries that no worker, or one, has died with. */
  readonly limit: number;
  /** Deliveries whose claim expired twice: one at a time in a process, so that one that kills it dies alone. */
  readonly suspects: number;
  /** From the second expired claim on, doubled by each. */
  readonly leaseSeconds: number;
  /** Channels left out. */
  readonly except?: readonly string[];
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
  { kind, accepting }: Lane,
  { limit, suspects, leaseSeconds, except = [] }: DeliveryClaimLimits,
): Promise<DeliveryClaims> {
  const { rows } = await db.query<
    ClaimedDelivery & { state: 'sending' | 'failed'; reopened: string | null }
  >(
    // Materialized: a nested loop would run a `limit … for update` more than once, and claim more.
    `with due as materialized (
       select d.id from channel_deliveries d join channels c on c.id = d.channel_id
        where ${isClaimable} and d.next_attempt_at <= now() and (d.state = 'pending' or d.expired_claims = 0)
          and d.channel_id <> all($7::uuid[])
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
         next_attempt_at = now() + ${leaseOf('$4', 'expired')}
         from chosen where d.id = chosen.id returning d.*)
     select d.id, d.channel_id as "channelId", d.uid, d.kind, d.alerts, c.settings, d.attempts,
            d.expired_claims as "expiredClaims", d.created_at as "createdAt", d.state, now() as "claimedAt",
            jsonb_build_object('estado', u.estado, 'silencio', u.silencio) as owner,
            case when d.state = 'failed' then reopen_alerts(array[d.id], '{}') end as reopened
       from claimed d join channels c on c.id = d.channel_id join users u on u.uid = d.uid
      order by d.created_at, d.id`,
    [kind, accepting, limit, leaseSeconds, suspects, maxExpiredClaims, except],
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

/**
 * Gives back what was claimed and not looked at: no attempt is counted, and it is due at once. Fenced like {@link retryDeliveries}.
 * @param error why; null leaves the last one
 */
export async function releaseDelivery(
  db: Database,
  { id, attempts }: Attempt,
  error: string | null,
): Promise<void> {
  await db.query(
    `update channel_deliveries set state = 'pending', attempts = attempts - 1, expired_claims = 0,
       last_error = coalesce($3, last_error), next_attempt_at = now()
      where id = $1 and attempts = $2 and state = 'sending'`,
    [id, attempts, error],
  );
}

/** Puts off what was claimed in quiet hours to their end; no attempt is counted. Fenced like {@link retryDelivery}. */
export async function holdDelivery(
  db: Database,
  { id, attempts }: Attempt,
  until: Date,
): Promise<void> {
  await db.query(
    `update channel_deliveries set state = 'pending', attempts = attempts - 1, expired_claims = 0,
       last_error = '${heldForQuietHours}', next_attempt_at = $3
      where id = $1 and attempts = $2 and state = 'sending'`,
    [id, attempts, until],
  );
}

/** Takes back what its owner may not be sent now: its alerts wait as if no check had given them to the channel. */
export async function recallDelivery(db: Database, { id, attempts }: Attempt): Promise<void> {
  await reopenDeliveredAlerts(db, [id]);
  await db.query(
    `delete from channel_deliveries where id = $1 and attempts = $2 and state = 'sending'`,
    [id, attempts],
  );
}

/** @returns seconds until a delivery of the lane is due or its lease expires, negative when overdue; null without one */
export async function secondsUntilDeliveryDue(
  db: Database,
  { kind, accepting }: Lane,
): Promise<number | null> {
  const { rows } = await db.query<{ seconds: number | null }>(
    `select extract(epoch from min(d.next_attempt_at) - clock_timestamp())::float8 as seconds
       from channel_deliveries d join channels c on c.id = d.channel_id
      where ${isClaimable}`,
    [kind, accepting],
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
       update channels c set last_delivery_at = now(), failures = 0, rejections = 0, failed_test = null
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

export interface FailedAttempt extends Attempt {
  readonly reason: string;
  readonly retryAfterSeconds: number;
  /** No repeat would change the answer. */
  readonly rejected: boolean;
}

/**
 * Fenced by the attempt number: a worker whose lease passed to another changes nothing. What waits behind one, waits as long.
 * Locks as {@link markDelivered} does.
 * @returns how many attempts in a row a channel rejected, by its id; those fenced off are missing
 */
export async function retryDeliveries(
  db: Database,
  attempts: readonly FailedAttempt[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{
    channelId: string;
    rejections: number;
    reopened: string | null;
  }>(
    `with attempt as materialized (
       select * from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::text[], $5::float8[], $6::boolean[])
         as a (id, channel_id, attempts, reason, retry_after, rejected)),
     locked as materialized (
       select id from channels where id = any($2) order by id for no key update),
     failing as (
       update channels c set failures = failures + 1,
         rejections = case when a.rejected then rejections + 1 else rejections end
         from locked, attempt a join channel_deliveries d on d.id = a.id and d.attempts = a.attempts and d.state = 'sending'
        where c.id = locked.id and c.id = a.channel_id
        returning c.id, c.state as channel_state, c.rejections, a.id as delivery_id, a.attempts, a.reason, now() + make_interval(secs => a.retry_after) as retry_at),
     failed as (
       update channel_deliveries d set state = case when given_up then 'failed' else 'pending' end,
         ended_at = case when given_up then now() end,
         expired_claims = 0, last_error = failing.reason, next_attempt_at = retry_at
         from failing join channel_deliveries old on old.id = delivery_id,
              lateral (select old.created_at < now() - make_interval(hours => $7) or channel_state <> 'activo' as given_up) as life
        where d.id = delivery_id and d.attempts = failing.attempts and d.state = 'sending'
        returning d.id, d.state),
     behind as (
       update channel_deliveries d set next_attempt_at = retry_at
         from failing where d.channel_id = failing.id and d.state = 'pending' and d.id <> delivery_id)
     select failing.id as "channelId", failing.rejections,
            case when failed.state = 'failed' then reopen_alerts(array[failed.id], '{}') end as reopened
       from failing left join failed on failed.id = failing.delivery_id`,
    [
      attempts.map(({ id }) => id),
      attempts.map(({ channelId }) => channelId),
      attempts.map((attempt) => attempt.attempts),
      attempts.map(({ reason }) => reason.slice(0, 500)),
      attempts.map(({ retryAfterSeconds }) => retryAfterSeconds),
      attempts.map(({ rejected }) => rejected),
      deliveryLifetimeHours,
    ],
  );
  if (rows.some(({ reopened }) => reopened !== null)) wakeUp(db, 'vigia_checks');
  return new Map(rows.map(({ channelId, rejections }) => [channelId, rejections]));
}

/** In a transaction. Given up at once, and nothing held against its channel. Fenced like {@link retryDelivery}. */
export async function failDelivery(
  db: Database,
  { id, channelId, attempts }: Attempt,
  reason: string,
): Promise<void> {
  const { rowCount } = await db.query(
    `update channel_deliveries set state = 'failed', ended_at = now(), last_error = $3
      where id = $1 and attempts = $2 and state = 'sending'`,
    [id, attempts, reason.slice(0, 500)],
  );
  if (rowCount === 1) await reopenDeliveredAlerts(db, [id]);
  await db.query(
    `update channel_deliveries set next_attempt_at = now() where channel_id = $1 and state = 'pending'`,
    [channelId],
  );
}

/**
 * In a transaction that has locked its owner: a check gives it nothing meanwhile.
 * @returns false when it was not active any more: paused, stopped or deleted meanwhile
 */
export async function stopChannel(
  db: Database,
  { id, uid }: { readonly id: string; readonly uid: string },
  reason: string,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update channels set state = 'detenido', stop_reason = $2 where id = $1 and state = 'activo'`,
    [id, reason.slice(0, 200)],
  );
  await endDeliveriesOfInactiveChannels(db, uid);
  return rowCount === 1;
}

/** What waits for a channel, oldest first. */
export async function listHeldAlerts(db: Database, channelId: string): Promise<SentAlert[]> {
  const { rows } = await db.query<{ alerts: SentAlert[] }>(
    `select alerts from channel_deliveries where channel_id = $1 and state in ('pending', 'sending')
      order by created_at, id`,
    [channelId],
  );
  return rows.flatMap(({ alerts }) => alerts);
}

/**
 * In a transaction that has locked its owner. A push subscription that ended: the channel; what waited for it is due again.
 * @returns false when the browser has renewed it meanwhile
 */
export async function deleteEndedChannel(
  db: Database,
  { channelId, settings }: Pick<ClaimedDelivery, 'channelId' | 'settings'>,
): Promise<boolean> {
  await reopenAlertsOfChannel(db, channelId);
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
