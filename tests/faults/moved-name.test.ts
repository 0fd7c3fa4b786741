/**
 * Row 35 of the fault campaign: the primary stops without a word, its standby is promoted, and the name in the URL moves to
 * the standby's address. The URL names one host.
 */
import { test } from 'vitest';
import { freePort } from '#tests/support/local-app.ts';
import { report } from './support/campaign-size.ts';
import { startDatabasePair } from './support/database-pair.ts';
import { startFaultRun } from './support/fault-run.ts';
import { openHostsFile } from './support/hosts-file.ts';
import { startMuteProxy } from './support/mute-proxy.ts';

const name = 'base.vigia.test';
const [firstAddress, secondAddress] = ['127.0.0.2', '127.0.0.3'] as const;

test('row 35: a primary that stopped and whose name moved: everything goes on within thirty seconds', async (context) => {
  const hosts = await openHostsFile();
  if (hosts === null) {
    report('a name that moves', 'not run: a mount namespace needs root on Linux');
    return context.skip();
  }
  const pair = await startDatabasePair();
  // The two hosts: one port at two addresses.
  const port = await freePort();
  const hostAt = (address: string, { url }: { readonly url: string }) =>
    startMuteProxy({ host: '127.0.0.1', port: Number(new URL(url).port) }, { address, port });
  await hostAt(firstAddress, pair.primary);
  await hostAt(secondAddress, pair.standby);
  await hosts.point(name, firstAddress);
  let current = pair.primary.url;
  const url = new URL(pair.primary.url);
  url.host = `${name}:${port}`;
  const env = { DATABASE_URL: url.href };
  const run = await startFaultRun('moved', env, () => current, { wrapper: hosts.wrapper });
  await run.waitForNormal();
  await pair.suspendPrimary();
  await pair.promote();
  current = pair.standby.url;
  await hosts.point(name, secondAddress);
  const times = await run.waitForRecovery();
  report('a primary that stopped and whose name moved', `${times}; ${await run.finish()}`);
});
