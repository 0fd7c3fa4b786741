/** Queries of the alert history: what fired, why, and how its mail was delivered. */
import type { AlertItem, ChannelDelivery } from '#contract/alerts.ts';
import type { Team } from '#contract/monitoring.ts';
import type { Database } from '../pool.ts';
import { targetOf } from '../users/thresholds.ts';

/** Columns of the item as they are; instants and what may be absent, which the item has in another shape. */
type Row = Omit<
  AlertItem,
  | 'collectibleUrl'
  | 'home'
  | 'away'
  | 'note'
  | 'observedAt'
  | 'createdAt'
  | 'delivery'
  | 'channels'
  | 'unreachable'
> & {
  readonly uid: string;
  readonly collectibleUrl: string | null;
  readonly home: Team | null;
  readonly away: Team | null;
  readonly note: string | null;
  readonly observedAt: Date;
  readonly createdAt: Date;
  readonly channelPending: boolean;
  readonly stranded: boolean;
  /** Of each channel of its owner that told it or is to, in their order; by mail the last one, first. */
  readonly deliveries: readonly (ChannelDelivery | MailDelivery)[];
};

type MailDelivery = Pick<ChannelDelivery, 'state' | 'attempts' | 'sentAt'> & {
  readonly kind: 'mail';
};

const isMail = (delivery: ChannelDelivery | MailDelivery): delivery is MailDelivery =>
  delivery.kind === 'mail';

const withInstant = <Delivery extends { readonly sentAt: string | null }>(
  delivery: Delivery,
): Delivery => ({
  ...delivery,
  sentAt: delivery.sentAt && new Date(delivery.sentAt).toISOString(),
});

function mailOf({ deliveries, channelPending, stranded }: Row): AlertItem['delivery'] {
  const mail = deliveries.find(isMail);
  if (mail === undefined)
    // Its next check decides whether mail carries it.
    return { state: channelPending || stranded ? 'waiting' : 'none', attempts: 0, sentAt: null };
  const { state, attempts, sentAt } = withInstant(mail);
  return { state, attempts, sentAt };
}

function toItem(row: Row): AlertItem {
  const { uid: _, channelPending: _pending, ...rest } = row;
  const {
    stranded: _stranded,
    deliveries,
    collectibleUrl,
    home,
    away,
    note,
    observedAt,
    createdAt,
    ...columns
  } = rest;
  return {
    ...columns,
    ...(collectibleUrl !== null && { collectibleUrl }),
    ...(home !== null && { home }),
    ...(away !== null && { away }),
    observedAt: observedAt.toISOString(),
    createdAt: createdAt.toISOString(),
    ...(note !== null && { note }),
    delivery: mailOf(row),
    channels: deliveries.flatMap((delivery) => (isMail(delivery) ? [] : withInstant(delivery))),
    ...(isUnreachable(row) && { unreachable: true }),
  };
}

/** An operator may have had one sent again. */
const isUnreachable = ({ stranded, deliveries }: Row) =>
  stranded && deliveries.every(({ state }) => state === 'failed');

/** Of `alerts a`, as JSON. A mail that failed may be followed by one to another address. */
const deliveriesOfAlert = `(
  select coalesce(json_agg(json_build_object('channelId', h.id, 'kind', d.kind, 'name', h.name, 'state', d.state,
           'attempts', d.attempts, 'sentAt', case when d.state = 'sent' then d.ended_at end)
           order by h.created_at nulls first, h.id, d.created_at desc), '[]')
    from alert_deliveries l
    join deliveries d on d.id = l.delivery_id
    left join channels h on h.id = d.channel_id
   where l.alert_id = a.id)`;

/** Of `alerts a`: its mail failed for good. */
const isMailFailed = `exists (
  select from alert_deliveries l join deliveries d on d.id = l.delivery_id
   where l.alert_id = a.id and d.kind = 'mail' and d.state = 'failed')`;

const selectAlerts = `
  select a.id::text, a.uid, t.id as "thresholdId", a.version, a.episode, ${targetOf('a')} as target, a.collectible_id as "collectibleId", c.name as "collectibleName", c.category,
         p.url as "collectibleUrl", a.match_id as "matchId", m.name as "matchName", m.home, m.away, a.condition,
         a.rule_value as "ruleValue", a.rearm_band_bp as "bandBp", a.value_cents as "valueCents",
         c.floor_cents as "nowCents", a.previous_cents as "previousCents", a.currency, a.observed_at as "observedAt", a.already,
         a.created_at as "createdAt", a.read_at is not null as read, t.note, a.channel_pending as "channelPending",
         a.stranded, ${deliveriesOfAlert} as deliveries
  from alerts a
  join thresholds t on t.key = a.threshold_key
  join collectibles c on c.id = a.collectible_id
  join matches m on m.id = a.match_id
  left join market_pages p on p.collectible_id = a.collectible_id`;

