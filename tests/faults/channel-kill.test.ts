/** Row 36 of the fault campaign: kill -9 of Vigía and its database at random, with five channels for each user. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { webhookMessage } from '#contract/channels.ts';
import { type ChannelKind, channelKinds } from '#domain/channels.ts';
import { maxExpiredClaims } from '#machines/mail-delivery.machine.ts';
import { sealSettings } from '#server/delivery/secret-box.ts';
import { channelDoubles } from '#standins/channels/plugin.ts';
import { testChannels } from '#tests/support/channels-config.ts';
import { freePort } from '#tests/support/local-app.ts';
import { startRelay } from '#tests/support/smtp-relay.ts';
import { byCampaignSize, report } from './support/campaign-size.ts';
import {
  assignThresholds,
  type CrashHarness,
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
const secreto = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

const receivedMessages = z.object({
  items: z.array(
    z.object({
      tipo: z.enum(channelKinds),
      envio: z.string(),
      contenido: z.unknown(),
    }),
  ),
});

/** Doubles outside the killed processes: they keep what they received. */
async function startDoubles() {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const config = testChannels(origin);
  const app = Fastify();
  const { token, webhookSecret } = config.telegram;
  await app.register(channelDoubles, {
    origin,
    maxMessages: 1_000_000,
    telegram: { token, webhookSecret, webhookUrl: 'http://127.0.0.1:9/' },
  });
  await app.listen({ port, host: '127.0.0.1' });
  const base = `${origin}/__local/canales`;
  return {
    env: {
      CHANNELS_KEY: config.secrets[0],
      VAPID_PUBLIC_KEY: config.vapid.publicKey,
      VAPID_PRIVATE_KEY: config.vapid.privateKey,
      TELEGRAM_BOT_TOKEN: token,
      TELEGRAM_API_ORIGIN: origin,
    },
    secrets: config.secrets,
    async settingsOf(kind: ChannelKind, uid: string): Promise<object> {
      if (kind === 'push') return (await fetch(`${base}/push`, { method: 'POST' })).json();
      if (kind === 'ntfy') return { servidor: `${base}/ntfy`, tema: uid };
      if (kind === 'telegram') return { chatId: uid };
      if (kind === 'discord') return { url: `${base}/discord/api/webhooks/1/${uid}` };
      return { url: `${base}/webhook/${uid}`, secreto };
    },
    received: async () => receivedMessages.parse(await (await fetch(`${base}.json`)).json()).items,
    close: () => app.close(),
  };
}

async function addChannels(
  { query }: CrashHarness,
  doubles: Awaited<ReturnType<typeof startDoubles>>,
): Promise<void> {
  for (let user = 0; user < users; user += 1) {
    const uid = `u${user}`;
    await query(`insert into plan_grants (uid, plan, granted_by) values ($1, 'elite', 'test')`, [
      uid,
    ]);
    for (const kind of channelKinds) {
      const id = randomUUID();
      const sealed = sealSettings(await doubles.settingsOf(kind, uid), id, doubles.secrets);
      await query(
        `insert into channels (id, uid, kind, name, state, settings) values ($1, $2, $3, $3, 'activo', $4)`,
        [id, uid, kind, sealed],
      );
    }
  }
}

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
      await addChannels(harness, doubles);
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
          `select id from channel_deliveries where state = 'sending' and next_attempt_at <= $1`,
          [new Date(deadAt.getTime() + leaseMs)],
        );
        for (const { id } of left) leftSending.add(id);
      }
      await waitForAlertsSent(harness, vigia);
      await waitUntil(async () => {
        const unsent = await harness.query(
          `select from channel_deliveries where state in ('pending', 'sending')
           union all select from alerts where channel_pending`,
        );
        return unsent.length === 0;
      }, 120_000);

      expect(await listStoredAlerts(harness.query)).toEqual(market.expected());
      expect(
        await harness.query(`select id from channel_deliveries where state <> 'sent'`),
      ).toEqual([]);
      // Each channel has each of its user's alerts, in one delivery.
      const misplaced = await harness.query(
        `select c.id, a.id, count(d.id) from channels c join alerts a on a.uid = c.uid
           left join alert_deliveries l on l.alert_id = a.id
           left join channel_deliveries d on d.id = l.delivery_id and d.channel_id = c.id
          group by c.id, a.id having count(d.id) <> 1`,
      );
      expect(misplaced).toEqual([]);
      const stored = await harness.query<{ id: string; kind: string; alerts: string[] }>(
        `select d.id, d.kind, array_agg(l.alert_id::text order by l.alert_id) as alerts
           from channel_deliveries d join alert_deliveries l on l.delivery_id = d.id group by d.id`,
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
        'select max(expired_claims) as most from channel_deliveries',
      );
      const alerts = await harness.query('select from alerts');
      expect(alerts.length).toBeGreaterThan(0);
      report(
        `${kills} kills of server and database, five channels for each of ${users} users`,
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
