/** Stores what each of the users' channels beside mail is sent at a check, in the check's transaction. */
import type pg from 'pg';
import type { SentAlert } from '#contract/channels.ts';
import { matchPath } from '#domain/app-links.ts';
import { listAlertsByIds } from '../db/alerts/alerts.ts';
import type { ActiveChannel } from '../db/alerts/channels.ts';
import type { UnsentAlert } from '../db/alerts/unsent-alerts.ts';
import { type AlertLink, insertMessages, type NewMessage } from '../db/deliveries/deliveries.ts';
import { nameBasedUuid } from '../mail/name-based-uuid.ts';
import { uniqueIdentityOf } from './enqueue-alert-mails.ts';

/** One message carries at most so many: a webhook's body stays below 200 kB. */
const maxAlertsPerMessage = 200;

export interface ChannelAlerts {
  readonly channel: ActiveChannel;
  /** Oldest first, locked by this transaction. */
  readonly alerts: readonly UnsentAlert[];
}

/** One message to each channel; more of them only for hundreds of alerts. */
export async function enqueueMessages(
  client: pg.PoolClient,
  appOrigin: string,
  channelAlerts: readonly ChannelAlerts[],
): Promise<AlertLink[]> {
  const owners = new Map(
    channelAlerts.flatMap(({ alerts }) => alerts.map(({ id, uid }) => [id, uid] as const)),
  );
  if (owners.size === 0) return [];
  const items = await listAlertsByIds(
    client,
    [...owners].map(([id, uid]) => ({ id: String(id), uid })),
  );
  const sentById = new Map(
    items.map(
      ({
        item: { read: _read, delivery: _delivery, channels: _channels, unreachable: _, ...facts },
      }): [string, SentAlert] => [facts.id, { ...facts, url: chartUrl(appOrigin, facts) }],
    ),
  );
  const pages = channelAlerts.flatMap(({ channel, alerts }) =>
    pagesOf(alerts).map((page) => ({ channel, page, id: idOf(channel, page) })),
  );
  await insertMessages(
    client,
    pages.map(
      ({ id, channel, page }): NewMessage => ({
        id,
        channelId: channel.id,
        uid: channel.uid,
        kind: channel.kind,
        alerts: page.flatMap((alert) => sentById.get(String(alert.id)) ?? []),
      }),
    ),
  );
  return pages.flatMap(({ id, page }) =>
    page.map((alert) => ({ alertId: alert.id, deliveryId: id })),
  );
}

/** The same for the same alerts, so that a receiver can drop a repeat. */
const idOf = (channel: ActiveChannel, alerts: readonly UnsentAlert[]): string =>
  nameBasedUuid('channel', channel.id, ...alerts.map(uniqueIdentityOf));

const chartUrl = (
  appOrigin: string,
  { matchId, collectibleId }: Pick<SentAlert, 'matchId' | 'collectibleId'>,
): string => `${appOrigin}${matchPath(matchId, { collectible: collectibleId })}`;

const pagesOf = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / maxAlertsPerMessage) }, (_, page) =>
    items.slice(page * maxAlertsPerMessage, (page + 1) * maxAlertsPerMessage),
  );
