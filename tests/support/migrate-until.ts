/** An older database: empties it and applies only the first migrations, as an earlier release left it. */
import type pg from 'pg';
import { applyMigrations } from '#server/db/apply-migrations.ts';

/** @param name the last migration that is applied, without `.sql` */
export async function migrateUntil(pool: pg.Pool, name: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('drop schema public cascade; create schema public');
    await applyMigrations(client, { until: name });
  } finally {
    client.release();
  }
}
