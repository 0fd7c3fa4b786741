/** Doubles of every kind of channel outside the processes under test, channels that lead to them, and what they received. */
import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import * as z from 'zod';
import { type ChannelKind, channelKinds } from '#domain/channels.ts';
import { sealSettings } from '#server/delivery/secret-box.ts';
import { channelDoubles } from '#standins/channels/plugin.ts';
import { testChannels } from '#tests/support/channels-config.ts';
import { freePort } from '#tests/support/local-app.ts';
import type { CrashHarness } from './crash-harness.ts';

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
export async function startDoubles() {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const config = testChannels(origin);
  const app = Fastify();
  const { token, name, webhookSecret } = config.telegram;
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
      TELEGRAM_BOT_NAME: name,
      TELEGRAM_WEBHOOK_SECRET: webhookSecret,
      TELEGRAM_API_ORIGIN: origin,
    },
    secrets: config.secrets,
    async settingsOf(kind: ChannelKind, uid: string): Promise<object> {
      if (kind === 'push') return (await fetch(`${base}/push`, { method: 'POST' })).json();
      if (kind === 'ntfy') return { servidor: `${base}/ntfy`, tema: uid };
      if (kind === 'gotify') return { servidor: `${base}/gotify`, token: uid };
      if (kind === 'telegram') return { chatId: uid };
      if (kind === 'discord') return { url: `${base}/discord/api/webhooks/1/${uid}` };
      return { url: `${base}/webhook/${uid}`, secreto };
    },
    received: async () => receivedMessages.parse(await (await fetch(`${base}.json`)).json()).items,
    close: () => app.close(),
  };
}

/** One of each kind for a user. */
export async function addChannels(
  query: CrashHarness['query'],
  { settingsOf, secrets }: Awaited<ReturnType<typeof startDoubles>>,
  uid: string,
): Promise<void> {
  for (const kind of channelKinds) {
    const id = randomUUID();
    const sealed = sealSettings(await settingsOf(kind, uid), id, secrets);
    await query(
      `insert into channels (id, uid, kind, name, state, settings) values ($1, $2, $3, $3, 'activo', $4)`,
      [id, uid, kind, sealed],
    );
  }
}

/** What channels and stored deliveries disagree about: each channel has each of its user's alerts, in one delivery. */
export const listMisplaced = (query: CrashHarness['query']) =>
  query(
    `select c.id, a.id, count(d.id) from channels c join alerts a on a.uid = c.uid
       left join alert_deliveries l on l.alert_id = a.id
       left join deliveries d on d.id = l.delivery_id and d.channel_id = c.id
      group by c.id, a.id having count(d.id) <> 1`,
  );
