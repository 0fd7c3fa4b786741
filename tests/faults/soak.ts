/**
 * `npm run test:soak -- [MINUTES [READINGS]]`: runs a real Vigía with users, live streams and a relay for MINUTES (default
 * 30), at READINGS (default 5) a second. Prints a line a minute; exit code 1 if an alert was lost, mailed twice or differs
 * from the pure engine's, a stream ended or has not the last price, memory or a p99 latency grew (docs/faults.md).
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createIdentityAccount } from '#tests/support/identity.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { type Relay, startRelay } from '#tests/support/smtp-relay.ts';
import {
  alertIdsOfMail,
  assignThresholds,
  type CrashHarness,
  countReadings,
  createCrashHarness,
  expectEachAlertInOneMail,
  kill,
  type MailWithAlerts,
  play,
  playAtMaxSpeed,
  waitForAlertsSent,
} from './support/crash-harness.ts';
import { generateMarket } from './support/generate-market.ts';
import { waitForCommandsApplied } from './support/market-harness.ts';
import { type OpenStream, openStream } from './support/open-stream.ts';
import {
  growthIn,
  percentile,
  type SoakMinute,
  soakHeading,
  soakRow,
} from './support/soak-minutes.ts';

const [users, readers, streamsPerReader] = [12, 10, 3];
const sampleMs = 2_000;

const [minutes = 30, readingsPerSecond = 5] = process.argv.slice(2).map(Number);
if (!(Number.isInteger(minutes) && minutes >= 1 && readingsPerSecond > 0))
  throw new Error('MINUTES is a whole number, READINGS a number above 0.');
const print = (line: string) => process.stdout.write(`${line}\n`);

const market = generateMarket('soak', Math.ceil(minutes * 60 * readingsPerSecond));
const relay = await startRelay();
const harness = await createCrashHarness(market, { smtpUrl: relay.url });
const speed = String((market.gapMs / 1_000) * readingsPerSecond);
const vigia = await harness.start({ MARKET_PAUSED: '1', MARKET_SPEED: speed });
const faults: string[] = [];
try {
  await soak();
  await vigia.stop({ keepData: true });
} catch (error) {
  faults.push(String(error));
} finally {
  await kill(vigia);
  await harness.removeDataDir();
  await relay.close();
}
for (const fault of faults) print(`FAULT: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;

async function soak(): Promise<void> {
  await assignThresholds(harness, market, users);
  await waitForCommandsApplied(harness.query);
  await play(vigia);
  const streams = await openStreams(vigia.origin);
  print(soakHeading);
  /** Without their bodies, which would fill the memory. */
  const mails: MailWithAlerts[] = [];
  const observed: SoakMinute[] = [];
  for (let nth = 1; nth <= minutes; nth += 1) {
    const minute = await measureMinute({ harness, vigia, streams, relay }, mails);
    observed.push(minute);
    print(soakRow(nth, minute));
  }
  await playAtMaxSpeed(vigia);
  await waitForAlertsSent(harness, vigia);
  takeMails(relay, mails);
  const sent = await expectEachAlertInOneMail(harness, market, mails);
  print(`${sent.alerts} alerts of the pure engine, each in one of ${sent.mails} mails`);
  const growth = growthIn(observed);
  print(
    growth === null ? 'too short to say whether anything grows' : 'compared first and last third',
  );
  faults.push(...(growth ?? []), ...(await findStreamFaults(harness, streams)));
  await Promise.all(streams.map((stream) => stream.close()));
}

async function openStreams(origin: string): Promise<OpenStream[]> {
  const streams: OpenStream[] = [];
  for (let reader = 0; reader < readers; reader += 1) {
    const { idToken } = await createIdentityAccount(origin, `lector${reader}@correo.example`);
    for (let nth = 0; nth < streamsPerReader; nth += 1)
      streams.push(await openStream(origin, idToken, `?id=s${nth}`));
  }
  return streams;
}

interface SoakRun {
  readonly harness: CrashHarness;
  readonly vigia: RunningVigia;
  readonly streams: readonly OpenStream[];
  readonly relay: Pick<Relay, 'received'>;
}

