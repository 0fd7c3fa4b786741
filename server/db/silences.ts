/** When nobody looked at the market: stretches between two readings far longer than the source's own pace. */
import type { Database } from './pool.ts';

/** A stretch is a silence from so many expected intervals on, as everywhere (api.md, “Stale”). */
const patience = 3;

export interface Silence {
  /** The last reading before it, in market time. */
  readonly from: Date;
  /** The first reading after it. */
  readonly to: Date;
}

/**
 * Both market time and arrival must have paused: a recorded market played fast has hours between its readings, and a
 * paused one resumes without having missed anything. Readings are kept for a week, so older silences are not known.
 */
export async function readSilences(db: Database, since: Date): Promise<Silence[]> {
  const { rows } = await db.query<Silence>(
    `with pace as (
       select name, make_interval(secs => $2 * expected_every_ms / 1000) as patience
         from sources where expected_every_ms is not null limit 1),
     steps as (
       select p.name, p.patience, r.observed_at as until,
              lag(r.observed_at) over (order by r.observed_at) as since
         from pace p join readings r on r.source = p.name and r.observed_at >= $1)
     select s.since as "from", s.until as "to"
       from steps s
      where s.until - s.since > s.patience
        and (select min(arrived_at) from readings where source = s.name and observed_at = s.until)
          - (select max(arrived_at) from readings where source = s.name and observed_at = s.since)
          > s.patience
      order by s.since`,
    [since, patience],
  );
  return rows;
}
