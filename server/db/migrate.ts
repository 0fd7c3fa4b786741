/** Brings a database to the newest schema: ordinary SQL files in `migrations/`, applied once each, in order. */
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Held while migrating, so that two processes starting together do not race. */
const migrationLock = 715_041;

/**
 * @param url PostgreSQL connection string
 * @throws when the database cannot be reached or a migration fails; a failed migration leaves nothing behind
 */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await applyMigrations(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
}
