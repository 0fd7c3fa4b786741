/** Migrations one file at a time: what fails, what waits for a lock, what an older release left, what needs no transaction. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { applyMigrations } from './apply-migrations.ts';

const database = await openTestDatabase();
let folder: string;
let client: pg.Client;
let other: pg.Client;

const connect = async () => {
  const connection = new pg.Client({ connectionString: database.url });
  await connection.connect();
  return connection;
};
const write = (name: string, ...statements: string[]) =>
  writeFile(join(folder, `${name}.sql`), statements.join('\n--> statement-breakpoint\n'));
const applied = async () => {
  const { rows } = await client.query('select name from schema_migrations order by name');
  return rows.map(({ name }) => name);
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vigia-migrations-'));
  client = await connect();
  other = await connect();
  await client.query('drop schema public cascade; create schema public');
  await write('0000_add_teams', 'create table teams (name text)');
});
afterEach(async () => {
  await client.end();
  await other.end();
  await rm(folder, { recursive: true });
});

it('rolls a failing file back whole, and keeps those before it', async () => {
  await write('0001_fails', 'create table cities (name text)', 'select from nothing');
  await expect(applyMigrations(client, { folder })).rejects.toThrow('nothing');
  expect(await applied()).toEqual(['0000_add_teams']);
  await write('0001_fails', 'create table cities (name text)');
  await applyMigrations(client, { folder });
  expect(await applied()).toEqual(['0000_add_teams', '0001_fails']);
});

it('lets readers pass while it waits for a lock', async () => {
  await applyMigrations(client, { folder });
  await write('0001_rename_teams', 'alter table teams rename to clubs');
  await other.query('begin');
  await other.query('select from teams');
  const blocked: boolean[] = [];
  const migrated = applyMigrations(client, {
    folder,
    onBlocked: (isBlocked) => blocked.push(isBlocked),
  });
  const reader = await connect();
  await waitFor(async () => {
    // The view has the locks of other tests' databases too.
    const { rows } = await reader.query(
      `select from pg_locks where not granted
          and database = (select oid from pg_database where datname = current_database())`,
    );
    expect(rows).toHaveLength(1);
  });
  // Queues behind the migration, which gives way.
  await reader.query('select from teams');
  await reader.end();
  await other.query('commit');
  await migrated;
  expect(blocked.at(0)).toBe(true);
  expect(blocked.at(-1)).toBe(false);
  expect(await applied()).toEqual(['0000_add_teams', '0001_rename_teams']);
});

it('builds an index concurrently outside a transaction, again from the beginning after a lock', async () => {
  await applyMigrations(client, { folder });
  await write(
    '0001_index_teams',
    '-- Outside a transaction: the table is written to meanwhile.\ndrop index concurrently if exists teams_by_name',
    'create index concurrently teams_by_name on teams (name)',
  );
  await other.query('begin');
  await other.query("insert into teams values ('España')");
  const migrated = applyMigrations(client, {
    folder,
    onBlocked: (isBlocked) => void (isBlocked && other.query('commit')),
  });
  await migrated;
  const { rows } = await client.query(
    `select indisvalid from pg_index where indexrelid = 'teams_by_name'::regclass`,
  );
  expect(rows).toEqual([{ indisvalid: true }]);
});
