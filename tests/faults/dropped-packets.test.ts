/** Row 31 of the fault campaign: a network that drops every packet between a process and its database, for a while. */
import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { report } from './support/campaign-size.ts';
import { startFaultRun } from './support/fault-run.ts';
import { openNetworkNamespace } from './support/network-namespace.ts';

test('row 31: dropped packets, also those of a SYN: everything goes on within thirty seconds of their return', async (context) => {
  const database = await createTestDatabase();
  const network = await openNetworkNamespace(database.url);
  if (network === null) {
    await database.drop();
    report('dropped packets', 'not run: a network namespace needs root on Linux');
    return context.skip();
  }
  const direct = new pg.Client({ connectionString: database.url });
  await direct.connect();
  try {
    const run = await startFaultRun('dropped', { DATABASE_URL: network.url }, () => database.url);
    try {
      await run.waitForNormal();
      await network.dropPackets();
      const droppedAtMs = performance.now();
      // The old connections are given up: the worker is gone, and new ones get no answer to their SYN.
      await waitFor(async () => {
        const { rowCount } = await direct.query(
          'select 1 from workers where lease_expires_at > now()',
        );
        expect(rowCount).toBe(0);
      });
      await waitFor(() => expect(performance.now() - droppedAtMs).toBeGreaterThan(15_000));
      const seconds = Math.round((performance.now() - droppedAtMs) / 1_000);
      await network.carryPackets();
      const times = await run.waitForRecovery();
      report(`packets dropped for ${seconds} s`, `${times}; ${await run.finish()}`);
    } finally {
      await run.close();
    }
  } finally {
    await direct.end();
    await network.close();
    await database.drop();
  }
});
