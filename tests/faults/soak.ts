/**
 * `npm run test:soak -- [MINUTES [READINGS]] [--size full] [--processes one|roles]`: runs a real Vigía with users, live
 * streams and a relay for MINUTES (default 30), at READINGS a second. Prints a line a minute; exit code 1 if an alert was
 * lost, mailed twice or differs from the pure engine's, a stream ended or a screen has not the last price, memory or a p99
 * latency grew, or at full size exceeds its goal (docs/reliability.md).
 */

import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { sendMarketCommand } from '#server/market-worker/market-commands.ts';
import { startPostgres } from '#standins/postgres.ts';
import { makeDataDir } from '#tests/support/database-template.ts';
import { startRelay } from '#tests/support/smtp-relay.ts';
import {
  type CrashHarness,
  createCrashHarness,
  groupByAlert,
  waitForMailsSent,
} from './support/crash-harness.ts';
import { waitUntil } from './support/market-harness.ts';
import { logDueChecks } from './support/soak-arrivals.ts';
import { openSoakClients } from './support/soak-clients.ts';
import { findAlertFaults, findSlowness, findStreamFaults } from './support/soak-faults.ts';
import { latencyLines, newLatencies } from './support/soak-latencies.ts';
import { SoakMails } from './support/soak-mails.ts';
import { measureMinute } from './support/soak-measure.ts';
import { growthIn, type SoakMinute, soakHeading, soakRow } from './support/soak-minutes.ts';
import { startProcesses } from './support/soak-processes.ts';
import { soakSizes } from './support/soak-sizes.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { size: { type: 'string', default: 'small' }, processes: { type: 'string' } },
});
const isKeyOf = <Of extends object>(of: Of, name: string): name is keyof Of & string => name in of;
if (!isKeyOf(soakSizes, values.size))
  throw new Error(`--size is one of ${Object.keys(soakSizes).join(', ')}.`);
const size = soakSizes[values.size];
const { processes: processesName = size.processes } = values;
if (!isKeyOf(startProcesses, processesName))
  throw new Error(`--processes is one of ${Object.keys(startProcesses).join(', ')}.`);
const start = startProcesses[processesName];
const [minutes = 30, readingsPerSecond = size.readingsPerSecond] = positionals.map(Number);
if (!(Number.isInteger(minutes) && minutes >= 1 && readingsPerSecond > 0))
  throw new Error('MINUTES is a whole number, READINGS a number above 0.');
const print = (line: string) => process.stdout.write(`${line}\n`);

const market = size.generateMarket(Math.ceil(minutes * 60 * readingsPerSecond));
/** Undone in reverse. */
const closing: (() => Promise<unknown>)[] = [];
const relay = await startRelay();
closing.push(() => relay.close());
try {
  const harness = await createCrashHarness(market, {
    smtpUrl: relay.url,
    ...(size.postgres && { databaseUrl: await startDatabase(size.postgres) }),
  });
  closing.push(() => harness.removeDataDir());
  await soak(harness);
} finally {
  for (const close of closing.reverse()) {
    try {
      await close();
    } catch (error) {
      print(`FAULT: ${error}`);
      process.exitCode = 1;
    }
  }
}

async function startDatabase(settings: Readonly<Record<string, string>>): Promise<string> {
  const dataDir = await makeDataDir('vigia-soak-');
  closing.push(() => rm(dataDir, { recursive: true, force: true }));
  const database = await startPostgres({ dataDir, progress: () => {}, settings });
  closing.push(() => database.stop());
  return database.url;
}

async function soak(harness: CrashHarness): Promise<void> {
  const speed = String((market.gapMs / 1_000) * readingsPerSecond);
  const env = { MARKET_PAUSED: '1', MARKET_SPEED: speed };
  const { processes, streams } = await size.setUp(harness, market, { env, start });
  closing.push(
    () => processes.kill(),
    () => processes.stop(),
  );
  await logDueChecks(harness);
  const clients = await openSoakClients(processes.apiOrigin, streams);
  closing.push(() => clients.close());
  await sendMarketCommand(await harness.databaseUrl(), { action: 'play' });
  if (size.scroll !== null) clients.scroll(size.scroll);
  print(`${market.thresholds.length} thresholds, ${streams.length} streams`);
  print(soakHeading);
  const mails = new SoakMails(relay);
  const latencies = newLatencies();
  const run = { harness, processes: processes.all, clients, mails, latencies };
  const observed: SoakMinute[] = [];
  for (let nth = 1; nth <= minutes; nth += 1) {
    const minute = await measureMinute(run, nth);
    observed.push(minute);
    print(soakRow(nth, minute));
  }
  await waitForMarketEnd(harness);
  await waitForMailsSent(harness);
  mails.drain();
  const last = await clients.drain();
  const faults = [
    ...(await findAlertFaults(harness, market, mails.all)),
    ...(await findStreamFaults(harness, last)),
    ...findSlowness(latencies, size.goals),
  ];
  const growth = growthIn(observed);
  print(
    `${Object.keys(last.floors).length} prices on screens, ${last.scrolls} changes of what is on one`,
  );
  for (const line of latencyLines(latencies)) print(line);
  print(
    `${market.expected().length} alerts of the pure engine, ${groupByAlert(mails.all).mails} mails`,
  );
  print(
    growth === null ? 'too short to say whether anything grows' : 'compared first and last third',
  );
  for (const fault of [...faults, ...(growth ?? [])]) print(`FAULT: ${fault}`);
  process.exitCode = faults.length + (growth?.length ?? 0) > 0 ? 1 : 0;
}

/** Until the market has ended and every shard has applied all of it. */
async function waitForMarketEnd({ query }: CrashHarness): Promise<void> {
  await waitUntil(async () => {
    const rows = await query(
      `select 1 from sources
        where exhausted and (select min(last_reading_id) from shards) = (select max(id) from readings)`,
    );
    return rows.length > 0;
  }, 600_000);
}
