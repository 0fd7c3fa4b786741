/**
 * Row 23 of the fault campaign, the whole process: a proxy keeps the open connections and carries nothing on them, while it
 * serves new ones.
 */
import { expect, test } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { report } from './support/campaign-size.ts';
import { startFaultRun } from './support/fault-run.ts';
import { startMuteProxy } from './support/mute-proxy.ts';

test('row 23: mute connections: market, streams and mails go on within thirty seconds, requests answer 200 or 503', async () => {
  const database = await openTestDatabase();
  const url = new URL(database.url);
  const proxy = await startMuteProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  const run = await startFaultRun('mute', { DATABASE_URL: url.href }, () => database.url);
  await run.waitForNormal();
  const mute = proxy.openCount();
  expect(mute).toBeGreaterThan(0);
  proxy.muteOpen();
  const times = await run.waitForRecovery();
  report(`${mute} connections gone mute`, `${times}; ${await run.finish()}`);
});
