/** Row 1 of the fault campaign: kill -9 of Vigía and its database at random during a replay, deliveries of every kind in flight. */

import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { webhookMessage } from '#contract/channels.ts';
import { channelKinds } from '#domain/channels.ts';
import { maxExpiredClaims } from '#machines/delivery.machine.ts';
import { startRelay } from '#tests/support/smtp-relay.ts';
import { byCampaignSize, report } from './support/campaign-size.ts';
import { addChannels, listMisplaced, startDoubles } from './support/channel-doubles.ts';
import {
  assignThresholds,
  type CrashHarness,
  countReadings,
  createCrashHarness,
  expectEachAlertInOneMail,
  expireLeases,
  killAll,
  play,
  waitForAlertsSent,
  waitForCommandsApplied,
} from './support/crash-harness.ts';
import { generateMarket } from './support/generate-market.ts';

const kills = byCampaignSize({ quick: 2, full: Number(process.env.FAULT_KILLS ?? 200) });
const users = 12;
/** They have a channel of every kind beside mail. */
const usersOfChannels = users / 2;
/** Lease of a claimed delivery (server/delivery/delivery-worker.ts). */
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

/**
 * Every alert of a user with channels is in one delivery of each, which its receiver got; again only if it was being sent
 * at a kill, under the same id.
 */
async function expectEachAlertOnceAChannel(
  { query }: CrashHarness,
  received: Awaited<ReturnType<Awaited<ReturnType<typeof startDoubles>>['received']>>,
  leftSending: ReadonlySet<string>,
) {
  expect(await listMisplaced(query)).toEqual([]);
  const stored = await query<{ id: string; kind: string; alerts: string[] }>(
    `select d.id, d.kind, array_agg(l.alert_id::text order by l.alert_id) as alerts
       from deliveries d join alert_deliveries l on l.delivery_id = d.id where d.kind <> 'mail' group by d.id`,
  );
  const times = Map.groupBy(received, ({ tipo, envio }) => `${tipo} ${envio}`);
  expect([...times.keys()].toSorted()).toEqual(
    stored.map(({ id, kind }) => `${kind} ${id}`).toSorted(),
  );
  const alertsOf = new Map(stored.map(({ id, alerts }) => [id, alerts]));
  for (const { contenido } of received.filter(({ tipo }) => tipo === 'webhook')) {
    const { id, alertas } = webhookMessage.parse(contenido);
    expect(alertas.map((alert) => alert.id)).toEqual(alertsOf.get(id));
  }
  const repeated = [...times.values()].flatMap(([first, ...others]) =>
    first !== undefined && others.length > 0 ? [first.envio] : [],
  );
  expect(repeated.filter((id) => !leftSending.has(id))).toEqual([]);
  return { deliveries: stored.length, repeated };
}

test(
  'row 1: killed at random, every alert ends in one mail and one delivery a channel, and no acknowledged reading is lost',
  async () => {
    const market = generateMarket('kill-replay', kills * readingsPerKill);
    const relay = await startRelay();
    const doubles = await startDoubles();
    const harness = await createCrashHarness(market, { smtpUrl: relay.url });
    let vigia = await harness.start({ ...doubles.env, MARKET_PAUSED: '1' });
    const leftSending = new Set<string>();
    const restarts: Restart[] = [];
    try {
      await assignThresholds(harness, market, users);
      for (let user = 0; user < usersOfChannels; user += 1) {
        const uid = `u${user}`;
        await harness.query(
          `insert into plan_grants (uid, plan, granted_by) values ($1, 'elite', 'test')`,
          [uid],
        );
        await addChannels(harness.query, doubles, uid);
      }
      await waitForCommandsApplied(harness);
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
        vigia = await harness.start({ ...doubles.env, MARKET_SPEED: speed }, { onOutput });
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
      const byMail = await expectEachAlertInOneMail(harness, market, relay.received, leftSending);
      const byChannel = await expectEachAlertOnceAChannel(
        harness,
        await doubles.received(),
        leftSending,
      );
      const [deaths] = await harness.query<{ most: number }>(
        `select max(expired_claims) as most from deliveries`,
      );
      report(
        `${kills} kills of server and database during a replay`,
        `${await countReadings(harness)} readings, ${byMail.alerts} alerts equal to the pure engine's, each in one of ` +
          `${byMail.mails} mails and, for half of the users, in one delivery for each of ${channelKinds.length} channels, ` +
          `${byChannel.deliveries} in all; ${leftSending.size} left sending, ${byMail.repeated.length} mails and ${byChannel.repeated.length} ` +
          `messages of them received again under the same id; ${deaths?.most} deaths in a row of one delivery at most, ` +
          `of ${maxExpiredClaims} that park it; ${describeRestarts(restarts)}`,
      );
    } finally {
      await killAll(vigia);
      await doubles.close();
      await relay.close();
      await harness.removeDataDir();
    }
  },
  byCampaignSize({ quick: 600_000, full: 3 * 3_600_000 }),
);