export interface AlertFilter {
  readonly threshold?: string | undefined;
  readonly match?: string | undefined;
  readonly unread?: boolean | undefined;
  /** true: only alerts whose mail failed; false: all others. */
  readonly failed?: boolean | undefined;
  /** Created at this instant or later. */
  readonly since?: Date | undefined;
  /** Created before. */
  readonly until?: Date | undefined;
}

export interface AlertWindow {
  readonly limit: number;
  /** Only alerts older than this one. */
  readonly beforeId: number | null;
  /** Only alerts of the last days, as many as the plan shows; null = all. */
  readonly visibleDays: number | null;
}

/** Newest first. */
export async function listAlerts(
  db: Database,
  uid: string,
  filter: AlertFilter,
  { limit, beforeId, visibleDays }: AlertWindow,
): Promise<AlertItem[]> {
  const { rows } = await db.query<Row>(
    `${selectAlerts}
     where a.uid = $1 and ($2::text is null or t.id = $2) and ($3::text is null or a.match_id = $3)
       and ($4::boolean is null or (a.read_at is null) = $4)
       and ($5::bigint is null or a.id < $5)
       and ($6::integer is null or a.created_at > now() - make_interval(days => $6))
       and ($7::boolean is null or ${isMailFailed} = $7)
       and ($8::timestamptz is null or a.created_at >= $8) and ($9::timestamptz is null or a.created_at < $9)
     order by a.id desc limit $10`,
    [
      uid,
      filter.threshold ?? null,
      filter.match ?? null,
      filter.unread ?? null,
      beforeId,
      visibleDays,
      filter.failed ?? null,
      filter.since ?? null,
      filter.until ?? null,
      limit,
    ],
  );
  return rows.map(toItem);
}

export async function countAlerts(
  db: Database,
  uid: string,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count from alerts where uid = $1 and created_at >= $2 and created_at < $3`,
    [uid, since, until],
  );
  return rows[0]?.count ?? 0;
}

/** Id of the newest alert; 0 before the first. */
export async function findNewestAlertId(db: Database): Promise<number> {
  const { rows } = await db.query<{ id: number }>('select coalesce(max(id), 0) as id from alerts');
  return rows[0]?.id ?? 0;
}

/** Alerts of these users after an id, and their owners. */
export async function listAlertIdsAfter(
  db: Database,
  uids: readonly string[],
  afterId: number,
): Promise<{ id: string; uid: string }[]> {
  const { rows } = await db.query<{ id: string; uid: string }>(
    'select id::text, uid from alerts where uid = any($1) and id > $2 order by id limit 1000',
    [uids, afterId],
  );
  return rows;
}

/** The same items by id, for the live stream. */
export async function listAlertsByIds(
  db: Database,
  alerts: readonly { readonly id: string; readonly uid: string }[],
): Promise<{ uid: string; item: AlertItem }[]> {
  const { rows } = await db.query<Row>(
    `${selectAlerts} where a.id = any($1::bigint[]) order by a.id`,
    [alerts.map(({ id }) => Number(id))],
  );
  return rows.map((row) => ({ uid: row.uid, item: toItem(row) }));
}

export async function countUnreadAlerts(
  db: Database,
  uid: string,
  visibleDays: number | null,
): Promise<number> {
  const { rows } = await db.query<{ unread: number }>(
    `select count(*)::integer as unread from alerts where uid = $1 and read_at is null
       and ($2::integer is null or created_at > now() - make_interval(days => $2))`,
    [uid, visibleDays],
  );
  return rows[0]?.unread ?? 0;
}

/** @param ids null = all of the user's alerts; ids of other users are ignored */
export async function markAlertsRead(
  db: Database,
  uid: string,
  ids: readonly string[] | null,
): Promise<void> {
  await db.query(
    // Locked in the same order as by the check worker, so that the two cannot deadlock.
    `with locked as (
       select id from alerts
        where uid = $1 and read_at is null and ($2::bigint[] is null or id = any($2))
        order by id for no key update)
     update alerts a set read_at = now() from locked where a.id = locked.id`,
    [uid, ids?.map(Number) ?? null],
  );
}

/** How many of these alerts belong to the user. */
export async function countOwnedAlerts(
  db: Database,
  uid: string,
  ids: readonly string[],
): Promise<number> {
  const { rows } = await db.query<{ owned: number }>(
    `select count(*)::integer as owned from alerts where uid = $1 and id = any($2::bigint[])`,
    [uid, ids.map(Number)],
  );
  return rows[0]?.owned ?? 0;
}