/** @param all where the mails of the minute are added */
async function measureMinute(run: SoakRun, all: MailWithAlerts[]): Promise<SoakMinute> {
  const since = Date.now();
  const readingsBefore = await countReadings(run.harness);
  const memory: { rssMb: number; heapMb: number }[] = [];
  while (Date.now() < since + 60_000) {
    memory.push(await sampleMemory(run.vigia));
    // Samples over a minute of wall time; there is no condition to wait for.
    await delay(sampleMs);
  }
  const received = takeMails(run.relay, all);
  const receipts = run.streams.flatMap((stream) => stream.receipts.splice(0));
  const arrivals = await findArrivals(run.harness, new Date(since - 60_000));
  // What arrived before the queried period has unknown, infinite latency.
  const elapsedMs = (arrivedAtMs = Number.NEGATIVE_INFINITY, nowMs = 0) => nowMs - arrivedAtMs;
  const mailed = received.flatMap(({ alerts, receivedAtMs }) =>
    alerts.map((alert) => elapsedMs(arrivals.alerts.get(alert), receivedAtMs)),
  );
  const shown = receipts.map(({ observedAtMs, receivedAtMs }) =>
    elapsedMs(arrivals.readings.get(observedAtMs), receivedAtMs),
  );
  return {
    readings: (await countReadings(run.harness)) - readingsBefore,
    alerts: mailed.length,
    mails: received.length,
    rssMb: Math.max(...memory.map(({ rssMb }) => rssMb)),
    heapMb: Math.min(...memory.map(({ heapMb }) => heapMb)),
    mailP99Ms: percentile(mailed, 0.99),
    streamP99Ms: percentile(shown, 0.99),
  };
}

/** What the process says of itself. */
async function sampleMemory({ origin }: RunningVigia) {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const megabytes = (name: string) =>
    Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]) / 1_048_576;
  return {
    rssMb: megabytes('process_resident_memory_bytes'),
    heapMb: megabytes('nodejs_heap_size_used_bytes'),
  };
}

/** Takes what the relay has received since the last call. */
function takeMails({ received }: Pick<Relay, 'received'>, all: MailWithAlerts[]) {
  return received.splice(0).map(({ receivedAtMs, mail }) => {
    const headers = mail.headers.filter(({ key }) => key === 'x-vigia-alerts');
    all.push({ mail: { messageId: mail.messageId, headers } });
    return { receivedAtMs, alerts: alertIdsOfMail(mail) };
  });
}

/** When the readings since then arrived, by market time, and those of the alerts since then; all in milliseconds. */
async function findArrivals({ query }: CrashHarness, since: Date) {
  const readings = await query<{ observed_at: Date; arrived_at: Date }>(
    `select observed_at, min(arrived_at) as arrived_at from readings
      where arrived_at >= $1 group by observed_at`,
    [since],
  );
  const arrivedAtMs = new Map(
    readings.map((row) => [row.observed_at.getTime(), row.arrived_at.getTime()]),
  );
  const fired = await query<{ alert: string; observed_at: Date }>(
    `select concat_ws('/', t.id, a.version, a.episode) as alert, a.observed_at
       from alerts a join thresholds t on t.key = a.threshold_key where a.created_at >= $1`,
    [since],
  );
  const alerts = new Map(
    fired.map(({ alert, observed_at }) => [alert, arrivedAtMs.get(observed_at.getTime())]),
  );
  return { readings: arrivedAtMs, alerts };
}

async function findStreamFaults({ query }: CrashHarness, streams: readonly OpenStream[]) {
  const rows = await query<{ id: string; floor_cents: number | null }>(
    'select id, floor_cents from collectibles',
  );
  const ended = streams.filter((stream) => stream.hasEnded()).length;
  const stale = streams.filter(({ prices }) =>
    rows.some(({ id, floor_cents }) => prices.get(id) !== floor_cents),
  ).length;
  return [
    ...(ended > 0 ? [`${ended} streams ended`] : []),
    ...(stale > 0 ? [`${stale} streams have not the last prices`] : []),
  ];
}
