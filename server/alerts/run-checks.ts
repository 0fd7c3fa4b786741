/**
 * Users' checks (docs/alerts.md, rule 8): what fired since the last one becomes one delivery for each way it goes, in one transaction.
 * 1. Claim due checks, and lock their users. 2. Put off those in quiet hours, but for channels that these do not hold for. 3. Lock the
 * alerts to look at. 4. Route those that nothing carries. 5. Store mails and messages. 6. Mark the alerts, and end the checks.
 */
import type pg from 'pg';
import { mailChannelId } from '#contract/channels.ts';
import { plans } from '#domain/plans.ts';
import type { Metrics } from '../base/metrics.ts';
import { type ActiveChannel, lockActiveChannels } from '../db/alerts/channels.ts';
import {
  claimDueChecks,
  deleteChecks,
  type PostponedCheck,
  postponeChecks,
} from '../db/alerts/pending-checks.ts';
import { type LockedAlert, lockUnsentAlerts, markRouted } from '../db/alerts/unsent-alerts.ts';
import { databaseNow } from '../db/database-clock.ts';
import type { Database } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import { lockUsersSkipLocked, type User } from '../db/users/users.ts';
import type { MailLinkConfig } from '../mail/action-links.ts';
import { quietHoursEnd } from '../mail/quiet-hours.ts';
import { includesKind } from '../plans/plan-limits.ts';
import { type AlertMailOptions, enqueueAlertMails } from './enqueue-alert-mails.ts';
import { enqueueMessages } from './enqueue-messages.ts';
import { routeAlert } from './route-alert.ts';

/** The user's row is locked by a save of their settings or a change of their account, which takes milliseconds. */
const userLockedRetryMs = 50;
/** Checks per transaction: enough to share the cost of its commit, few enough to hold their row locks briefly. */
const batchSize = 20;
/** A failed check is tried again after this, behind all the others. */
const failedRetryMs = 10_000;

export interface CheckOptions extends AlertMailOptions {
  readonly pool: pg.Pool;
  readonly config: MailLinkConfig;
  readonly metrics: Pick<Metrics, 'alertChecks' | 'alertsRerouted' | 'deliveries'>;
  /** Absent = the database's; tests set their own. */
  readonly clock?: () => Date;
}

/**
 * Runs one batch of due checks in one transaction; after a failure, each check in a transaction of its own.
 * @returns how many were due, at most `limit`
 * @throws the database's error when checks cannot be claimed
 */
export async function runDueChecks(options: CheckOptions, limit = batchSize): Promise<number> {
  const { pool, log, metrics } = options;
  let claimed: readonly string[] = [];
  try {
    const result = await inTransaction(pool, async (client) => {
      const now = await nowOf(options, client);
      claimed = await claimDueChecks(client, now, limit);
      return claimed.length === 0 ? null : runChecks(client, options, { uids: claimed, now });
    });
    if (result !== null) count(metrics, result);
  } catch (error) {
    const [uid, ...others] = claimed;
    if (uid === undefined) throw error;
    if (others.length > 0) {
      // The batch failed. Each check gets a transaction of its own, so that one bad user cannot block the others.
      for (const _ of claimed) await runDueChecks(options, 1);
      return claimed.length;
    }
    log.error({ err: error }, 'a check failed and was postponed');
    const now = await nowOf(options, pool);
    await postponeChecks(pool, [{ uid, dueAt: new Date(now.getTime() + failedRetryMs) }]);
  }
  return claimed.length;
}

interface CheckResult {
  readonly mailedUsers: number;
  readonly unrenderableAlerts: number;
  /** Of alerts that a way had ended for: those that go by another one, and those that have none left. */
  readonly rerouted: number;
  readonly stranded: number;
}

function count(metrics: CheckOptions['metrics'], result: CheckResult): void {
  metrics.alertChecks.inc(result.mailedUsers);
  metrics.alertsRerouted.inc({ outcome: 'again' }, result.rerouted);
  metrics.alertsRerouted.inc({ outcome: 'stranded' }, result.stranded);
  metrics.deliveries.inc({ kind: 'mail', outcome: 'failed' }, result.unrenderableAlerts);
}

