/** When nobody looked at the market: stretches between two readings far longer than the source's own pace. */
import type { Database } from '../pool.ts';

/** A stretch is a silence from so many expected intervals on, as everywhere (api.md, “Stale”). */
const patience = 3;

export interface DataGap {
  /** The last reading before it, in market time; not before what was asked for. */
  readonly from: Date;
  /** The first reading after it. */
  readonly to: Date;
}

/**
 * Both market time and arrival must have paused: a recorded market played fast has hours between its readings, and a
 * paused one resumes without having missed anything. From the last reading before $1 on.
 */
const amongReadings = `
  with pace as (
    select name, make_interval(secs => ${patience} * expected_every_ms / 1000) as patience
      from sources where expected_every_ms is not null limit 1),
  steps as (
    select p.name, p.patience, r.observed_at as until,
           lag(r.observed_at) over (order by r.observed_at) as since
      from pace p join readings r on r.source = p.name
       and r.observed_at >= coalesce((select max(observed_at) from readings
                                       where source = p.name and observed_at <= $1), $1)),
  found as (
    select s.name as source, s.since, s.until,
           (select max(arrived_at) from readings
             where source = s.name and observed_at = s.since) as since_arrived_at
      from steps s
     where s.until - s.since > s.patience
       and (select min(arrived_at) from readings where source = s.name and observed_at = s.until)
         - (select max(arrived_at) from readings where source = s.name and observed_at = s.since)
         > s.patience)`;

export async function readDataGaps(db: Database, since: Date): Promise<DataGap[]> {
  const { rows } = await db.query<DataGap>(
    `${amongReadings}
     select greatest(since, $1) as "from", until as "to" from found
      union
     select greatest(since, $1), until from silences where until > $1
      order by 1`,
    [since],
  );
  return rows;
}

/** Keeps what readings about to be purged tell of silences; those are kept for good: a chart goes back further. */
export async function archiveDataGaps(db: Database): Promise<void> {
  await db.query(
    `${amongReadings}
     insert into silences (source, since, until)
     select source, since, until from found where since_arrived_at < now() - interval '7 days'
         on conflict do nothing`,
    [new Date(0)],
  );
}
