/**
 * `npm run test:soak -- [MINUTES [READINGS]]`: runs a real Vigía with users, live streams and a relay for MINUTES
 * (default 30), at READINGS a second (default 5). Prints a line a minute; exit code 1 if an alert was lost, mailed twice
 * or differs from the pure engine's, a stream ended, or memory or a p99 latency grew (docs/reliability.md).
 */

import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { startRelay } from '#tests/support/smtp-relay.ts';
import {
  alertIdsOfMail,
  assignThresholds,
  countReadings,
  createCrashHarness,
  groupByAlert,
  kill,
  type MailWithAlerts,
  play,
  waitForAlertsSent,
  waitForCommandsApplied,
} from './support/crash-harness.ts';
import { generateMarket } from './support/generate-market.ts';
import { openSoakClients } from './support/soak-clients.ts';
import {
  growthIn,
  percentile,
  type SoakMinute,
  soakHeading,
  soakRow,
} from './support/soak-minutes.ts';
import { listStoredAlerts } from './support/stored-alerts.ts';

const [minutes = 30, readingsPerSecond = 5] = process.argv.slice(2).map(Number);
if (!(Number.isInteger(minutes) && minutes >= 1 && readingsPerSecond > 0))
  throw new Error('MINUTES is a whole number, READINGS a number above 0.');
const users = 12;
const streams = 30;
const sampleMs = 2_000;
const print = (line: string) => process.stdout.write(`${line}\n`);

const market = generateMarket('soak', minutes * 60 * readingsPerSecond);
const relay = await startRelay();
const harness = await createCrashHarness(market, { smtpUrl: relay.url });
const speed = String((market.gapMs / 1_000) * readingsPerSecond);
const vigia = await harness.start({ MARKET_PAUSED: '1', MARKET_SPEED: speed });
const receivedMails: MailWithAlerts[] = [];
const observed: SoakMinute[] = [];
try {
  await assignThresholds(harness, market, users);
  await waitForCommandsApplied(harness);
  await play(vigia);
  const clients = await openSoakClients(vigia.origin, streams);
  print(soakHeading);
  for (let nth = 1; nth <= minutes; nth += 1) {
    const minute = await measureMinute(clients.drainReceipts);
    observed.push(minute);
    print(soakRow(nth, minute));
  }
  const lost = clients.lostCount();
  clients.close();
  await waitForAlertsSent(harness, vigia);
  drainMails();
  const faults = [...(await findAlertFaults()), ...(lost > 0 ? [`${lost} streams ended`] : [])];
  const growth = growthIn(observed);
  const { mails } = groupByAlert(receivedMails);
  print(
    `${market.expected().length} alerts of the pure engine, ${mails} mails, ${streams} streams`,
  );
  print(
    growth === null ? 'too short to say whether anything grows' : 'compared first and last third',
  );
  for (const fault of [...faults, ...(growth ?? [])]) print(`FAULT: ${fault}`);
  process.exitCode = faults.length + (growth?.length ?? 0) > 0 ? 1 : 0;
} finally {
  await vigia.stop();
  await kill(vigia);
  await relay.close();
  await harness.removeDataDir();
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
  drainReceipts: () => { observedAtMs: number; receivedAtMs: number }[],
) {
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
  const receipts = drainReceipts();
  const { arrivals, alerts } = await arrivalsSince(new Date(since.getTime() - 60_000));
  // A reading that arrived before the queried period has unknown, infinite latency.
  const elapsedMs = (from = Number.NEGATIVE_INFINITY, to = 0) => to - from;
  const mailedAlerts = mails.flatMap((mail) =>
    mail.alerts.map((alert) => [alert, mail.receivedAtMs] as const),
  );
  return {
    readings: (await countReadings(harness)) - readingsBefore,
    alerts: mailedAlerts.length,
    mails: mails.length,
    rssMb: Math.max(...rss),
    heapMb: Math.min(...heap),
    mailP99Ms: percentile(
      mailedAlerts.map(([alert, atMs]) => elapsedMs(alerts.get(alert), atMs)),
      0.99,
    ),
    streamP99Ms: percentile(
      receipts.map(({ observedAtMs, receivedAtMs }) =>
        elapsedMs(arrivals.get(observedAtMs), receivedAtMs),
      ),
      0.99,
    ),
  };
}

/** Arrival times (ms) since then: of readings by market time (ms), and of alerts' readings by alert. */
async function arrivalsSince(since: Date) {
  const readings = await harness.query<{ observed_at: Date; arrived_at: Date }>(
    `select observed_at, min(arrived_at) as arrived_at from readings
      where arrived_at >= $1 group by observed_at`,
    [since],
  );
  const arrivals = new Map(
    readings.map((row) => [row.observed_at.getTime(), row.arrived_at.getTime()]),
  );
  const fired = await harness.query<{ alert: string; observed_at: Date }>(
    `select concat_ws('/', t.id, a.version, a.episode) as alert, a.observed_at
       from alerts a join thresholds t on t.key = a.threshold_key where a.created_at >= $1`,
    [since],
  );
  const alerts = new Map(
    fired.flatMap((row) => {
      const atMs = arrivals.get(row.observed_at.getTime());
      return atMs === undefined ? [] : [[row.alert, atMs] as const];
    }),
  );
  return { arrivals, alerts };
}

async function findAlertFaults(): Promise<string[]> {
  const faults: string[] = [];
  const [found, expected] = [await listStoredAlerts(harness.query), market.expected()];
  if (!isDeepStrictEqual(found, expected))
    faults.push(`${found.length} alerts are not the ${expected.length} of the pure engine`);
  const fired = await harness.query<{ alert: string }>(
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
