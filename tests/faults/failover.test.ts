/** Row 30 of the fault campaign: the primary is lost and its standby promoted; the URL names both. */
import { afterEach, beforeEach, test } from 'vitest';
import { report } from './support/campaign-size.ts';
import { type DatabasePair, query, startDatabasePair } from './support/database-pair.ts';
import { type FaultRun, startFaultRun } from './support/fault-run.ts';

let pair: DatabasePair;
let run: FaultRun | null;

beforeEach(async () => {
  run = null;
  pair = await startDatabasePair();
});
afterEach(async () => {
  await run?.close();
  await pair?.close();
});

const faults = [
  ['falls silent, without a FIN or a RST', () => pair.suspendPrimary()],
  [
    'is demoted: its connections stay open and writes answer 25006',
    async () => {
      await query(pair.primary.url, 'alter system set default_transaction_read_only = on');
      await query(pair.primary.url, 'select pg_reload_conf()');
    },
  ],
] as const;

test.each(faults)(
  'row 30: a primary that %s: the market, streams and mails go on with the promoted standby',
  async (name, lose) => {
    let current = pair.primary.url;
    run = await startFaultRun('failover', { DATABASE_URL: pair.url }, () => current);
    await run.waitForNormal();
    await lose();
    await pair.promote();
    current = pair.standby.url;
    const times = await run.waitForRecovery();
    const result = await run.finish();
    report(`a primary that ${name}`, `${times}; ${result}`);
  },
);
