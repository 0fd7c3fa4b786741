/**
 * `npm run test:soak -- [MINUTES [READINGS]] [--size full]`: runs a real Vigía with users, live streams and a relay for
 * MINUTES (default 30), at READINGS a second. Prints a line a minute; exit code 1 if an alert was lost, mailed twice
 * or differs from the pure engine's, a stream ended or a screen has not the last price, memory or a p99 latency grew, or
 * at full size exceeds its goal (docs/reliability.md).
 */

import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { startPostgres } from '#standins/postgres.ts';
import { makeDataDir } from '#tests/support/database-template.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { startRelay } from '#tests/support/smtp-relay.ts';
import {
  alertIdsOfMail,
  type CrashHarness,
  countReadings,
  createCrashHarness,
  groupByAlert,
  kill,
  type MailWithAlerts,
  play,
  waitForAlertsSent,
} from './support/crash-harness.ts';
import { type FromClients, openSoakClients, type SoakClients } from './support/soak-clients.ts';
import {
  growthIn,
  percentile,
  type SoakMinute,
  soakHeading,
  soakRow,
} from './support/soak-minutes.ts';
import { soakSizes } from './support/soak-sizes.ts';
import { listStoredAlerts } from './support/stored-alerts.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { size: { type: 'string', default: 'small' } },
});
const isSize = (name: string): name is keyof typeof soakSizes => name in soakSizes;
if (!isSize(values.size)) throw new Error(`--size is one of ${Object.keys(soakSizes).join(', ')}.`);
const size = soakSizes[values.size];
const [minutes = 30, readingsPerSecond = size.readingsPerSecond] = positionals.map(Number);
if (!(Number.isInteger(minutes) && minutes >= 1 && readingsPerSecond > 0))
  throw new Error('MINUTES is a whole number, READINGS a number above 0.');
const sampleMs = 2_000;
const print = (line: string) => process.stdout.write(`${line}\n`);

const market = size.generateMarket(Math.ceil(minutes * 60 * readingsPerSecond));
/** Undone in reverse. */
const closing: (() => Promise<unknown>)[] = [];
const relay = await startRelay();
closing.push(() => relay.close());
const receivedMails: MailWithAlerts[] = [];
const latencies = { mailSinceDue: [] as number[], stream: [] as number[] };
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
  const { vigia, streams } = await size.setUp(harness, market, env);
  closing.push(
    () => kill(vigia),
    () => vigia.stop({ keepData: true }),
  );
  await logDueChecks(harness);
  const clients = await openSoakClients(vigia.origin, streams);
  closing.push(() => clients.close());
  await play(vigia);
  if (size.scroll !== null) clients.scroll(size.scroll);
  print(`${market.thresholds.length} thresholds, ${streams.length} streams`);
  print(soakHeading);
  const observed: SoakMinute[] = [];
  for (let nth = 1; nth <= minutes; nth += 1) {
    const minute = await measureMinute(harness, vigia, clients);
    observed.push(minute);
    print(soakRow(nth, minute));
  }
  await waitForAlertsSent(harness, vigia);
  drainMails();
  const faults = [
    ...(await findAlertFaults(harness)),
    ...(await findStreamFaults(harness, await clients.drain())),
    ...findSlowness(),
  ];
  const growth = growthIn(observed);
  const { mails } = groupByAlert(receivedMails);
  print(`${market.expected().length} alerts of the pure engine, ${mails} mails`);
  print(
    growth === null ? 'too short to say whether anything grows' : 'compared first and last third',
  );
  for (const fault of [...faults, ...(growth ?? [])]) print(`FAULT: ${fault}`);
  process.exitCode = faults.length + (growth?.length ?? 0) > 0 ? 1 : 0;
}

/** Keeps when each check became due, which is deleted once it has run. */
async function logDueChecks({ query }: CrashHarness): Promise<void> {
  await query(`create table soak_due_checks (uid text, due_at timestamptz)`);
  await query(`create index on soak_due_checks (uid, due_at)`);
  await query(`create function log_due_check() returns trigger language plpgsql as $$
    begin insert into soak_due_checks values (new.uid, new.due_at); return null; end $$`);
  await query(`create trigger log_due_check after insert or update on pending_checks
    for each row execute function log_due_check()`);
}

/** Drains the relay and keeps only the headers needed: half an hour of whole mails would fill the memory. */
function drainMails(): { readonly receivedAtMs: number; readonly alerts: readonly string[] }[] {
  return relay.received.splice(0).map(({ receivedAtMs, mail }) => {
    const headers = mail.headers.filter(({ key }) => key === 'x-vigia-alerts');
    receivedMails.push({ mail: { messageId: mail.messageId, headers } });
    return { receivedAtMs, alerts: alertIdsOfMail(mail) };
  });
}

