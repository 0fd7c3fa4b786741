/** Applies the SQL migrations in `migrations/` in order, each once. */
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Advisory lock held while migrating, so that two processes starting together do not race. */
const migrationLock = 715_041;

/**
 * @param url PostgreSQL connection string
 * @throws when the database cannot be reached or a migration fails; a failed migration is rolled back
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
