/** A market under thresholds, a live stream and writes while its database fails: what goes on when, and what was sent. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import type { RunningVigia } from '#tests/support/local-app.ts';
import { startRelay } from '#tests/support/smtp-relay.ts';
import { signUp } from './api-user.ts';
import {
  assignThresholds,
  countReadings,
  createCrashHarness,
  expectEachAlertInOneMail,
  kill,
  play,
  playAtMaxSpeed,
  waitForAlertsSent,
} from './crash-harness.ts';
import { generateMarket } from './generate-market.ts';
import { waitForCommandsApplied, waitUntil } from './market-harness.ts';
import { openStream } from './open-stream.ts';

export interface FaultRun {
  /** Waits until readings are applied, the stream carries prices and mails leave. */
  waitForNormal(): Promise<void>;
  /** Call when the database is reachable again. @returns when each went on, for the report; fails after thirty seconds */
  waitForRecovery(): Promise<string>;
  /** Plays the rest and compares with the pure engine. @returns what was sent, for the report */
  finish(): Promise<string>;
}

const users = 6;
const readingsPerSecond = 20;
const readings = 600;
const writeEveryMs = 100;
const maxWriteMs = 20_000;

/**
 * It ends with the test.
 * @param env of the process, with its DATABASE_URL
 * @param databaseUrl of the database that currently accepts writes, not through the fault
 */
export async function startFaultRun(
  name: string,
  env: Record<string, string>,
  databaseUrl: () => string,
): Promise<FaultRun> {
  const market = generateMarket(name, readings);
  const relay = await startRelay();
  const harness = await createCrashHarness(market, { smtpUrl: relay.url, databaseUrl });
  let vigia: RunningVigia | null = null;
  let writing: Promise<void> = Promise.resolve();
  const stop = new AbortController();
  onTestFinished(async () => {
    stop.abort();
    await writing;
    if (vigia !== null) await kill(vigia);
    await relay.close();
    await harness.removeDataDir();
  });
  const speed = String((market.gapMs / 1_000) * readingsPerSecond);
  const app = await harness.start({ MARKET_PAUSED: '1', MARKET_SPEED: speed, ...env });
  vigia = app;
  const writer = await signUp(app.origin, 'ana@correo.example');
  await writer.request('/api/users/profile');
  await assignThresholds(harness, market, users);
  await waitForCommandsApplied(harness.query);
  await play(app);
  // Opened once there is a price to begin with.
  const { token } = await signUp(app.origin, 'lector@correo.example');
  const stream = await openStream(app.origin, token);
  stop.signal.addEventListener('abort', () => void stream.close());
  const statuses = new Map<number, number>();
  let slowestMs = 0;
  const writeUntilStopped = async () => {
    for (let frequency = 1_000; !stop.signal.aborted; frequency += 1) {
      const sentAtMs = performance.now();
      const status = await writer.saveFrequency(frequency).catch(() => 0);
      slowestMs = Math.max(slowestMs, performance.now() - sentAtMs);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await delay(writeEveryMs, undefined, { signal: stop.signal }).catch(() => {});
    }
  };
  writing = writeUntilStopped();

  /** Milliseconds from now until the next reading, the next price on the stream, and the next mail. */
  const timeNext = async (timeoutMs: number) => {
    const startedAtMs = performance.now();
    const [known, mails] = [await countReadings(harness), relay.received.length];
    const received = stream.received();
    const time = async (condition: () => Promise<boolean>) => {
      await waitUntil(condition, timeoutMs);
      return Math.round(performance.now() - startedAtMs);
    };
    const [reading, price, mail] = await Promise.all([
      time(async () => (await countReadings(harness)) > known),
      time(async () => stream.received() > received),
      time(async () => relay.received.length > mails),
    ]);
    return { reading, price, mail };
  };

  return {
    async waitForNormal() {
      await timeNext(60_000);
    },
    async waitForRecovery() {
      const { reading, price, mail } = await timeNext(30_000);
      return `next reading ${reading} ms, price on the stream ${price} ms, mail ${mail} ms after it was reachable`;
    },
    async finish() {
      await playAtMaxSpeed(app);
      await waitForAlertsSent(harness, app);
      stop.abort();
      await writing;
      const { alerts, mails } = await expectEachAlertInOneMail(harness, market, relay.received);
      expect([...statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
      // A statement's deadline, or the one for a free connection, and what a busy machine adds.
      expect(slowestMs).toBeLessThan(maxWriteMs);
      return (
        `${alerts} alerts equal to the pure engine's, each in one of ${mails} mails; ` +
        `writes answered 200 ${statuses.get(200) ?? 0} times, 503 ${statuses.get(503) ?? 0} times, ` +
        `nothing else, the slowest after ${(slowestMs / 1_000).toFixed(1)} s`
      );
    },
  };
}
