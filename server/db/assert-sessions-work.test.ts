/** The start's check of the URL for sessions: against PostgreSQL itself, through a real pooler, and with two databases. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type OpenDatabase, openTestDatabase } from '#tests/support/database.ts';
import { type Pgbouncer, startPgbouncer } from '#tests/support/pgbouncer.ts';
import { assertSessionsWork } from './assert-sessions-work.ts';

let database: OpenDatabase;
let pooler: Pgbouncer | null;

beforeEach(async () => {
  database = await openTestDatabase();
  pooler = null;
});
afterEach(async () => {
  await pooler?.close();
});

it('PostgreSQL itself is accepted', async () => {
  await assertSessionsWork({ databaseUrl: database.url, databaseSessionUrl: database.url });
});

it('pgbouncer in transaction mode is refused for sessions, and accepted for the rest', async (context) => {
  pooler = await startPgbouncer(database.url, 'transaction');
  if (pooler === null) return context.skip('not run: pgbouncer is not installed');
  await assertSessionsWork({ databaseUrl: pooler.url, databaseSessionUrl: database.url });
  // As often as chance could help: which pooled connection a statement gets differs.
  for (let attempt = 0; attempt < 5; attempt += 1)
    await expect(
      assertSessionsWork({ databaseUrl: database.url, databaseSessionUrl: pooler.url }),
    ).rejects.toThrow('no conserva la sesión');
});
