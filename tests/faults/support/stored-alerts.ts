/** Stored alerts as lines to compare with those the pure engine derives. */
import type pg from 'pg';

export const alertLine = (alert: {
  readonly id: string;
  readonly episode: number;
  readonly observedAtMs: number;
  readonly value: number;
  readonly already: boolean;
}) => [alert.id, alert.episode, alert.observedAtMs, alert.value, Number(alert.already)].join(',');

interface StoredAlert extends pg.QueryResultRow {
  readonly id: string;
  readonly episode: number;
  readonly observedAtMs: number;
  readonly value: number;
  readonly already: boolean;
}

/** All of the database, sorted; those of a later version have `/version` after the id. @param query returns the rows */
export async function listStoredAlerts(
  query: <Row extends pg.QueryResultRow>(text: string) => Promise<readonly Row[]>,
): Promise<string[]> {
  const rows = await query<StoredAlert>(
    `select t.id || case a.version when 1 then '' else '/' || a.version end as id, a.episode,
            round(extract(epoch from a.observed_at) * 1000)::float8 as "observedAtMs",
            a.value_cents as value, a.already
       from alerts a join thresholds t on t.key = a.threshold_key`,
  );
  return rows.map(alertLine).sort();
}

/** @returns the rows of a pool's or a client's query */
export const queryRows =
  (db: Pick<pg.Pool, 'query'>) =>
  async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]> =>
    (await db.query<Row>(text, values)).rows;
