/** Channels of every kind beside mail in crash tests: their variables, their rows, and what their receiver got. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type ChannelKind, channelKinds } from '#domain/channels.ts';
import { sealSettings } from '#server/delivery/secret-box.ts';
import type { ReceivedPost } from '#tests/support/channel-receiver.ts';
import { testChannels } from '#tests/support/channels-config.ts';
import { pushKeys } from '#tests/support/push-keys.ts';
import type { CrashHarness } from './crash-harness.ts';

/** Of a Vigía whose channels all lead to one receiver. */
export function channelVariables(origin: string): Record<string, string> {
  const { secrets, vapid, telegram } = testChannels(origin);
  return {
    CHANNELS_KEY: secrets[0],
    VAPID_PUBLIC_KEY: vapid.publicKey,
    VAPID_PRIVATE_KEY: vapid.privateKey,
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_BOT_NAME: telegram.name,
    TELEGRAM_WEBHOOK_SECRET: telegram.webhookSecret,
    TELEGRAM_API_ORIGIN: telegram.apiOrigin,
    TELEGRAM_LINK_ORIGIN: telegram.linkOrigin,
  };
}

/** So many users get one of each kind, and a plan that has them. Before the first alert. */
export async function addEveryChannel(
  { query }: Pick<CrashHarness, 'query'>,
  origin: string,
  count: number,
): Promise<void> {
  const { secrets } = testChannels(origin);
  const settings: Record<ChannelKind, object> = {
    push: { endpoint: `${origin}/push`, keys: pushKeys() },
    ntfy: { server: origin, topic: 'avisos' },
    gotify: { server: origin, token: 'A.b-c' },
    telegram: { chatId: '77' },
    discord: { url: `${origin}/discord` },
    webhook: { url: `${origin}/hook`, secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}` },
  };
  const users = await query<{ uid: string }>(
    `with u as (select uid from users order by uid limit $1), granted as (
       insert into plan_grants (uid, plan, granted_by) select uid, 'elite', 'test' from u)
     select uid from u`,
    [count],
  );
  for (const { uid } of users)
    for (const kind of channelKinds) {
      const id = randomUUID();
      await query(
        `insert into channels (id, uid, kind, name, settings, state) values ($1, $2, $3, $3, $4, 'active')`,
        [id, uid, kind, sealSettings(settings[kind], id, secrets)],
      );
    }
}

/**
 * Each alert of those who have channels in one delivery a channel, and each of these received: again, under its id, only if it was being sent at a kill.
 */
export async function expectEachAlertOnEveryChannel(
  { query }: Pick<CrashHarness, 'query'>,
  received: readonly ReceivedPost[],
  leftSending: ReadonlySet<string>,
): Promise<{ readonly deliveries: number; readonly repeated: number }> {
  const wrong = await query(
    `select a.id, count(*) from alerts a
       left join alert_deliveries l on l.alert_id = a.id
       left join deliveries d on d.id = l.delivery_id and d.kind <> 'mail'
      where a.uid in (select uid from channels)
      group by a.id
     having count(d.id) <> $1 or count(distinct d.kind) <> $1`,
    [channelKinds.length],
  );
  expect(wrong).toEqual([]);
  const sent = await query<{ id: string }>(`select id from deliveries where kind <> 'mail'`);
  const times = Map.groupBy(received, idOf);
  expect(new Set(times.keys())).toEqual(new Set(sent.map(({ id }) => plain(id))));
  const repeated = [...times].filter(([, posts]) => posts.length > 1).map(([id]) => id);
  const mayRepeat = new Set([...leftSending].map(plain));
  expect(repeated.filter((id) => !mayRepeat.has(id))).toEqual([]);
  return { deliveries: sent.length, repeated: repeated.length };
}

const plain = (id: string) => id.replaceAll('-', '');

const idOf = ({ headers }: ReceivedPost): string =>
  plain(String(headers['webhook-id'] ?? headers['idempotency-key'] ?? headers.topic));
