/** An older database: empties it and applies only the first migrations, as an earlier release left it. */
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';

const migrations = fileURLToPath(new URL('../../server/db/migrations', import.meta.url));

/** @param tag the last migration that is applied, without `.sql` */
export async function migrateUntil(pool: pg.Pool, tag: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vigia-migrations-'));
  try {
    const journal = JSON.parse(await readFile(join(migrations, 'meta/_journal.json'), 'utf8'));
    const tags = (journal.entries as { tag: string }[]).map((entry) => entry.tag);
    const entries = journal.entries.slice(0, tags.indexOf(tag) + 1);
    await mkdir(join(folder, 'meta'));
    await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
    for (const entry of entries)
      await copyFile(join(migrations, `${entry.tag}.sql`), join(folder, `${entry.tag}.sql`));
    await pool.query(
      'drop schema public cascade; drop schema drizzle cascade; create schema public',
    );
    await migrate(drizzle(pool), { migrationsFolder: folder });
  } finally {
    await rm(folder, { recursive: true });
  }
}
