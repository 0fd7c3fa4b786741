/** Row 1 of the fault campaign: kill -9 of the whole of Vigía, its database included, while a market is replayed. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startRelay } from '#tests/support/smtp-relay.ts';
import { report, sized } from './support/campaign-size.ts';
import {
  alertsOf,
  assignThresholds,
  countReadings,
  createCrashHarness,
  groupByAlert,
  killAll,
  passLeases,
  play,
  untilTaken,
  untilTold,
} from './support/crash-harness.ts';
import { generateMarket } from './support/generate-market.ts';

const kills = sized({ quick: 2, whole: Number(process.env.KILLS ?? 200) });
const people = 12;
/** A sender holds a mail for so long after taking it in hand (server/mail/outbox-worker.ts). */
const leaseMs = 30_000;
const readingsPerSecond = 150;
const readingsPerKill = 100;

test(
  'row 1: whatever moment it is killed at, every alert ends in one mail and no acknowledged reading is lost',
  async () => {
    const market = generateMarket('kill-replay', kills * readingsPerKill);
    const relay = await startRelay();
    const stage = await createCrashHarness(market, { smtpUrl: relay.url });
    let vigia = await stage.open({ MARKET_PAUSED: '1' });
    const leftSending = new Set<string>();
    let slowestMs = 0;
    try {
      await assignThresholds(stage, market, people);
      await untilTaken(stage);
      await play(vigia);
      for (let nth = 1; nth <= kills; nth += 1) {
        // The moment of the kill is the point: there is no fact to wait for.
        await delay(200 + Math.random() * 600);
        const acknowledged = await countReadings(stage);
        await killAll(vigia);
        const deadAt = new Date();
        const startedAtMs = performance.now();
        // The last one may hurry.
        const pace = nth === kills ? 'max' : String((market.gapMs / 1_000) * readingsPerSecond);
        vigia = await stage.open({ MARKET_SPEED: pace });
        slowestMs = Math.max(slowestMs, performance.now() - startedAtMs);
        expect(await countReadings(stage)).toBeGreaterThanOrEqual(acknowledged);
        const left = await stage.query<{ id: string }>(
          `select id from outbox where state = 'sending' and next_attempt_at <= $1`,
          [new Date(deadAt.getTime() + leaseMs)],
        );
        for (const { id } of left) leftSending.add(id);
      }
      if (sized({ quick: true, whole: false })) await passLeases(stage, [...leftSending]);
      await untilTold(stage, vigia);
      expect(await alertsOf(stage)).toEqual(market.expected());
      const failed = await stage.query(`select 1 from outbox where state <> 'sent'`);
      expect(failed).toEqual([]);

      const { mailsOf, repeated, mails } = groupByAlert(relay.received);
      const fired = await stage.query<{ alert: string }>(
        `select concat_ws('/', t.id, a.version, a.episode) as alert
           from alerts a join thresholds t on t.key = a.threshold_key`,
      );
      expect(new Set(mailsOf.keys())).toEqual(new Set(fired.map(({ alert }) => alert)));
      expect([...mailsOf].filter(([, ids]) => ids.size !== 1)).toEqual([]);
      // Repeated only if it was in hand at a kill; and so under the same Message-ID, for it counts as one mail.
      expect(repeated.filter((id) => !leftSending.has(id))).toEqual([]);
      report(
        `${kills} kills of server and database during a replay`,
        `${await countReadings(stage)} readings, ${fired.length} alerts equal to the pure engine's, each in one of ` +
          `${mails} mails; ${leftSending.size} left sending, ${repeated.length} of them delivered twice under the ` +
          `same Message-ID; slowest reopening ${Math.round(slowestMs)} ms`,
      );
    } finally {
      await killAll(vigia);
      await relay.close();
      await stage.remove();
    }
  },
  sized({ quick: 300_000, whole: 3 * 3_600_000 }),
);
