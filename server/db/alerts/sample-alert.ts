/** An alert as a user's threshold would fire it, for the mail that shows what alerts look like. */
import type { Database } from '../pool.ts';
import type { AlertMailData } from './unsent-alerts.ts';

/** Of the newest threshold whose target has a price now; null without one. */
export async function findSampleAlert(db: Database, uid: string): Promise<AlertMailData | null> {
  const { rows } = await db.query<AlertMailData>(
    `select 0 as id, t.uid, t.id as "thresholdId", t.key as "thresholdKey", t.created_at as "thresholdCreatedAt", t.note,
            t.target_kind as "targetKind", t.version, 0 as episode, t.condition, t.value as "ruleValue", t.rearm_band_bp as "bandBp",
            case when t.condition in ('below', 'above') then t.value else c.floor_cents end as "valueCents",
            null::integer as "previousCents", t.currency, false as already, now() as "observedAt",
            t.match_id as "matchId", m.name as "matchName", m.stage, m.venue, m.city,
            m.kickoff_at as "kickoffAt", case when t.target_kind = 'match' then t.category else c.name end as part,
            c.id as "collectibleId", c.name as "collectibleName", c.floor_cents as "nowCents",
            null::integer as "dayAgoCents", c.listings, c.last_sale_cents as "lastSaleCents",
            p.url as "collectibleUrl"
       from thresholds t
       join matches m on m.id = t.match_id
      cross join lateral (
            select * from collectibles f
             where f.currency = t.currency and f.floor_cents is not null
               and (t.target_kind = 'collectible' and f.id = t.target_id
                    or t.target_kind = 'match' and f.match_id = t.target_id
                       and (t.category is null or f.category = t.category))
             order by f.floor_cents, f.id limit 1) c
       left join market_pages p on p.collectible_id = c.id
      where t.uid = $1 and t.deleted_at is null
      order by t.created_at desc, t.key desc limit 1`,
    [uid],
  );
  return rows[0] ?? null;
}
