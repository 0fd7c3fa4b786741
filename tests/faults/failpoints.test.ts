/** Row 2 of the fault campaign: the process is killed at every named failpoint between market and mailbox. */
import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { startRelay } from '#tests/support/smtp-relay.ts';
import { byCampaignSize, report } from './support/campaign-size.ts';
import {
  assignThresholds,
  createCrashHarness,
  expectEachAlertInOneMail,
  expireLeases,
  kill,
  play,
  waitForAlertsSent,
  waitForExit,
} from './support/crash-harness.ts';
import { failpoints, thresholdFailpoints } from './support/failpoints.ts';
import { generateMarket } from './support/generate-market.ts';
import { waitForCommandsApplied } from './support/market-harness.ts';

const names = byCampaignSize({
  quick: ['reading applied, not committed', 'mail accepted, not marked as sent'],
  full: Object.keys(failpoints),
});
const earlyNames = byCampaignSize({ quick: [], full: Object.keys(thresholdFailpoints) });
const preload = new URL('support/failpoint-preload.ts', import.meta.url).href;
const readingsPerSecond = 150;

test('row 2: every failpoint names a statement there is, or its process would never be killed', async () => {
  let sources = '';
  for await (const path of glob('server/db/**/*.ts')) sources += await readFile(path, 'utf8');
  const all = Object.entries({ ...failpoints, ...thresholdFailpoints });
  expect(all.filter(([, { statement }]) => !statement.test(sources))).toEqual([]);
});

test(
  'row 2: killed at each failpoint, every alert ends in one mail; only mails being sent are delivered twice',
  async () => {
    const market = generateMarket('failpoints', byCampaignSize({ quick: 600, full: 6_000 }));
    const speed = String((market.gapMs / 1_000) * readingsPerSecond);
    const database = await createTestDatabase();
    const relay = await startRelay();
    const harness = await createCrashHarness(market, {
      smtpUrl: relay.url,
      databaseUrl: database.url,
    });
    const openWithFailpoint = (name: string, env: Record<string, string> = {}) =>
      harness
        .start({
          ...env,
          FAILPOINT: name,
          NODE_OPTIONS: `--import=${preload}`,
          MARKET_SPEED: speed,
        })
        .catch(async (error: unknown) => {
          // Killed during startup: a signal leaves no exit code.
          if (error instanceof Error && error.message.startsWith('Vigía ended with null'))
            return null;
          throw error;
        });
    /** Mails being sent at a kill, accepted or not: only these may be delivered twice. */
    const leftSending = new Set<string>();
    const recordSending = async () => {
      const left = await harness.query<{ id: string }>(
        `select id from deliveries where state = 'sending'`,
      );
      for (const { id } of left) leftSending.add(id);
    };
    let vigia = await harness.start({ MARKET_PAUSED: '1' });
    try {
      if (earlyNames.length > 0) await kill(vigia);
      await assignThresholds(harness, market, 6);
      for (const name of earlyNames) {
        const victim = await openWithFailpoint(name, { MARKET_PAUSED: '1' });
        if (victim !== null) await waitForExit(victim);
      }
      if (earlyNames.length > 0) vigia = await harness.start({ MARKET_PAUSED: '1' });
      await waitForCommandsApplied(harness.query);
      await play(vigia);
      await kill(vigia);
      await recordSending();
      for (const name of names) {
        const victim = await openWithFailpoint(name);
        if (victim !== null) await waitForExit(victim);
        await recordSending();
      }
      await expireLeases(harness);
      vigia = await harness.start();
      await waitForAlertsSent(harness, vigia);
      const { alerts, repeated, mails } = await expectEachAlertInOneMail(
        harness,
        market,
        relay.received,
        leftSending,
      );
      report(
        `${names.length + earlyNames.length} failpoints`,
        `${alerts} alerts equal to the pure engine's, each in one of ${mails} mails; ` +
          `${leftSending.size} left sending, ${repeated.length} of them delivered twice under the same Message-ID`,
      );
    } finally {
      await kill(vigia);
      await relay.close();
      await harness.removeDataDir();
      await database.drop();
    }
  },
  byCampaignSize({ quick: 600_000, full: 1_200_000 }),
);
