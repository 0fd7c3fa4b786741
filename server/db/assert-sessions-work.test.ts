/** The start's check of the URL for sessions, against PostgreSQL itself and through a real pooler. */
import { expect, it, onTestFinished } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { startPgbouncer } from '#tests/support/pgbouncer.ts';
import { assertSessionsWork } from './assert-sessions-work.ts';

const { url } = await openTestDatabase();

it('PostgreSQL itself is accepted', async () => {
  await assertSessionsWork({ databaseUrl: url, databaseSessionUrl: url });
});

it('pgbouncer in transaction mode is refused for sessions, and accepted for the rest', async (context) => {
  const pooler = await startPgbouncer(url, 'transaction');
  if (pooler === null) return context.skip('not run: pgbouncer is not installed');
  onTestFinished(() => pooler.close());
  await assertSessionsWork({ databaseUrl: pooler.url, databaseSessionUrl: url });
  // As often as chance could help: which pooled connection a statement gets differs.
  for (let attempt = 0; attempt < 5; attempt += 1)
    await expect(
      assertSessionsWork({ databaseUrl: url, databaseSessionUrl: pooler.url }),
    ).rejects.toThrow('no conserva la sesión');
});
