/**
 * `npm run test:soak -- [MINUTES [READINGS]]`: runs a real Vigía with users, live streams and a relay for MINUTES (default
 * 30), at READINGS (default 5) a second. Prints a line a minute; exit code 1 if an alert was lost, mailed twice or differs
 * from the pure engine's, a stream ended or has not the last price, memory grew or readings fell behind (docs/faults.md).
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createIdentityAccount } from '#tests/support/identity.ts';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { startRelay } from '#tests/support/smtp-relay.ts';
import {
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

const [users, readers, streamsPerReader] = [12, 10, 3];
const sampleMs = 2_000;
/** The first minute (warm-up) is skipped; the first and last third of the rest are compared, at least three minutes each. */
const minMinutes = 10;

interface SoakMinute {
  readonly readings: number;
  /** Maximum of the minute. */
  readonly rssMb: number;
  /** Minimum of the minute, which is after garbage collection. */
  readonly heapMb: number;
}

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
  /** Without their bodies, which would fill the memory. */
  const mails: MailWithAlerts[] = [];
  const observed: SoakMinute[] = [];
  for (let nth = 1; nth <= minutes; nth += 1) {
    const minute = await measureMinute();
    observed.push(minute);
    takeMails(mails);
    const { readings, rssMb, heapMb } = minute;
    print(
      `minute ${nth}: ${readings} readings, RSS ${rssMb} MB, heap ${heapMb} MB, ${mails.length} mails`,
    );
  }
  await playAtMaxSpeed(vigia);
  await waitForAlertsSent(harness, vigia);
  takeMails(mails);
  const sent = await expectEachAlertInOneMail(harness, market, mails);
  print(`${sent.alerts} alerts of the pure engine, each in one of ${sent.mails} mails`);
  if (minutes < minMinutes) print('too short to say whether anything grows');
  else faults.push(...findGrowth(observed));
  faults.push(...(await findStreamFaults(harness, streams)));
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

async function measureMinute(): Promise<SoakMinute> {
  const endsAtMs = Date.now() + 60_000;
  const before = await countReadings(harness);
  const memory: { rssMb: number; heapMb: number }[] = [];
  while (Date.now() < endsAtMs) {
    memory.push(await sampleMemory(vigia));
    // Samples over a minute of wall time; there is no condition to wait for.
    await delay(sampleMs);
  }
  return {
    readings: (await countReadings(harness)) - before,
    rssMb: Math.max(...memory.map(({ rssMb }) => rssMb)),
    heapMb: Math.min(...memory.map(({ heapMb }) => heapMb)),
  };
}

/** @returns a sentence for each figure whose median of the last third is worse than that of the first */
function findGrowth(observed: readonly SoakMinute[]): string[] {
  const third = Math.floor((observed.length - 1) / 3);
  const median = (figure: keyof SoakMinute, from: number) =>
    observed
      .slice(from, from + third)
      .map((minute) => minute[figure])
      .sort((a, b) => a - b)[Math.floor(third / 2)] ?? 0;
  const limits: Record<keyof SoakMinute, (first: number, last: number) => boolean> = {
    readings: (first, last) => last >= first * 0.9,
    rssMb: (first, last) => last <= first * 1.15 + 20,
    heapMb: (first, last) => last <= first * 1.1 + 5,
  };
  return (Object.keys(limits) as (keyof SoakMinute)[]).flatMap((figure) => {
    const [first, last] = [median(figure, 1), median(figure, observed.length - third)];
    return limits[figure](first, last) ? [] : [`${figure} went from ${first} to ${last}`];
  });
}

/** What the process says of itself. */
async function sampleMemory({ origin }: RunningVigia) {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]) / 1_048_576);
  return {
    rssMb: megabytes('process_resident_memory_bytes'),
    heapMb: megabytes('nodejs_heap_size_used_bytes'),
  };
}

/** Takes what the relay has received, without bodies. @param all where they are added */
function takeMails(all: MailWithAlerts[]): void {
  for (const { mail } of relay.received.splice(0)) {
    const headers = mail.headers.filter(({ key }) => key === 'x-vigia-alerts');
    all.push({ mail: { messageId: mail.messageId, headers } });
  }
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
