/** Row 36 of the fault campaign: kill -9 of Vigía and its database at random, with channels of every kind for each user. */
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
  createCrashHarness,
  killAll,
  play,
  waitForAlertsSent,
  waitForCommandsApplied,
} from './support/crash-harness.ts';
import { generateMarket } from './support/generate-market.ts';
import { waitUntil } from './support/market-harness.ts';
import { listStoredAlerts } from './support/stored-alerts.ts';

const kills = byCampaignSize({ quick: 2, full: Number(process.env.FAULT_KILLS ?? 200) });
const users = 6;
/** Lease of a claimed delivery (server/delivery/delivery-worker.ts). */
const leaseMs = 30_000;
const readingsPerSecond = 150;
const readingsPerKill = 100;

test(
  'row 36: killed at random, every channel gets every alert in one delivery; a repeat carries the same id',
  async () => {
    const market = generateMarket('channel-kill', kills * readingsPerKill);
    const relay = await startRelay();
    const doubles = await startDoubles();
    const harness = await createCrashHarness(market, { smtpUrl: relay.url });
    let vigia = await harness.start({ ...doubles.env, MARKET_PAUSED: '1' });
    const leftSending = new Set<string>();
    try {
      await assignThresholds(harness, market, users);
      for (let user = 0; user < users; user += 1) {
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
        await killAll(vigia);
        const deadAt = new Date();
        // After the last kill at maximum speed.
        const speed = nth === kills ? 'max' : String((market.gapMs / 1_000) * readingsPerSecond);
        vigia = await harness.start({ ...doubles.env, MARKET_SPEED: speed });
        const left = await harness.query<{ id: string }>(
          `select id from deliveries where kind <> 'mail' and state = 'sending' and next_attempt_at <= $1`,
          [new Date(deadAt.getTime() + leaseMs)],
        );
        for (const { id } of left) leftSending.add(id);
      }
      await waitForAlertsSent(harness, vigia);
      await waitUntil(async () => {
        const unsent = await harness.query(
          `select from deliveries where kind <> 'mail' and state in ('pending', 'sending')
           union all select from alerts where channel_pending`,
        );
        return unsent.length === 0;
      }, 120_000);

      expect(await listStoredAlerts(harness.query)).toEqual(market.expected());
      expect(
        await harness.query(
          `select id, kind, last_error from deliveries where kind <> 'mail' and state <> 'sent'`,
        ),
      ).toEqual([]);
      expect(await listMisplaced(harness.query)).toEqual([]);
      const stored = await harness.query<{ id: string; kind: string; alerts: string[] }>(
        `select d.id, d.kind, array_agg(l.alert_id::text order by l.alert_id) as alerts
           from deliveries d join alert_deliveries l on l.delivery_id = d.id where d.kind <> 'mail' group by d.id`,
      );
      const received = await doubles.received();
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
      const [deaths] = await harness.query<{ most: number }>(
        `select max(expired_claims) as most from deliveries where kind <> 'mail'`,
      );
      const alerts = await harness.query('select from alerts');
      expect(alerts.length).toBeGreaterThan(0);
      report(
        `${kills} kills of server and database, ${channelKinds.length} channels for each of ${users} users`,
        `${alerts.length} alerts equal to the pure engine's, each in one delivery per channel, ${stored.length} in all; ` +
          `${leftSending.size} left sending, ${repeated.length} of them received again under the same id; ` +
          `${deaths?.most} deaths in a row of one delivery at most, of ${maxExpiredClaims} that park it`,
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
