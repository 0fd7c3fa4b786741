/** Starts one PostgreSQL for the whole run, with a migrated template database every test file copies. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/db/migrate.ts';
import { startPostgres } from '#standins/postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

const settings = {
  // These databases are deleted after the run, and no test simulates a power failure.
  fsync: 'off',
  full_page_writes: 'off',
  // Every test file starts its own Vigía, some start four.
  max_connections: '200',
};

let tearDown = async () => {};

export async function setup(project: TestProject): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vigia-postgres-'));
  // When run as root, PostgreSQL enters the directory as another user.
  await chmod(dataDir, 0o755);
  const postgres = await startPostgres({ dataDir, progress: () => {}, settings });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database vigia_template`);
  await client.end();
  const template = new URL(postgres.url);
  template.pathname = `/vigia_template`;
  await migrate(template.href);
  project.provide('postgresUrl', postgres.url);
  tearDown = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

export const teardown = () => tearDown();
