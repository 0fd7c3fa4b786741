/** Stores what each of the users' channels is sent at a check, in the check's transaction. */
import type pg from 'pg';
import { mailChannelId, type SentAlert } from '#contract/channels.ts';
import { plans } from '#domain/plans.ts';
import { listAlertsByIds } from '../db/alerts/alerts.ts';
import { insertDeliveries, type NewDelivery } from '../db/alerts/channel-deliveries.ts';
import { type ActiveChannel, lockActiveChannels } from '../db/alerts/channels.ts';
import type { LockedAlert } from '../db/alerts/unsent-alerts.ts';
import type { User } from '../db/users/users.ts';
import { nameBasedUuid } from '../mail/name-based-uuid.ts';
import { uniqueIdentityOf } from './enqueue-alert-mails.ts';
import { routeAlert } from './route-alert.ts';

/** One delivery carries at most so many: a webhook's body stays below 200 kB. */
const maxAlertsPerDelivery = 200;

interface PendingAlerts {
  /** Locked, and neither suspended nor in their quiet hours. */
  readonly users: readonly User[];
  /** Oldest first, locked by this transaction. */
  readonly pending: readonly LockedAlert[];
  /** Users of these whose mail can go out. */
  readonly mailableUids: ReadonlySet<string>;
}

/**
 * One delivery per active channel of a user, with the pending alerts whose thresholds chose it; more of them only for hundreds
 * of alerts.
 * @returns the alerts whose thresholds chose channels without mail
 */
export async function enqueueChannelDeliveries(
  client: pg.PoolClient,
  appOrigin: string,
  { users, pending, mailableUids }: PendingAlerts,
): Promise<ReadonlySet<number>> {
  // Most owners have none, and a check's throughput is its round trips.
  const pendingByUid = Map.groupBy(
    pending.filter(({ hasActiveChannel }) => hasActiveChannel),
    ({ uid }) => uid,
  );
  const owners = new Map(
    users.flatMap((user) => (pendingByUid.has(user.uid) ? [[user.uid, user] as const] : [])),
  );
  if (owners.size === 0) return new Set();
  const channels = (await lockActiveChannels(client, [...owners.keys()])).filter(({ uid, kind }) =>
    plans[owners.get(uid)?.plan ?? 'basico'].channelKinds.some((included) => included === kind),
  );
  if (channels.length === 0) return new Set();
  const uids = new Set(channels.map(({ uid }) => uid));
  const ids = pending.filter(({ uid }) => uids.has(uid));
  const items = await listAlertsByIds(
    client,
    ids.map(({ id, uid }) => ({ id: String(id), uid })),
  );
  const sentById = new Map(
    items.map(
      ({
        item: { read: _read, delivery: _delivery, channels: _channels, ...facts },
      }): [string, SentAlert] => [facts.id, { ...facts, url: chartUrl(appOrigin, facts) }],
    ),
  );
  const usable = Map.groupBy(channels, ({ uid }) => uid);
  const routes = new Map(
    ids.map(({ id, uid, chosenChannels }) => {
      const usableIds = (usable.get(uid) ?? []).map((channel) => channel.id);
      const mail = mailableUids.has(uid) ? [mailChannelId] : [];
      return [id, routeAlert(chosenChannels, new Set([...mail, ...usableIds]))] as const;
    }),
  );
  const alertsOf = ({ id: channelId, uid }: ActiveChannel) =>
    (pendingByUid.get(uid) ?? []).filter(({ id }) => routes.get(id)?.channels.has(channelId));
  const deliveries = channels.flatMap((channel) =>
    pagesOf(alertsOf(channel)).map(
      (alerts): NewDelivery => ({
        id: nameBasedUuid('channel', channel.id, ...alerts.map(uniqueIdentityOf)),
        channelId: channel.id,
        uid: channel.uid,
        kind: channel.kind,
        alertIds: alerts.map(({ id }) => id),
        alerts: alerts.flatMap(({ id }) => sentById.get(String(id)) ?? []),
      }),
    ),
  );
  await insertDeliveries(client, deliveries);
  return new Set(
    ids.flatMap(({ id, chosenChannels }) =>
      routes.get(id)?.isChoice && !chosenChannels?.includes(mailChannelId) ? [id] : [],
    ),
  );
}

const chartUrl = (
  appOrigin: string,
  { matchId, collectibleId }: Pick<SentAlert, 'matchId' | 'collectibleId'>,
): string =>
  `${appOrigin}/dashboard/partidos/${encodeURIComponent(matchId)}?c=${encodeURIComponent(collectibleId)}`;

const pagesOf = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / maxAlertsPerDelivery) }, (_, page) =>
    items.slice(page * maxAlertsPerDelivery, (page + 1) * maxAlertsPerDelivery),
  );
