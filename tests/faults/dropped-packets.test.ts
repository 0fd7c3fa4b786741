/** Row 31 of the fault campaign: a network that drops every packet between a process and its database, for a while. */
import { expect, test } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { report } from './support/campaign-size.ts';
import { startFaultRun } from './support/fault-run.ts';
import { openNetworkNamespace } from './support/network-namespace.ts';

test('row 31: dropped packets, also those of a SYN: everything goes on within thirty seconds of their return', async (context) => {
  const database = await openTestDatabase();
  const network = await openNetworkNamespace(database.url);
  if (network === null) {
    report('dropped packets', 'not run: a network namespace needs root on Linux');
    return context.skip();
  }
  const run = await startFaultRun('dropped', { DATABASE_URL: network.url }, () => database.url);
  await run.waitForNormal();
  await network.dropPackets();
  const droppedAtMs = performance.now();
  // The old connections are given up: the worker is gone, and new ones get no answer to their SYN.
  await waitFor(async () => {
    const alive = 'select from workers where lease_expires_at > now()';
    expect((await database.pool.query(alive)).rowCount).toBe(0);
  });
  await waitFor(() => expect(performance.now() - droppedAtMs).toBeGreaterThan(15_000));
  const seconds = Math.round((performance.now() - droppedAtMs) / 1_000);
  await network.carryPackets();
  const times = await run.waitForRecovery();
  report(`packets dropped for ${seconds} s`, `${times}; ${await run.finish()}`);
});
