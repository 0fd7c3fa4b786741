/** Thresholds with the names and the value of their targets, as lists show them. */
import type { Match } from '#contract/monitoring.ts';
import type { Database } from '../pool.ts';
import { type StoredThreshold, thresholdColumns } from './thresholds.ts';

export interface ListedThreshold extends StoredThreshold {
  readonly matchName: string;
  readonly home: Match['home'];
  readonly away: Match['away'];
  /** Name of the collectible, or the category; null = any of the match. */
  readonly part: string | null;
  /** Of the collectible, or the one aimed at; null = any of the match. */
  readonly category: string | null;
  /** The target's value now (docs/alerts.md, rule 3). */
  readonly valueCents: number | null;
  /** Page at the marketplace of the collectible with that value; null = none. */
  readonly url: string | null;
  /** When it fired last; null = never. */
  readonly lastAlertAt: Date | null;
}

/** Newest first; as many as a plan allows. @param id null = all of the user's */
export async function listThresholdsWithValues(
  db: Database,
  uid: string,
  id: string | null = null,
): Promise<ListedThreshold[]> {
  const { rows } = await db.query<ListedThreshold>(
    `select ${thresholdColumns}, m.name as "matchName", m.home, m.away,
            case t.target_kind when 'match' then t.category else c.name end as part,
            case t.target_kind when 'match' then t.category else c.category end as category,
            case t.target_kind
              when 'collectible' then case when c.currency = t.currency then c.floor_cents end
              else cheapest.floor_cents
            end as "valueCents", p.url,
            (select a.created_at from alerts a where a.threshold_key = t.key
              order by a.version desc, a.episode desc limit 1) as "lastAlertAt"
       from thresholds t
       join matches m on m.id = t.match_id
       left join collectibles c on t.target_kind = 'collectible' and c.id = t.target_id
       left join lateral (
            select f.id, f.floor_cents from collectibles f
             where t.target_kind = 'match' and f.match_id = t.target_id and f.currency = t.currency
               and (t.category is null or f.category = t.category) and f.floor_cents is not null
             order by f.floor_cents, f.id limit 1) cheapest on true
       left join market_pages p on p.collectible_id = coalesce(cheapest.id, c.id)
      where t.uid = $1 and t.deleted_at is null and ($2::text is null or t.id = $2)
      order by t.key desc`,
    [uid, id],
  );
  return rows;
}
