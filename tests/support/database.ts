/** Creates fresh, migrated databases for tests. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject, onTestFinished, TestRunner } from 'vitest';
import { createPool } from '#server/db/pool.ts';

const templateName = 'vigia_template';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

export interface OpenDatabase {
  readonly url: string;
  readonly pool: pg.Pool;
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

/**
 * Opens a database and drops it again. Called by a file or a `describe`, its tests share one; called in a test or its
 * `beforeEach`, each test has its own. Whatever the tests close in `afterEach` or `afterAll` ends before.
 */
export async function openTestDatabase(
  limits?: Parameters<typeof createPool>[1],
): Promise<OpenDatabase> {
  const { url, drop } = await createTestDatabase();
  const pool = createPool(url, limits);
  const atEnd = TestRunner.getCurrentTest() ? onTestFinished : afterAll;
  atEnd(async () => {
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
