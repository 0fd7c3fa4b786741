/**
 * Outcomes of attempts. All but acceptance are fenced by the attempt number: a worker whose lease passed to another changes nothing.
 * Every writer locks a channel before its deliveries, and channels in their order, so that no two deadlock.
 */
import type { Database } from '../pool.ts';
import { wakeUp } from '../wake-ups.ts';
import type { Attempt, ClaimedDelivery } from './claim-deliveries.ts';
import { reopenAlerts } from './reopen-alerts.ts';

type ChannelAttempt = Pick<ClaimedDelivery, 'id' | 'channelId' | 'attempts'>;

/** Not fenced: the other side has accepted it, whatever a later attempt does. */
export async function markAccepted(
  db: Database,
  attempts: readonly ChannelAttempt[],
): Promise<void> {
  const mails = attempts.filter(({ channelId }) => channelId === null);
  const messages = attempts.filter(({ channelId }) => channelId !== null);
  if (mails.length > 0)
    await db.query(`update deliveries d set state = 'sent', ${accepted} where d.id = any($1)`, [
      mails.map(({ id }) => id),
    ]);
  if (messages.length > 0) await markMessagesAccepted(db, messages);
}

const accepted = `last_error = null, ended_at = case d.state when 'sent' then d.ended_at else now() end`;

/** What waited behind one in its channel is due. */
async function markMessagesAccepted(
  db: Database,
  attempts: readonly ChannelAttempt[],
): Promise<void> {
  await db.query(
    `with locked as materialized (
       select id from channels where id = any($2) order by id for no key update),
     healthy as (
       update channels c set last_delivery_at = now(), failures = 0, rejections = 0, failed_test = null
         from locked where c.id = locked.id returning c.id),
     sent as (
       update deliveries d set state = 'sent', ${accepted} from healthy where d.id = any($1) and d.channel_id = healthy.id)
     update deliveries d set next_attempt_at = now()
       from healthy where d.channel_id = healthy.id and d.state = 'pending' and d.id <> all($1)
        and d.next_attempt_at > now()`,
    [attempts.map(({ id }) => id), attempts.map(({ channelId }) => channelId)],
  );
}

export interface FailedAttempt extends ChannelAttempt {
  readonly reason: string;
  /** Null: it is given up. */
  readonly retryAfterSeconds: number | null;
  /** Against its channel: a rejection is an answer that no repeat would change. */
  readonly counts: 'nothing' | 'failure' | 'rejection';
}

/**
 * Tried again, or given up: also where its channel is not active any more. What waits behind it in its channel, waits as long.
 * @returns how many attempts in a row a channel rejected, by its id; those fenced off, or not counted, are missing
 */
export async function recordFailures(
  db: Database,
  attempts: readonly FailedAttempt[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{
    channelId: string | null;
    rejections: number | null;
    reopened: string | null;
  }>(
    `with locked as materialized (
       select id from channels where id = any($2) order by id for no key update),
     attempt as materialized (
       select a.*, now() + make_interval(secs => coalesce(a.retry_after, 0)) as retry_at
         from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::text[], $5::float8[], $6::text[])
                as a (id, channel_id, attempts, reason, retry_after, counts)
         join deliveries d on d.id = a.id and d.attempts = a.attempts and d.state = 'sending'
         left join locked on locked.id = a.channel_id),
     failing as (
       update channels c set failures = failures + 1,
         rejections = case when a.counts = 'rejection' then rejections + 1 else rejections end
         from attempt a where c.id = a.channel_id and a.counts <> 'nothing'
        returning c.id, c.state as channel_state, c.rejections, a.id as delivery_id),
     ending as (
       select a.*, a.retry_after is null or coalesce(f.channel_state <> 'active', false) as given_up
         from attempt a left join failing f on f.delivery_id = a.id),
     failed as (
       update deliveries d set state = case when given_up then 'failed' else 'pending' end,
         ended_at = case when given_up then now() end,
         expired_claims = case when given_up then d.expired_claims else 0 end, last_error = e.reason, next_attempt_at = e.retry_at
         from ending e where d.id = e.id and d.attempts = e.attempts and d.state = 'sending'
        returning d.id, d.state),
     behind as (
       update deliveries d set next_attempt_at = e.retry_at
         from ending e where d.channel_id = e.channel_id and d.state = 'pending' and d.id <> e.id)
     select a.channel_id as "channelId", f.rejections,
            case when failed.state = 'failed' then reopen_alerts(array[failed.id]) end as reopened
       from attempt a left join failing f on f.delivery_id = a.id left join failed on failed.id = a.id`,
    [
      attempts.map(({ id }) => id),
      attempts.map(({ channelId }) => channelId),
      attempts.map((attempt) => attempt.attempts),
      attempts.map(({ reason }) => reason.slice(0, 500)),
      attempts.map(({ retryAfterSeconds }) => retryAfterSeconds),
      attempts.map(({ counts }) => counts),
    ],
  );
  if (rows.some(({ reopened }) => reopened !== null)) wakeUp(db, 'vigia_checks');
  return new Map(
    rows.flatMap(({ channelId, rejections }) =>
      channelId === null || rejections === null ? [] : [[channelId, rejections] as const],
    ),
  );
}

/**
 * Gives back what was claimed and not looked at: no attempt is counted.
 * @param reason why; null leaves the last one
 * @param until absent: due at once, oldest first
 */
export async function releaseDeliveries(
  db: Database,
  attempts: readonly Attempt[],
  reason: string | null,
  until: Date | null = null,
): Promise<void> {
  await db.query(
    `update deliveries d set state = 'pending', attempts = d.attempts - 1, expired_claims = 0,
       last_error = coalesce($3, last_error), next_attempt_at = coalesce($4, created_at)
       from unnest($1::uuid[], $2::integer[]) as held (id, attempts)
      where d.id = held.id and d.attempts = held.attempts and d.state = 'sending'`,
    [
      attempts.map(({ id }) => id),
      attempts.map((attempt) => attempt.attempts),
      reason?.slice(0, 500) ?? null,
      until,
    ],
  );
}

/** In a transaction. Takes back what its owner may not be sent now: its alerts wait as if no check had looked at them. */
export async function recallDelivery(db: Database, { id, attempts }: Attempt): Promise<void> {
  await reopenAlerts(db, [id]);
  await db.query(`delete from deliveries where id = $1 and attempts = $2 and state = 'sending'`, [
    id,
    attempts,
  ]);
}