async function runChecks(
  client: pg.PoolClient,
  options: CheckOptions,
  { uids, now }: { readonly uids: readonly string[]; readonly now: Date },
): Promise<CheckResult> {
  // Locked, so that no account closes before the deliveries are committed.
  const users = await lockUsersSkipLocked(client, uids);
  const { reachable, quiet, postponed } = splitByReach(users, uids, now);
  const unsent = await lockUnsentAlerts(client, [...reachable.keys()]);
  const pending = unsent.filter(({ isCarried }) => !isCarried);
  const channels = await lockUsableChannels(client, reachable, pending);
  const routes = routeAlerts(pending, reachable, { channels, quiet });
  const waits = (alert: LockedAlert) => quiet.has(alert.uid) && routes.get(alert.id)?.size === 0;
  const goesBy = (alert: LockedAlert, way: string) => routes.get(alert.id)?.has(way) === true;

  const toMail = pending.filter((alert) => goesBy(alert, mailChannelId));
  const byUid = Map.groupBy(toMail, ({ uid }) => uid);
  // In the order in which their checks were due.
  const mailed = [...reachable.values()].flatMap((user) => {
    const alerts = byUid.get(user.uid);
    return alerts === undefined ? [] : { user, unsent: alerts };
  });
  const mails = await enqueueAlertMails(client, options, mailed, now);
  const messages = await enqueueMessages(
    client,
    options.config.appOrigin,
    channels.map((channel) => ({
      channel,
      alerts: pending.filter((alert) => alert.uid === channel.uid && goesBy(alert, channel.id)),
    })),
  );

  const told = new Set([...mails.links, ...messages].map(({ alertId }) => alertId));
  // Also what mail alone was to tell, and could not be rendered.
  const strandedAlerts = pending.filter((alert) => !told.has(alert.id) && !waits(alert));
  await markRouted(
    client,
    unsent.filter((alert) => alert.isCarried || !waits(alert)).map(({ id }) => id),
    { links: [...mails.links, ...messages], stranded: strandedAlerts.map(({ id }) => id) },
  );
  await endChecks(client, uids, postponed);
  const again = pending.filter((alert) => alert.refusedBy.length > 0 && !waits(alert));
  const stranded = strandedAlerts.filter(({ refusedBy }) => refusedBy.length > 0).length;
  return {
    mailedUsers: mailed.length,
    unrenderableAlerts: mails.unrenderable.length,
    rerouted: again.length - stranded,
    stranded,
  };
}

/** Whatever makes a suspended or closed account reachable again enqueues another check; until then its alerts stay as they are. */
function splitByReach(users: ReadonlyMap<string, User>, uids: readonly string[], now: Date) {
  const reachable = new Map<string, User>();
  const quiet = new Set<string>();
  const postponed: PostponedCheck[] = [];
  for (const uid of uids) {
    const user = users.get(uid);
    if (user === undefined) {
      postponed.push({ uid, dueAt: new Date(now.getTime() + userLockedRetryMs) });
      continue;
    }
    if (user.estado !== 'activo' || user.closedAt !== null) continue;
    reachable.set(uid, user);
    const quietEnd = quietHoursEnd(user.notifications.quietHours, now);
    if (quietEnd === null) continue;
    // By channels that these do not hold for they are reached all the same.
    quiet.add(uid);
    postponed.push({ uid, dueAt: quietEnd });
  }
  return { reachable, quiet, postponed };
}

/** Of the owners of pending alerts, in their plan. */
async function lockUsableChannels(
  client: pg.PoolClient,
  users: ReadonlyMap<string, User>,
  pending: readonly LockedAlert[],
): Promise<ActiveChannel[]> {
  // Most owners have none, and a check's throughput is its round trips.
  const uids = new Set(pending.flatMap((alert) => (alert.hasActiveChannel ? [alert.uid] : [])));
  if (uids.size === 0) return [];
  const channels = await lockActiveChannels(client, [...uids]);
  return channels.filter(({ uid, kind }) =>
    includesKind(plans[users.get(uid)?.plan ?? 'basico'], kind),
  );
}

/**
 * @param quiet users in quiet hours: of the ways of their alerts, those alone that these do not hold for
 * @returns which ways each alert goes, by its id
 */
function routeAlerts(
  pending: readonly LockedAlert[],
  users: ReadonlyMap<string, User>,
  {
    channels,
    quiet,
  }: { readonly channels: readonly ActiveChannel[]; readonly quiet: ReadonlySet<string> },
): ReadonlyMap<number, ReadonlySet<string>> {
  const excepted = new Set(channels.flatMap((one) => (one.ignoresQuietHours ? [one.id] : [])));
  const channelsOf = Map.groupBy(channels, ({ uid }) => uid);
  const usableOf = new Map(
    [...users].map(([uid, user]) => {
      const ids = (channelsOf.get(uid) ?? []).map(({ id }) => id);
      return [uid, new Set(canBeMailed(user) ? [mailChannelId, ...ids] : ids)];
    }),
  );
  return new Map(
    pending.map(({ id, uid, chosenChannels: chosen, refusedBy, isAgain }) => {
      const ways = routeAlert({ chosen, refusedBy, isAgain }, usableOf.get(uid) ?? new Set());
      return [id, quiet.has(uid) ? new Set([...ways].filter((way) => excepted.has(way))) : ways];
    }),
  );
}

async function endChecks(
  client: pg.PoolClient,
  uids: readonly string[],
  postponed: readonly PostponedCheck[],
): Promise<void> {
  const postponedUids = new Set(postponed.map(({ uid }) => uid));
  await postponeChecks(client, postponed);
  await deleteChecks(
    client,
    uids.filter((uid) => !postponedUids.has(uid)),
  );
}

const nowOf = async ({ clock }: Pick<CheckOptions, 'clock'>, db: Database): Promise<Date> =>
  clock?.() ?? (await databaseNow(db));

const canBeMailed = ({ emailConfirmedAt, notifications }: User) =>
  emailConfirmedAt !== null && notifications.mail === 'on';
