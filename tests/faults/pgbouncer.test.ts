/** Row 32 of the fault campaign: Vigía through Debian's pgbouncer, and its start where sessions do not work. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenDatabase, openTestDatabase } from '#tests/support/database.ts';
import { startVigia } from '#tests/support/local-app.ts';
import { type Pgbouncer, startPgbouncer } from '#tests/support/pgbouncer.ts';
import { report } from './support/campaign-size.ts';
import { startFaultRun } from './support/fault-run.ts';

let database: OpenDatabase;
let pooler: Pgbouncer | null;

beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  await pooler?.close();
});

const notRun = 'pgbouncer is not installed';

test.for(['session', 'transaction'] as const)(
  'row 32: pgbouncer in %s mode carries the pooled half: alerts, stream and writes as without it',
  async (mode, context) => {
    pooler = await startPgbouncer(database.url, mode);
    if (pooler === null) return context.skip(notRun);
    const env = {
      DATABASE_URL: pooler.url,
      DATABASE_SESSION_URL: mode === 'session' ? pooler.url : database.url,
    };
    const run = await startFaultRun(`pgbouncer-${mode}`, env, () => database.url);
    await run.waitForNormal();
    report(`pgbouncer in ${mode} mode`, await run.finish());
  },
);

test('row 32: in transaction mode for sessions too, the start ends with one sentence', async (context) => {
  pooler = await startPgbouncer(database.url, 'transaction');
  if (pooler === null) return context.skip(notRun);
  const start = startVigia({ env: { DATABASE_URL: pooler.url } });
  await expect(start).rejects.toThrow(
    /ended with 1 [\s\S]*pasa por un intermediario que no conserva la sesión/,
  );
});
