/** Stores alerts with their owners' next checks, and says so to whoever is listening after the commit. */

import {
  type AlertRow,
  insertAlerts,
  readFrequencies,
  upsertPendingChecks,
} from '../db/market/reading-writes.ts';
import type { Database } from '../db/pool.ts';
import { alertPayloads } from '../live/live-notification.ts';
import { nextCheckAt } from '../next-check.ts';

/** @returns the payloads to notify in the same transaction */
export async function insertAlertsAndChecks(
  db: Database,
  rows: readonly AlertRow[],
): Promise<string[]> {
  const inserted = await insertAlerts(db, rows);
  if (inserted.length === 0) return [];
  const now = new Date();
  const owners = await readFrequencies(db, [...new Set(inserted.map(({ uid }) => uid))]);
  await upsertPendingChecks(
    db,
    owners.map(({ uid, frecuencia }) => ({
      uid,
      dueAt: nextCheckAt({ uid, frecuenciaSeconds: frecuencia, now }),
    })),
  );
  return alertPayloads(inserted);
}