async function measureMinute(
  harness: CrashHarness,
  vigia: RunningVigia,
  clients: SoakClients,
): Promise<SoakMinute> {
  const since = new Date();
  const readingsBefore = await countReadings(harness);
  const rss: number[] = [];
  const heap: number[] = [];
  while (Date.now() < since.getTime() + 60_000) {
    const text = await (await fetch(`${vigia.origin}/metrics`)).text();
    const megabytesOf = (name: string) =>
      Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]) / 1_048_576;
    rss.push(megabytesOf('process_resident_memory_bytes'));
    heap.push(megabytesOf('nodejs_heap_size_used_bytes'));
    // Samples over a minute of wall time; there is no condition to wait for.
    await delay(sampleMs);
  }
  const mails = drainMails();
  const { receipts } = await clients.drain();
  const { arrivals, alerts } = await timesSince(harness, new Date(since.getTime() - 60_000));
  // What arrived before the queried period has unknown, infinite latency.
  const elapsedMs = (from = Number.NEGATIVE_INFINITY, to = 0) => to - from;
  const mailed = mails.flatMap((mail) =>
    mail.alerts.map((alert) => ({ ...alerts.get(alert), receivedAtMs: mail.receivedAtMs })),
  );
  const mailSinceDue = mailed.map(({ dueAtMs, receivedAtMs }) => elapsedMs(dueAtMs, receivedAtMs));
  const stream = receipts.map(({ observedAtMs, receivedAtMs }) =>
    elapsedMs(arrivals.get(observedAtMs), receivedAtMs),
  );
  // The first minute is a warm-up.
  if (receivedMails.length > mails.length) {
    for (const ms of mailSinceDue) latencies.mailSinceDue.push(ms);
    for (const ms of stream) latencies.stream.push(ms);
  }
  return {
    readings: (await countReadings(harness)) - readingsBefore,
    alerts: mailed.length,
    mails: mails.length,
    rssMb: Math.max(...rss),
    heapMb: Math.min(...heap),
    mailP99Ms: percentile(
      mailed.map(({ arrivedAtMs, receivedAtMs }) => elapsedMs(arrivedAtMs, receivedAtMs)),
      0.99,
    ),
    mailSinceDueP99Ms: percentile(mailSinceDue, 0.99),
    streamP99Ms: percentile(stream, 0.99),
  };
}

/** Since then: when readings arrived, by market time (ms); of alerts, when theirs arrived and their check was due. */
async function timesSince({ query }: CrashHarness, since: Date) {
  const readings = await query<{ observed_at: Date; arrived_at: Date }>(
    `select observed_at, min(arrived_at) as arrived_at from readings
      where arrived_at >= $1 group by observed_at`,
    [since],
  );
  const arrivals = new Map(
    readings.map((row) => [row.observed_at.getTime(), row.arrived_at.getTime()]),
  );
  const fired = await query<{ alert: string; observed_at: Date; due_at: Date | null }>(
    `select concat_ws('/', t.id, a.version, a.episode) as alert, a.observed_at,
            (select min(due_at) from soak_due_checks d where d.uid = a.uid and d.due_at >= a.created_at) as due_at
       from alerts a join thresholds t on t.key = a.threshold_key where a.created_at >= $1`,
    [since],
  );
  const alerts = new Map(
    fired.map(({ alert, observed_at, due_at }) => [
      alert,
      { arrivedAtMs: arrivals.get(observed_at.getTime()), dueAtMs: due_at?.getTime() },
    ]),
  );
  return { arrivals, alerts };
}

async function findAlertFaults({ query }: CrashHarness): Promise<string[]> {
  const faults: string[] = [];
  const [found, expected] = [await listStoredAlerts(query), market.expected()];
  if (!isDeepStrictEqual(found, expected))
    faults.push(`${found.length} alerts are not the ${expected.length} of the pure engine`);
  const fired = await query<{ alert: string }>(
    `select concat_ws('/', t.id, a.version, a.episode) as alert
       from alerts a join thresholds t on t.key = a.threshold_key`,
  );
  const { mailsOf, repeated } = groupByAlert(receivedMails);
  const lost = fired.filter(({ alert }) => !mailsOf.has(alert)).length;
  const twice = [...mailsOf.values()].filter((ids) => ids.size > 1).length;
  if (lost > 0) faults.push(`${lost} alerts in no mail`);
  if (twice > 0) faults.push(`${twice} alerts in more than one mail`);
  if (repeated.length > 0) faults.push(`${repeated.length} mails arrived twice`);
  return faults;
}

/** @param clients as they are once the market has ended */
async function findStreamFaults(
  { query }: CrashHarness,
  { lost, scrolls, failedScrolls, floors }: FromClients,
): Promise<string[]> {
  const rows = await query<{ id: string; floor_cents: number | null }>(
    'select id, floor_cents from collectibles',
  );
  const marketFloors = new Map(rows.map((row) => [row.id, row.floor_cents]));
  const stale = Object.entries(floors).filter(([id, values]) =>
    values.some((floor) => floor !== marketFloors.get(id)),
  );
  print(`${Object.keys(floors).length} prices on screens, ${scrolls} changes of what is on one`);
  return [
    ...(lost > 0 ? [`${lost} streams ended`] : []),
    ...(failedScrolls > 0 ? [`${failedScrolls} changes of matches failed`] : []),
    ...(stale.length > 0 ? [`${stale.length} screens’ prices are not the last`] : []),
  ];
}

/** Over the whole run but its first minute. */
function findSlowness(): string[] {
  return (['mailSinceDue', 'stream'] as const).flatMap((what) => {
    const p99 = Math.round(percentile(latencies[what], 0.99));
    const goal = size.goals?.[what];
    print(`${what} p99 ${p99} ms of ${latencies[what].length}${goal ? `, goal ${goal}` : ''}`);
    return goal !== undefined && p99 > goal ? [`${what} p99 ${p99} ms, goal ${goal}`] : [];
  });
}
