/** Row 30 of the fault campaign: the primary is lost and its standby promoted; the URL names both. */
import { test } from 'vitest';
import { report } from './support/campaign-size.ts';
import { type DatabasePair, query, startDatabasePair } from './support/database-pair.ts';
import { startFaultRun } from './support/fault-run.ts';

const faults: readonly (readonly [string, (pair: DatabasePair) => Promise<void>])[] = [
  ['falls silent, without a FIN or a RST', (pair) => pair.suspendPrimary()],
  [
    'is demoted: its connections stay open and writes answer 25006',
    async ({ primary }) => {
      await query(primary.url, 'alter system set default_transaction_read_only = on');
      await query(primary.url, 'select pg_reload_conf()');
    },
  ],
];

test.each(faults)(
  'row 30: a primary that %s: the market, streams and mails go on with the promoted standby',
  async (name, lose) => {
    const pair = await startDatabasePair();
    let current = pair.primary.url;
    const run = await startFaultRun('failover', { DATABASE_URL: pair.url }, () => current);
    await run.waitForNormal();
    await lose(pair);
    await pair.promote();
    current = pair.standby.url;
    const times = await run.waitForRecovery();
    report(`a primary that ${name}`, `${times}; ${await run.finish()}`);
  },
);
