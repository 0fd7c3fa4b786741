/** Row 9 of the fault campaign: the wall clock of a running Vigía jumps an hour ahead and an hour back. */
import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { startRelay } from '#tests/support/smtp-relay.ts';
import { report, sized } from './support/campaign-size.ts';
import {
  alertsOf,
  assignThresholds,
  countReadings,
  createCrashHarness,
  groupByAlert,
  kill,
  play,
  playAtMaxSpeed,
  untilTaken,
  untilTold,
} from './support/crash-harness.ts';
import { generateMarket } from './support/generate-market.ts';
import { waitUntil } from './support/market-harness.ts';

const hourMs = 3_600_000;
/** Ahead last, so that no check that was put down before stays an hour away. */
const steps = sized({
  quick: [-hourMs, hourMs],
  whole: Array.from({ length: 5 }, () => [hourMs, -hourMs, -hourMs, hourMs]).flat(),
});
const readingsPerSecond = 40;
/** Enough of the market to see its pace in. */
const window = sized({ quick: 20, whole: 80 });
const people = 6;
const preload = new URL('support/clock-preload.ts', import.meta.url).href;

test(
  'row 9: an hour ahead or back changes neither the pace of the market nor how often a person is told',
  async () => {
    // More than is looked at: one that hurries has enough to be caught with, and a slow machine still sees the end.
    const market = generateMarket('clock', (steps.length + 3) * window * 6);
    const database = await createTestDatabase();
    const relay = await startRelay();
    const stage = await createCrashHarness(market, {
      smtpUrl: relay.url,
      databaseUrl: database.url,
    });
    const vigia = await stage.open({
      MARKET_PAUSED: '1',
      MARKET_SPEED: String((market.gapMs / 1_000) * readingsPerSecond),
      NODE_OPTIONS: `--import=${preload}`,
      CLOCK_STEPS_MS: steps.join(','),
    });
    try {
      await assignThresholds(stage, market, people);
      await untilTaken(stage);
      const playedAtMs = performance.now();
      await play(vigia);
      /** How fast the market went while so many readings came, and how many mails each person had a second. */
      const pace = async () => {
        const [from, mailsFrom, startedAtMs] = [
          await countReadings(stage),
          relay.received.length,
          performance.now(),
        ];
        await waitUntil(async () => (await countReadings(stage)) >= from + window);
        const seconds = (performance.now() - startedAtMs) / 1_000;
        return {
          readings: ((await countReadings(stage)) - from) / seconds,
          mails: (relay.received.length - mailsFrom) / seconds,
          seconds,
        };
      };
      await pace();
      const before = await pace();
      const after: (typeof before)[] = [];
      for (const index of steps.keys()) {
        const ahead = steps.slice(0, index + 1).reduce((sum, one) => sum + one, 0);
        vigia.process.kill('SIGUSR2');
        await waitUntil(async () => vigia.output().includes(`clock ahead by ${ahead} ms`));
        const found = await pace();
        after.push(found);
        // It never hurries to make up for a lost hour. From the start: what was held up may come at once.
        const all = await countReadings(stage);
        const elapsedSeconds = (performance.now() - playedAtMs) / 1_000;
        expect(all).toBeLessThan(readingsPerSecond * 1.5 * elapsedSeconds);
        // One check a second each, one that began before, and one that the jump itself may bring forward.
        const checks = people * (found.seconds + 2);
        expect(found.mails * found.seconds).toBeLessThanOrEqual(checks);
      }
      await playAtMaxSpeed(vigia);
      await untilTold(stage, vigia);
      expect(await alertsOf(stage)).toEqual(market.expected());
      const { mailsOf, repeated, mails } = groupByAlert(relay.received);
      expect(repeated).toEqual([]);
      expect(mailsOf.size).toBe(market.expected().length);
      expect([...mailsOf].filter(([, ids]) => ids.size !== 1)).toEqual([]);
      const most = (name: 'readings' | 'mails') =>
        Math.max(...after.map((one) => one[name])).toFixed(1);
      report(
        `${steps.length} jumps of an hour, ahead and back`,
        `${before.readings.toFixed(1)} readings/s and ${before.mails.toFixed(1)} mails/s before, at most ` +
          `${most('readings')} and ${most('mails')} after a jump; ${market.expected().length} alerts, each in one of ` +
          `${mails} mails, none twice`,
      );
    } finally {
      await kill(vigia);
      await relay.close();
      await stage.remove();
      await database.drop();
    }
  },
  sized({ quick: 300_000, whole: 600_000 }),
);
