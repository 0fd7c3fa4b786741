/** Stores alerts and schedules their owners' next checks, in the caller's transaction. */
import { nextCheckAt } from '../base/next-check.ts';
import { databaseNow } from '../db/database-clock.ts';
import {
  type InsertedAlert,
  insertAlerts,
  lockFrequencies,
  type NewAlert,
  upsertPendingChecks,
} from '../db/market/reading-writes.ts';
import type { Database } from '../db/pool.ts';

/** @returns the alerts, to be published with the same transaction */
export async function insertAlertsAndChecks(
  db: Database,
  rows: readonly NewAlert[],
): Promise<InsertedAlert[]> {
  if (rows.length === 0) return [];
  // One lock per account, before its alerts: the rows name it without a foreign key.
  const frequencies = await lockFrequencies(db, [...new Set(rows.map(({ uid }) => uid))]);
  const inserted = await insertAlerts(
    db,
    rows.filter(({ uid }) => frequencies.has(uid)),
  );
  if (inserted.length === 0) return [];
  const now = await databaseNow(db);
  const owners = [...new Set(inserted.map(({ uid }) => uid))];
  await upsertPendingChecks(
    db,
    owners.map((uid) => ({
      uid,
      dueAt: nextCheckAt({ uid, frecuenciaSeconds: frequencies.get(uid) ?? 0, now }),
    })),
  );
  return inserted;
}
