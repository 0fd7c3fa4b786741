/** Data gaps: intervals between two readings far longer than the source's expected one; charts show them. */
import { bulkQuery, type Database } from '../pool.ts';

/** A gap is longer than this many expected intervals, as for a stale source. */
const staleAfterIntervals = 3;

export interface DataGap {
  /** The last reading before it, in market time; clipped to the requested start. */
  readonly from: Date;
  /** The first reading after it. */
  readonly to: Date;
}

/**
 * Gaps from the last reading before $1 on, or from where the stored ones end. Both market time and arrival time must show it: a recorded market played
 * fast has hours between its readings, and a paused one resumes without having missed any.
 */
const amongReadings = `
  with expected as (
    select name, make_interval(secs => ${staleAfterIntervals} * expected_every_ms / 1000) as max_gap,
           greatest($1, gaps_archived_until) as start_at
      from sources where expected_every_ms is not null limit 1),
  steps as (
    select p.name, p.max_gap, r.observed_at as until,
           lag(r.observed_at) over (order by r.observed_at) as since
      from expected p join readings r on r.source = p.name
       and r.observed_at >= coalesce((select max(observed_at) from readings
                                       where source = p.name and observed_at <= p.start_at), p.start_at)),
  found as (
    select s.name as source, s.since, s.until
      from steps s
     where s.until - s.since > s.max_gap
       and (select min(arrived_at) from readings where source = s.name and observed_at = s.until)
         - (select max(arrived_at) from readings where source = s.name and observed_at = s.since)
         > s.max_gap)`;

/** @param since market time; gaps that end before it are left out */
export async function listDataGaps(db: Database, since: Date): Promise<DataGap[]> {
  const { rows } = await db.query<DataGap>(
    `${amongReadings}
     select greatest(since, $1) as "from", until as "to" from found
      union
     select greatest(from_at, $1), to_at from data_gaps where to_at > $1
      order by 1`,
    [since],
  );
  return rows;
}

/**
 * Stores the gaps up to the newest reading that arrived more than ten minutes ago: later ones may still be split by a
 * reading that comes out of order. Gaps are never deleted: charts reach back further than the readings.
 */
export async function archiveDataGaps(db: Database): Promise<void> {
  await db.query(
    bulkQuery(
      `${amongReadings},
     settled as (
       select p.name, max(r.observed_at) as until from expected p join readings r on r.source = p.name
        where r.observed_at >= p.start_at and r.arrived_at < now() - interval '10 minutes'
        group by p.name),
     archived as (
       insert into data_gaps (source, from_at, to_at)
       select f.source, f.since, f.until from found f join settled s on s.name = f.source and f.until <= s.until
           on conflict do nothing)
     update sources set gaps_archived_until = settled.until from settled where sources.name = settled.name`,
      [new Date(0)],
    ),
  );
}
