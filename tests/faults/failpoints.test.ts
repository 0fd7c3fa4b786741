/** Row 2 of the fault campaign: killed at every named moment between the market and the mailbox, each on purpose. */
import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { startRelay } from '#tests/support/smtp-relay.ts';
import { report, sized } from './support/campaign-size.ts';
import {
  alertsOf,
  assignThresholds,
  createCrashHarness,
  died,
  groupByAlert,
  kill,
  passLeases,
  play,
  untilTaken,
  untilTold,
} from './support/crash-harness.ts';
import { failpoints, thresholdFailpoints } from './support/failpoints.ts';
import { generateMarket } from './support/generate-market.ts';

const names = sized({
  quick: ['reading applied, not committed', 'mail accepted, not written down'],
  whole: Object.keys(failpoints),
});
const earlyNames = sized({ quick: [], whole: Object.keys(thresholdFailpoints) });
const preload = new URL('support/failpoint-preload.ts', import.meta.url).href;
const readingsPerSecond = 150;

test(
  'row 2: killed at each named moment, every alert ends in one mail, repeated only where it was in hand',
  async () => {
    const market = generateMarket('failpoints', sized({ quick: 600, whole: 6_000 }));
    const speed = String((market.gapMs / 1_000) * readingsPerSecond);
    const database = await createTestDatabase();
    const relay = await startRelay();
    const stage = await createCrashHarness(market, {
      smtpUrl: relay.url,
      databaseUrl: database.url,
    });
    const dying = (name: string, env: Record<string, string> = {}) =>
      stage
        .open({ ...env, FAILPOINT: name, NODE_OPTIONS: `--import=${preload}`, MARKET_SPEED: speed })
        .catch(async (error: unknown) => {
          // Killed while it was starting: a signal leaves no exit code.
          if (error instanceof Error && error.message.startsWith('Vigía ended with null'))
            return null;
          throw error;
        });
    /** In somebody's hands when he died, accepted or not: only these may a reader see twice. */
    const leftSending = new Set<string>();
    const noteSending = async () => {
      const left = await stage.query<{ id: string }>(
        `select id from outbox where state = 'sending'`,
      );
      for (const { id } of left) leftSending.add(id);
    };
    let vigia = await stage.open({ MARKET_PAUSED: '1' });
    try {
      if (earlyNames.length > 0) await kill(vigia);
      await assignThresholds(stage, market, 6);
      for (const name of earlyNames) {
        const victim = await dying(name, { MARKET_PAUSED: '1' });
        if (victim !== null) await died(victim);
      }
      if (earlyNames.length > 0) vigia = await stage.open({ MARKET_PAUSED: '1' });
      await untilTaken(stage);
      await play(vigia);
      await kill(vigia);
      await noteSending();
      for (const name of names) {
        const victim = await dying(name);
        if (victim !== null) await died(victim);
        await noteSending();
      }
      await passLeases(stage);
      vigia = await stage.open();
      await untilTold(stage, vigia);
      expect(await alertsOf(stage)).toEqual(market.expected());
      const { mailsOf, repeated, mails } = groupByAlert(relay.received);
      expect(mailsOf.size).toBe(market.expected().length);
      expect([...mailsOf].filter(([, ids]) => ids.size !== 1)).toEqual([]);
      expect(repeated.filter((id) => !leftSending.has(id))).toEqual([]);
      report(
        `${names.length + earlyNames.length} moments to die at`,
        `${market.expected().length} alerts equal to the pure engine's, each in one of ${mails} mails; ` +
          `${leftSending.size} left sending, ${repeated.length} of them delivered twice under the same Message-ID`,
      );
    } finally {
      await kill(vigia);
      await relay.close();
      await stage.remove();
      await database.drop();
    }
  },
  sized({ quick: 300_000, whole: 1_200_000 }),
);
