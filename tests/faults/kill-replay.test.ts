/** Row 1 of the fault campaign: kill -9 of Vigía and its database at random during a replay, mails of every channel in flight. */
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { maxExpiredClaims } from '#machines/delivery.machine.ts';
import { startChannelReceiver } from '#tests/support/channel-receiver.ts';
import { startRelay } from '#tests/support/smtp-relay.ts';
import { byCampaignSize, report } from './support/campaign-size.ts';
import {
  addEveryChannel,
  channelVariables,
  expectEachAlertOnEveryChannel,
} from './support/channel-harness.ts';
import {
  assignThresholds,
  countReadings,
  createCrashHarness,
  expectEachAlertInOneMail,
  expireLeases,
  killAll,
  play,
  waitForAlertsSent,
} from './support/crash-harness.ts';
import { generateMarket } from './support/generate-market.ts';
import { waitForCommandsApplied } from './support/market-harness.ts';

const kills = byCampaignSize({ quick: 2, full: Number(process.env.FAULT_KILLS ?? 200) });
const users = 12;
/** Lease of a claimed delivery (server/workers/delivery-worker.ts). */
const leaseMs = 30_000;
const readingsPerSecond = 150;
const readingsPerKill = 100;

interface Restart {
  readonly ms: number;
  /** Until the database had recovered and was migrated; the rest is the market's loading. */
  readonly databaseMs: number;
  /** Of the machine, over the last minute. */
  readonly load: number;
}

function describeRestarts(restarts: readonly Restart[]): string {
  const [slowest, ...others] = restarts.toSorted((a, b) => b.ms - a.ms);
  const seconds = (ms = 0) => (ms / 1_000).toFixed(1);
  return (
    `slowest restart ${seconds(slowest?.ms)} s (its database after ${seconds(slowest?.databaseMs)} s, at a load of ` +
    `${Math.round(slowest?.load ?? 0)}), half of them within ${seconds(others[Math.floor(others.length / 2)]?.ms)} s`
  );
}

test(
  'row 1: killed at random, every alert ends in one message a channel, and no acknowledged reading is lost',
  async () => {
    const market = generateMarket('kill-replay', kills * readingsPerKill);
    const relay = await startRelay();
    const receiver = await startChannelReceiver();
    const variables = channelVariables(receiver.origin);
    const harness = await createCrashHarness(market, { smtpUrl: relay.url });
    let vigia = await harness.start({ ...variables, MARKET_PAUSED: '1' });
    const leftSending = new Set<string>();
    const restarts: Restart[] = [];
    try {
      await assignThresholds(harness, market, users);
      await addEveryChannel(harness, receiver.origin, byCampaignSize({ quick: 2, full: users }));
      await waitForCommandsApplied(harness.query);
      await play(vigia);
      for (let nth = 1; nth <= kills; nth += 1) {
        // A random moment is wanted, so there is no condition to wait for.
        await delay(200 + Math.random() * 600);
        const acknowledged = await countReadings(harness);
        await killAll(vigia);
        const deadAt = new Date();
        const startedAtMs = performance.now();
        // After the last kill at maximum speed.
        const speed = nth === kills ? 'max' : String((market.gapMs / 1_000) * readingsPerSecond);
        let databaseMs = 0;
        const onOutput = (text: string) => {
          if (text.includes('Preparando el mercado')) databaseMs = performance.now() - startedAtMs;
        };
        vigia = await harness.start({ ...variables, MARKET_SPEED: speed }, { onOutput });
        restarts.push({ databaseMs, ms: performance.now() - startedAtMs, load: loadavg()[0] ?? 0 });
        expect(await countReadings(harness)).toBeGreaterThanOrEqual(acknowledged);
        const left = await harness.query<{ id: string }>(
          `select id from deliveries where state = 'sending' and next_attempt_at <= $1`,
          [new Date(deadAt.getTime() + leaseMs)],
        );
        for (const { id } of left) leftSending.add(id);
      }
      if (byCampaignSize({ quick: true, full: false }))
        await expireLeases(harness, [...leftSending]);
      await waitForAlertsSent(harness, vigia);
      const failed = await harness.query(`select 1 from deliveries where state <> 'sent'`);
      expect(failed).toEqual([]);
      const { alerts, mails, repeated } = await expectEachAlertInOneMail(
        harness,
        market,
        relay.received,
        leftSending,
      );
      const posts = await expectEachAlertOnEveryChannel(harness, receiver.received, leftSending);
      const [deaths] = await harness.query<{ most: number }>(
        `select max(expired_claims) as most from deliveries`,
      );
      report(
        `${kills} kills of server and database during a replay`,
        `${await countReadings(harness)} readings, ${alerts} alerts equal to the pure engine's, each in one of ` +
          `${mails} mails, and in one message to each of six channels, ${posts.deliveries} in all; ` +
          `${leftSending.size} left sending, ${repeated.length + posts.repeated} of them received again under the ` +
          `same id; ${deaths?.most} deaths in a row of one delivery at most, ` +
          `of ${maxExpiredClaims} that park it; ${describeRestarts(restarts)}`,
      );
    } finally {
      await killAll(vigia);
      await Promise.all([relay.close(), receiver.close()]);
      await harness.removeDataDir();
    }
  },
  byCampaignSize({ quick: 600_000, full: 3 * 3_600_000 }),
);
