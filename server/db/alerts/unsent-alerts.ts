/** Queries of alerts not mailed yet, for the check worker (docs/alerts.md, rule 8). */
import { mailChannelId } from '#contract/channels.ts';
import type { Condition } from '#domain/threshold.ts';
import type { Database } from '../pool.ts';
import { chosenChannels } from '../users/threshold-channels.ts';

/** An alert that no mail carries yet, or that no check has given to the user's channels. */
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
  /** Or no mail will. */
  readonly isMailed: boolean;
  /** A check has to look at whom it goes to: it is new, or a way that carried it ended without acceptance. */
  readonly isChannelPending: boolean;
  /** A receiver accepted it, or it is on its way to one. Asked of pending ones alone. */
  readonly isCarried: boolean;
  /** Ways that ended without acceptance, and that its owner has not activated since; `correo` = mail. Asked of pending ones alone. */
  readonly refusedBy: readonly string[];
  /** Mail was left out because channels carried it. */
  readonly isMailExcluded: boolean;
  /** Channels that its threshold chose; null = all. */
  readonly chosenChannels: readonly string[] | null;
  /** Of its owner, beside mail. */
  readonly hasActiveChannel: boolean;
}

/** An alert with everything its mail shows. */
export interface AlertMailData extends UnsentAlert {
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
 * Oldest first, `for update`.
 * @param uids whose alerts are given to channels
 * @param mailableUids of these, whose alerts are also mailed
 */
export async function lockUnsentAlerts(
  db: Database,
  uids: readonly string[],
  mailableUids: readonly string[] = uids,
): Promise<LockedAlert[]> {
  const { rows } = await db.query<LockedAlert>(
    `select a.id, a.uid, t.id as "thresholdId", t.key as "thresholdKey", a.version, a.episode,
            a.observed_at as "observedAt", a.value_cents as "valueCents", m.name as "matchName", ${part} as part,
            a.outbox_id is not null or a.mail_excluded as "isMailed",
            a.channel_pending as "isChannelPending", a.mail_excluded as "isMailExcluded", ${chosenChannels} as "chosenChannels",
            a.channel_pending and (a.told or coalesce(o.state <> 'failed', false) or exists (
              select from alert_deliveries l join channel_deliveries d on d.id = l.delivery_id
               where l.alert_id = a.id and d.state <> 'failed')) as "isCarried",
            case when a.channel_pending then array(
              select d.channel_id::text from alert_deliveries l
                join channel_deliveries d on d.id = l.delivery_id join channels ch on ch.id = d.channel_id
               where l.alert_id = a.id and d.state = 'failed' and d.ended_at >= ch.activated_at
               union select '${mailChannelId}' where o.state = 'failed' and o.to_address = u.email) else '{}' end as "refusedBy",
            exists (select 1 from channels ch where ch.uid = a.uid and ch.state = 'activo') as "hasActiveChannel"
       from alerts a
       join thresholds t on t.key = a.threshold_key
       join matches m on m.id = a.match_id
       join collectibles c on c.id = a.collectible_id
       join users u on u.uid = a.uid
       left join outbox o on o.id = a.outbox_id
      where a.uid = any($1) and (a.channel_pending or a.outbox_id is null and not a.mail_excluded)
        and (a.channel_pending or a.uid = any($2))
      order by a.id
        for update of a`,
    [uids, mailableUids],
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

export interface MailAssignment {
  readonly alertId: number;
  readonly mailId: string;
}

export async function assignAlertsToMails(
  db: Database,
  assignments: readonly MailAssignment[],
): Promise<void> {
  await db.query(
    `update alerts a set outbox_id = n.mail_id, channel_pending = false, mail_excluded = false, stranded = false
       from unnest($1::bigint[], $2::uuid[]) as n (alert_id, mail_id) where a.id = n.alert_id`,
    [assignments.map(({ alertId }) => alertId), assignments.map(({ mailId }) => mailId)],
  );
}

/**
 * Alerts that a check has looked at.
 * @param excludedFromMail of these: channels carry them, and mail only if those fail
 * @param stranded of these: no way is left
 */
export async function markRouted(
  db: Database,
  ids: readonly number[],
  { excludedFromMail, stranded }: Record<'excludedFromMail' | 'stranded', readonly number[]>,
): Promise<void> {
  if (ids.length === 0) return;
  await db.query(
    `update alerts set channel_pending = false, mail_excluded = mail_excluded or id = any($2::bigint[]), stranded = id = any($3::bigint[])
      where id = any($1::bigint[])`,
    [ids, excludedFromMail, stranded],
  );
}

/** The name of a threshold's target, as mails show it; null when the threshold is deleted. */
export async function findThresholdName(
  db: Database,
  uid: string,
  id: string,
): Promise<{ match: string; part: string | null } | null> {
  const { rows } = await db.query<{ match: string; part: string | null }>(
    `select m.name as match, case when t.target_kind = 'match' then t.category else c.name end as part
       from thresholds t
       join matches m on m.id = t.match_id
       left join collectibles c on t.target_kind = 'collectible' and c.id = t.target_id
      where t.uid = $1 and t.id = $2 and t.deleted_at is null`,
    [uid, id],
  );
  return rows[0] ?? null;
}
