/** Measures one minute of a soak: memory and processor time of its processes, latencies of mails and prices. */
import { setTimeout as delay } from 'node:timers/promises';
import { type CrashHarness, countReadings } from './crash-harness.ts';
import { findArrivals } from './soak-arrivals.ts';
import type { Receipt, SoakClients } from './soak-clients.ts';
import type { SoakLatencies } from './soak-latencies.ts';
import type { SoakMails } from './soak-mails.ts';
import { percentile, type SoakMinute } from './soak-minutes.ts';
import type { SoakProcess } from './soak-processes.ts';

const sampleMs = 2_000;

export interface SoakRun {
  readonly harness: CrashHarness;
  readonly processes: readonly SoakProcess[];
  readonly clients: SoakClients;
  readonly mails: SoakMails;
  /** Of every minute but the first. */
  readonly latencies: SoakLatencies;
}

interface Sample {
  readonly rssMb: number;
  readonly heapMb: number;
  readonly cpuSeconds: number;
}

export async function measureMinute(run: SoakRun, nth: number): Promise<SoakMinute> {
  const { harness, processes } = run;
  const since = new Date();
  const readingsBefore = await countReadings(harness);
  const samples: Sample[][] = [];
  while (Date.now() < since.getTime() + 60_000) {
    samples.push(await Promise.all(processes.map(sample)));
    // Samples over a minute of wall time; there is no condition to wait for.
    await delay(sampleMs);
  }
  const mails = run.mails.drain();
  const { receipts, longestReadMs, cpuSeconds } = await run.clients.drain();
  const arrivals = await findArrivals(harness, new Date(since.getTime() - 60_000));
  // What arrived before the queried period has unknown, infinite latency.
  const elapsedMs = (from = Number.NEGATIVE_INFINITY, to = 0) => to - from;
  const mailed = mails.flatMap(({ alerts, receivedAtMs }) =>
    alerts.map((alert) => ({ ...arrivals.alerts.get(alert), receivedAtMs })),
  );
  const mailSinceDue = mailed.map(({ dueAtMs, receivedAtMs }) => elapsedMs(dueAtMs, receivedAtMs));
  const stream = receipts.map(({ observedAtMs, receivedAtMs }) =>
    elapsedMs(arrivals.readings.get(observedAtMs), receivedAtMs),
  );
  if (nth > 1) {
    for (const ms of mailSinceDue) run.latencies.mailSinceDue.push(ms);
    for (const ms of stream) run.latencies.stream.push(ms);
    addScreens(run.latencies, receipts, arrivals.readings);
  }
  const total = (of: keyof Sample) => samples.map((each) => sum(each.map((one) => one[of])));
  const cpuOf = (index: number) =>
    (samples.at(-1)?.[index]?.cpuSeconds ?? 0) - (samples[0]?.[index]?.cpuSeconds ?? 0);
  return {
    readings: (await countReadings(harness)) - readingsBefore,
    alerts: mailed.length,
    mails: mails.length,
    rssMb: Math.max(...total('rssMb')),
    heapMb: Math.min(...total('heapMb')),
    mailP99Ms: percentile(
      mailed.map(({ arrivedAtMs, receivedAtMs }) => elapsedMs(arrivedAtMs, receivedAtMs)),
      0.99,
    ),
    mailSinceDueP99Ms: percentile(mailSinceDue, 0.99),
    streamP99Ms: percentile(stream, 0.99),
    longestReadMs,
    cpuSeconds: {
      ...Object.fromEntries(processes.map(({ name }, index) => [name, cpuOf(index)])),
      clients: cpuSeconds,
    },
  };
}

/** What a process says of itself. */
async function sample({ origin }: SoakProcess): Promise<Sample> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const metricOf = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
  return {
    rssMb: metricOf('process_resident_memory_bytes') / 1_048_576,
    heapMb: metricOf('nodejs_heap_size_used_bytes') / 1_048_576,
    cpuSeconds: metricOf('process_cpu_seconds_total'),
  };
}

function addScreens(
  { firstScreen, lastScreen }: SoakLatencies,
  receipts: readonly Receipt[],
  readings: ReadonlyMap<number, number>,
): void {
  for (const [observedAtMs, own] of Map.groupBy(receipts, (receipt) => receipt.observedAtMs)) {
    const arrivedAtMs = readings.get(observedAtMs);
    if (arrivedAtMs === undefined) continue;
    const receivedAtMs = own.map((receipt) => receipt.receivedAtMs);
    firstScreen.push(Math.min(...receivedAtMs) - arrivedAtMs);
    lastScreen.push(Math.max(...receivedAtMs) - arrivedAtMs);
  }
}

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
