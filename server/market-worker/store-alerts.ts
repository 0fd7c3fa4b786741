/** Stores alerts and schedules their owners' next checks, in the caller's transaction. */
import { nextCheckAt } from '../base/next-check.ts';
import { databaseNow } from '../db/database-clock.ts';
import {
  type InsertedAlert,
  insertAlerts,
  listFrequencies,
  type NewAlert,
  upsertPendingChecks,
} from '../db/market/reading-writes.ts';
import type { Database } from '../db/pool.ts';

/** @returns the alerts, to be published with the same transaction */
export async function insertAlertsAndChecks(
  db: Database,
  rows: readonly NewAlert[],
): Promise<InsertedAlert[]> {
  const inserted = await insertAlerts(db, rows);
  if (inserted.length === 0) return [];
  const now = await databaseNow(db);
  const owners = await listFrequencies(db, [...new Set(inserted.map(({ uid }) => uid))]);
  await upsertPendingChecks(
    db,
    owners.map(({ uid, frecuencia }) => ({
      uid,
      dueAt: nextCheckAt({ uid, frecuenciaSeconds: frecuencia, now }),
    })),
  );
  return inserted;
}
