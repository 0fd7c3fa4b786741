/** Creates a fresh, migrated database for a test file. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { createPool } from '#server/db/pool.ts';

const templateName = 'vigia_template';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** @param options `isEmpty`: without tables */
export async function createTestDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const template = isEmpty ? 'template1' : templateName;
  // Copying files takes half the work of writing them to the log first.
  await run(server, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(server, `drop database ${name} with (force)`) };
}

/** A database that all tests of a file share, until its last one has ended: `const { pool } = await openTestDatabase()`. */
export async function openTestDatabase(): Promise<{
  readonly pool: pg.Pool;
  readonly url: string;
}> {
  const { url, drop } = await createTestDatabase();
  const pool = createPool(url);
  // Hooks end in reverse order: what the file has started is stopped before.
  afterAll(async () => {
    await pool.end();
    await drop();
  });
  return { pool, url };
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
