/** Row 9 of the fault campaign: the wall clock of a running Vigía jumps an hour forward and back. */
import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { startRelay } from '#tests/support/smtp-relay.ts';
import { byCampaignSize, report } from './support/campaign-size.ts';
import {
  assignThresholds,
  countReadings,
  createCrashHarness,
  expectEachAlertInOneMail,
  kill,
  play,
  playAtMaxSpeed,
  waitForAlertsSent,
} from './support/crash-harness.ts';
import { generateMarket } from './support/generate-market.ts';
import { waitForCommandsApplied, waitUntil } from './support/market-harness.ts';

const hourMs = 3_600_000;
/** The last jump is forward, so that no scheduled check stays an hour away. */
const steps = byCampaignSize({
  quick: [-hourMs, hourMs],
  full: Array.from({ length: 5 }, () => [hourMs, -hourMs, -hourMs, hourMs]).flat(),
});
const readingsPerSecond = 40;
/** Readings per measurement of the rate. */
const window = byCampaignSize({ quick: 20, full: 80 });
const users = 6;
const preload = new URL('support/clock-preload.ts', import.meta.url).href;

test('row 9: a clock jump of an hour changes neither the rate of readings nor the rate of mails', async () => {
  // More readings than are measured: enough to notice a worker that catches up too fast.
  const market = generateMarket('clock', (steps.length + 3) * window * 6);
  const database = await createTestDatabase();
  const relay = await startRelay();
  const harness = await createCrashHarness(market, {
    smtpUrl: relay.url,
    databaseUrl: database.url,
  });
  const vigia = await harness.start({
    MARKET_PAUSED: '1',
    MARKET_SPEED: String((market.gapMs / 1_000) * readingsPerSecond),
    NODE_OPTIONS: `--import=${preload}`,
    CLOCK_STEPS_MS: steps.join(','),
  });
  try {
    await assignThresholds(harness, market, users);
    await waitForCommandsApplied(harness.query);
    const playedAtMs = performance.now();
    await play(vigia);
    /** Rates of readings and mails per second over one window. */
    const measureRates = async () => {
      const [from, mailsFrom, startedAtMs] = [
        await countReadings(harness),
        relay.received.length,
        performance.now(),
      ];
      await waitUntil(async () => (await countReadings(harness)) >= from + window);
      const seconds = (performance.now() - startedAtMs) / 1_000;
      return {
        readings: ((await countReadings(harness)) - from) / seconds,
        mails: (relay.received.length - mailsFrom) / seconds,
        seconds,
      };
    };
    await measureRates();
    const before = await measureRates();
    const after: (typeof before)[] = [];
    for (const index of steps.keys()) {
      const ahead = steps.slice(0, index + 1).reduce((sum, one) => sum + one, 0);
      vigia.process.kill('SIGUSR2');
      await waitUntil(async () => vigia.output().includes(`clock ahead by ${ahead} ms`));
      const found = await measureRates();
      after.push(found);
      // It does not catch up for a lost hour. Measured from the start: delayed readings may come at once.
      const all = await countReadings(harness);
      const elapsedSeconds = (performance.now() - playedAtMs) / 1_000;
      expect(all).toBeLessThan(readingsPerSecond * 1.5 * elapsedSeconds);
      // One check a second per user, one already running, and one the jump may bring forward.
      const checks = users * (found.seconds + 2);
      expect(found.mails * found.seconds).toBeLessThanOrEqual(checks);
    }
    await playAtMaxSpeed(vigia);
    await waitForAlertsSent(harness, vigia);
    const { alerts, mails } = await expectEachAlertInOneMail(harness, market, relay.received);
    const highest = (name: 'readings' | 'mails') =>
      Math.max(...after.map((one) => one[name])).toFixed(1);
    report(
      `${steps.length} jumps of an hour, ahead and back`,
      `${before.readings.toFixed(1)} readings/s and ${before.mails.toFixed(1)} mails/s before, at most ` +
        `${highest('readings')} and ${highest('mails')} after a jump; ${alerts} alerts, each in one of ` +
        `${mails} mails, none twice`,
    );
  } finally {
    await kill(vigia);
    await relay.close();
    await harness.removeDataDir();
    await database.drop();
  }
});
