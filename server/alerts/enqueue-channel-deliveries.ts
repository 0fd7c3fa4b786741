/** Stores what each of the users' channels is sent at a check, in the check's transaction. */
import type pg from 'pg';
import { mailChannelId, type SentAlert } from '#contract/channels.ts';
import { listAlertsByIds } from '../db/alerts/alerts.ts';
import { insertDeliveries, type NewDelivery } from '../db/alerts/channel-deliveries.ts';
import { type ActiveChannel, lockActiveChannels } from '../db/alerts/channels.ts';
import type { LockedAlert } from '../db/alerts/unsent-alerts.ts';
import type { User } from '../db/users/users.ts';
import { nameBasedUuid } from '../mail/name-based-uuid.ts';
import { includesKind } from '../users/channels/channel-plans.ts';
import { uniqueIdentityOf } from './enqueue-alert-mails.ts';
import { type Route, routeAlert } from './route-alert.ts';

/** One delivery carries at most so many: a webhook's body stays below 200 kB. */
const maxAlertsPerDelivery = 200;

interface PendingAlerts {
  /** Locked, and neither suspended nor in their quiet hours. */
  readonly users: readonly User[];
  /** Oldest first, locked by this transaction, and carried by nothing. */
  readonly pending: readonly LockedAlert[];
  /** Users of these whose mail can go out. */
  readonly mailableUids: ReadonlySet<string>;
}

/**
 * One delivery per active channel of a user, with the pending alerts that go to it; more of them only for hundreds of alerts.
 * @returns which ways each pending alert goes, by its id
 */
export async function enqueueChannelDeliveries(
  client: pg.PoolClient,
  appOrigin: string,
  { users, pending, mailableUids }: PendingAlerts,
): Promise<ReadonlyMap<number, Route>> {
  const channels = await lockUsableChannels(client, users, pending);
  const usable = Map.groupBy(channels, ({ uid }) => uid);
  const routes = new Map(
    pending.map(({ id, uid, chosenChannels: chosen, refusedBy, isMailExcluded }) => {
      const mail = mailableUids.has(uid) ? [mailChannelId] : [];
      const ways = new Set([...mail, ...(usable.get(uid) ?? []).map((channel) => channel.id)]);
      const isAgain = isMailExcluded || refusedBy.length > 0;
      return [id, routeAlert({ chosen, refusedBy, isAgain }, ways)] as const;
    }),
  );
  if (channels.length === 0) return routes;
  const ids = pending.filter(({ uid }) => usable.has(uid));
  const items = await listAlertsByIds(
    client,
    ids.map(({ id, uid }) => ({ id: String(id), uid })),
  );
  const sentById = new Map(
    items.map(
      ({
        item: { read: _read, delivery: _delivery, channels: _channels, unreachable: _, ...facts },
      }): [string, SentAlert] => [facts.id, { ...facts, url: chartUrl(appOrigin, facts) }],
    ),
  );
  const pendingByUid = Map.groupBy(ids, ({ uid }) => uid);
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
  return routes;
}

/** Of the owners of pending alerts, in their plan. */
async function lockUsableChannels(
  client: pg.PoolClient,
  users: readonly User[],
  pending: readonly LockedAlert[],
): Promise<ActiveChannel[]> {
  // Most owners have none, and a check's throughput is its round trips.
  const uids = new Set(pending.flatMap((alert) => (alert.hasActiveChannel ? [alert.uid] : [])));
  if (uids.size === 0) return [];
  const planOf = new Map(users.map(({ uid, plan }) => [uid, plan]));
  const channels = await lockActiveChannels(client, [...uids]);
  return channels.filter(({ uid, kind }) => includesKind(planOf.get(uid) ?? 'basico', kind));
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
