/** Queries of alerts that no receiver has accepted yet, for checks (docs/alerts.md, rules 8 and 12). */
import { mailChannelId } from '#contract/channels.ts';
import type { Condition, Target } from '#domain/threshold.ts';
import type { AlertLink } from '../deliveries/deliveries.ts';
import type { Database } from '../pool.ts';
import { chosenChannels } from '../users/threshold-channels.ts';

/** An alert that a check has to look at. */
export interface UnsentAlert {
  readonly id: number;
  readonly uid: string;
  readonly thresholdId: string;
  readonly thresholdKey: number;
  readonly version: number;
  readonly episode: number;
  readonly observedAt: Date;
  readonly valueCents: number;
  readonly matchName: string;
  /** The collectible, or the category of a match; null for the cheapest of a whole match. */
  readonly part: string | null;
}

/** At a check. */
export interface LockedAlert extends UnsentAlert {
  /** A receiver accepted it, or it is on its way to one. */
  readonly isCarried: boolean;
  /** A check gave it to channels before, and what carried it ended without acceptance. */
  readonly isAgain: boolean;
  /** Of these, those that its owner has not activated since; `mail` = mail. */
  readonly refusedBy: readonly string[];
  /** Channels that its threshold chose; null = all. */
  readonly chosenChannels: readonly string[] | null;
  /** Of its owner, beside mail. */
  readonly hasActiveChannel: boolean;
}

/** An alert with everything its mail shows. */
export interface AlertMailData extends UnsentAlert {
  readonly targetKind: Target['kind'];
  readonly thresholdCreatedAt: Date;
  /** Its owner's, of the threshold. */
  readonly note: string | null;
  readonly condition: Condition;
  readonly ruleValue: number;
  readonly bandBp: number;
  readonly previousCents: number | null;
  readonly currency: string;
  readonly already: boolean;
  readonly matchId: string;
  readonly stage: string | null;
  readonly venue: string | null;
  readonly city: string;
  readonly kickoffAt: Date | null;
  readonly collectibleId: string;
  readonly collectibleName: string;
  /** Its page at the marketplace; null = none. */
  readonly collectibleUrl: string | null;
  /** The target's value at this moment; null when nothing is listed. */
  readonly nowCents: number | null;
  /** The target's value 24 h before market now; null when it had none. */
  readonly dayAgoCents: number | null;
  readonly listings: number;
  readonly lastSaleCents: number | null;
}

const part = `case when a.target_kind = 'match' then a.category else c.name end`;

/**
 * Alerts that a check has to look at: new ones, and those that a way that carried them ended for without acceptance. Oldest first,
 * `for update`.
 */
export async function lockUnsentAlerts(
  db: Database,
  uids: readonly string[],
): Promise<LockedAlert[]> {
  const { rows } = await db.query<LockedAlert>(
    `select a.id, a.uid, t.id as "thresholdId", t.key as "thresholdKey", a.version, a.episode,
            a.observed_at as "observedAt", a.value_cents as "valueCents", m.name as "matchName", ${part} as part,
            ${chosenChannels} as "chosenChannels", a.routed as "isAgain",
            a.accepted or coalesce(past.carried, false) as "isCarried", coalesce(past.refused, '{}') as "refusedBy",
            exists (select 1 from channels ch where ch.uid = a.uid and ch.state = 'active') as "hasActiveChannel"
       from alerts a
       join thresholds t on t.key = a.threshold_key
       join matches m on m.id = a.match_id
       join collectibles c on c.id = a.collectible_id
       join users u on u.uid = a.uid
       left join lateral (
            select bool_or(d.state <> 'failed') as carried,
                   array_agg(distinct coalesce(d.channel_id::text, '${mailChannelId}')) filter (where d.state = 'failed' and case
                     when d.kind = 'mail' then d.to_address = u.email else d.ended_at >= ch.activated_at end) as refused
              from alert_deliveries l
              join deliveries d on d.id = l.delivery_id
              left join channels ch on ch.id = d.channel_id
             where l.alert_id = a.id) past on true
      where a.uid = any($1) and a.channel_pending
      order by a.id
        for update of a`,
    [uids],
  );
  return rows;
}

/** What mails show of these alerts, oldest first. @param dayAgo market time 24 h ago; null when unknown */
export async function listAlertMailData(
  db: Database,
  ids: readonly number[],
  dayAgo: Date | null,
): Promise<AlertMailData[]> {
  const { rows } = await db.query<AlertMailData>(
    `select a.id, a.uid, t.id as "thresholdId", t.key as "thresholdKey", t.created_at as "thresholdCreatedAt", t.note, a.version, a.episode,
            a.target_kind as "targetKind",
            a.condition, a.rule_value as "ruleValue", a.rearm_band_bp as "bandBp",
            a.value_cents as "valueCents", a.previous_cents as "previousCents", a.currency,
            a.already, a.observed_at as "observedAt", a.match_id as "matchId",
            m.name as "matchName", m.stage, m.venue, m.city, m.kickoff_at as "kickoffAt",
            ${part} as part, c.id as "collectibleId", c.name as "collectibleName",
            p.url as "collectibleUrl",
            target.now_cents as "nowCents", target.day_ago_cents as "dayAgoCents",
            c.listings, c.last_sale_cents as "lastSaleCents"
       from alerts a
       join thresholds t on t.key = a.threshold_key
       join matches m on m.id = a.match_id
       join collectibles c on c.id = a.collectible_id
       left join market_pages p on p.collectible_id = c.id
      cross join lateral (
            select min(f.floor_cents) as now_cents, min(day.floor_cents) as day_ago_cents
              from collectibles f
              left join lateral (
                   select floor_cents from price_changes h
                    where h.collectible_id = f.id and not h.late and h.observed_at <= $2
                    order by h.observed_at desc limit 1) day on true
             where f.currency = a.currency
               and (a.target_kind = 'collectible' and f.id = a.target_id
                    or a.target_kind = 'match' and f.match_id = a.target_id
                       and (a.category is null or f.category = a.category))) target
      where a.id = any($1::bigint[])
      order by a.id`,
    [ids, dayAgo],
  );
  return rows;
}

/**
 * Alerts that a check has looked at: each is linked to the deliveries that tell it, or has no way left.
 * @param stranded of these: no way is left
 */
export async function markRouted(
  db: Database,
  ids: readonly number[],
  {
    links,
    stranded,
  }: { readonly links: readonly AlertLink[]; readonly stranded: readonly number[] },
): Promise<void> {
  if (ids.length === 0) return;
  await db.query(
    `with linked as (
       insert into alert_deliveries (alert_id, delivery_id) select * from unnest($3::bigint[], $4::uuid[])
       on conflict do nothing)
     update alerts set channel_pending = false, stranded = id = any($2::bigint[]), routed = routed or id <> all($2::bigint[])
      where id = any($1::bigint[])`,
    [ids, stranded, links.map(({ alertId }) => alertId), links.map(({ deliveryId }) => deliveryId)],
  );
}
