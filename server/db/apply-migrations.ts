/**
 * Applies SQL files in the order of their names, each once and in a transaction of its own. A file that begins with
 * `-- Outside a transaction` (for `create index concurrently`) can be repeated from its first statement.
 */
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

export interface ApplyOptions {
  /** Of the SQL files; `migrations` beside this file without. */
  readonly folder?: string;
  /** Name of the last one to apply; all of them without. */
  readonly until?: string;
  /** Aborted to end the wait for a lock. */
  readonly signal?: AbortSignal;
  /** Called each time a lock was not granted in time, and with false once the file is applied. */
  readonly onBlocked?: (isBlocked: boolean) => void;
}

const ownFolder = fileURLToPath(new URL('./migrations', import.meta.url));
const separator = '--> statement-breakpoint';
/** What a table's readers and writers wait at most: they queue behind a statement that waits for the table's lock. */
const lockTimeoutMs = 2_000;
/** In between they have the table to themselves. Shorter than what a session's watch takes for a lost answer. */
const lockRetryMs = 1_000;
const lockNotAvailable = '55P03';

/** @throws when a statement fails; its file is rolled back, those before it stay */
export async function applyMigrations(
  client: pg.ClientBase,
  { folder = ownFolder, until, signal, onBlocked = () => {} }: ApplyOptions = {},
): Promise<void> {
  const names = await listMigrations(folder);
  const wanted = until === undefined ? names : names.slice(0, names.indexOf(until) + 1);
  const applied = await prepareJournal(client, names);
  for (const name of wanted.filter((file) => !applied.has(file))) {
    const migration = parseMigration(name, await readFile(join(folder, `${name}.sql`), 'utf8'));
    while (!(await attempt(client, migration))) {
      onBlocked(true);
      await delay(lockRetryMs, undefined, signal && { signal });
    }
    onBlocked(false);
  }
}

/** Names without `.sql`, in the order in which they apply. */
async function listMigrations(folder: string): Promise<string[]> {
  const files = await readdir(folder);
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => basename(file, '.sql'))
    .toSorted();
}

interface Migration {
  readonly name: string;
  readonly statements: readonly string[];
  readonly inTransaction: boolean;
}

function parseMigration(name: string, sql: string): Migration {
  return {
    name,
    statements: sql.split(separator),
    inTransaction: !sql.startsWith('-- Outside a transaction'),
  };
}

/** @returns the names applied already */
async function prepareJournal(
  client: pg.ClientBase,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    `select to_regclass('schema_migrations') is not null as exists`,
  );
  if (found[0]?.exists !== true) {
    const adopted = names.slice(0, await countOfFormerJournal(client));
    await client.query('begin');
    await client.query(
      `create table schema_migrations (name text primary key, applied_at timestamptz not null default now())`,
    );
    await client.query('insert into schema_migrations (name) select unnest($1::text[])', [adopted]);
    await client.query('commit');
  }
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations');
  return new Set(rows.map(({ name }) => name));
}

/** Release 0.1 kept one row a file in a journal of their own, in the same order. */
async function countOfFormerJournal(client: pg.ClientBase): Promise<number> {
  const journal = 'drizzle.__drizzle_migrations';
  const { rows: found } = await client.query<{ exists: boolean }>(
    `select to_regclass('${journal}') is not null as exists`,
  );
  if (found[0]?.exists !== true) return 0;
  // SQL unchecked: a table of release 0.1.
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from ${journal}`,
  );
  return rows[0]?.count ?? 0;
}

/** @returns false when a lock was not granted in time */
async function attempt(client: pg.ClientBase, migration: Migration): Promise<boolean> {
  const { name, statements, inTransaction } = migration;
  await client.query(`set lock_timeout = ${lockTimeoutMs}`);
  if (inTransaction) await client.query('begin');
  try {
    // SQL unchecked: a statement of a migration, which the check applies.
    for (const statement of statements) await client.query(statement);
    await client.query('insert into schema_migrations (name) values ($1)', [name]);
    if (inTransaction) await client.query('commit');
    return true;
  } catch (error) {
    if (inTransaction) await client.query('rollback');
    if (error instanceof Error && 'code' in error && error.code === lockNotAvailable) return false;
    throw error;
  }
}
