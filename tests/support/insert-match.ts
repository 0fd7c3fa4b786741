/** Inserts a source and one match of it, without collectibles. */
import type { Database } from '#server/db/pool.ts';

export async function insertMatch(db: Database, id: string): Promise<void> {
  await db.query(`insert into sources (name, fingerprint, currency) values ('test', 'f', 'EUR')`);
  await db.query(
    `insert into matches (id, source, number, event, name, city, currency)
     values ($1, 'test', 1, 'Torneo', 'España – Uruguay', 'Sevilla', 'EUR')`,
    [id],
  );
}
