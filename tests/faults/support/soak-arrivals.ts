/** When a soak's readings arrived and its checks were due, from the database: what latencies are counted from. */
import type { CrashHarness } from './crash-harness.ts';

/** Keeps when each check became due, which is deleted once it has run. */
export async function logDueChecks({ query }: Pick<CrashHarness, 'query'>): Promise<void> {
  await query(`create table soak_due_checks (uid text, due_at timestamptz)`);
  await query(`create index on soak_due_checks (uid, due_at)`);
  await query(`create function log_due_check() returns trigger language plpgsql as $$
    begin insert into soak_due_checks values (new.uid, new.due_at); return null; end $$`);
  await query(`create trigger log_due_check after insert or update on pending_checks
    for each row execute function log_due_check()`);
}

export interface Arrivals {
  /** When readings arrived, by market time; both in milliseconds. */
  readonly readings: ReadonlyMap<number, number>;
  /** By id: when the alert's reading arrived, and its check was due. */
  readonly alerts: ReadonlyMap<
    string,
    { readonly arrivedAtMs: number | undefined; readonly dueAtMs: number | undefined }
  >;
}

/** What arrived and fired since then. */
export async function findArrivals(
  { query }: Pick<CrashHarness, 'query'>,
  since: Date,
): Promise<Arrivals> {
  const rows = await query<{ observed_at: Date; arrived_at: Date }>(
    `select observed_at, min(arrived_at) as arrived_at from readings
      where arrived_at >= $1 group by observed_at`,
    [since],
  );
  const readings = new Map(
    rows.map((row) => [row.observed_at.getTime(), row.arrived_at.getTime()]),
  );
  const fired = await query<{ alert: string; observed_at: Date; due_at: Date | null }>(
    `select concat_ws('/', t.id, a.version, a.episode) as alert, a.observed_at,
            (select min(due_at) from soak_due_checks d where d.uid = a.uid and d.due_at >= a.created_at) as due_at
       from alerts a join thresholds t on t.key = a.threshold_key where a.created_at >= $1`,
    [since],
  );
  const alerts = new Map(
    fired.map(({ alert, observed_at, due_at }) => [
      alert,
      { arrivedAtMs: readings.get(observed_at.getTime()), dueAtMs: due_at?.getTime() },
    ]),
  );
  return { readings, alerts };
}
