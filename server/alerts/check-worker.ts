/** Background worker of periodic checks (docs/alerts.md, rule 8): gives each user's unsent alerts to mail and channels. */
import type pg from 'pg';
import { mailChannelId } from '#contract/channels.ts';
import {
  claimDueChecks,
  deleteChecks,
  findNextDue,
  type PostponedCheck,
  postponeChecks,
} from '../db/alerts/pending-checks.ts';
import { reopenMailedAlerts } from '../db/alerts/reopen-alerts.ts';
import { type LockedAlert, lockUnsentAlerts, markRouted } from '../db/alerts/unsent-alerts.ts';
import { databaseNow } from '../db/database-clock.ts';
import { type ListenerMetrics, startListener } from '../db/pg-listener.ts';
import type { Database } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import { lockUsersSkipLocked, type User } from '../db/users/users.ts';
import type { MailLinkConfig } from '../mail/mail-config.ts';
import { quietHoursEnd } from '../mail/quiet-hours.ts';
import type { Metrics } from '../metrics.ts';
import { pauseUntilDueMs } from '../pause-until-due.ts';
import { repeatUntilAborted } from '../repeat-until-aborted.ts';
import { WakeSignal } from '../wake-signal.ts';
import { type AlertMailOptions, enqueueAlertMails } from './enqueue-alert-mails.ts';
import { enqueueChannelDeliveries } from './enqueue-channel-deliveries.ts';

/** New checks wake the worker by NOTIFY; polling bounds the delay should one be lost. */
const pollEveryMs = 10_000;
const afterFailureMs = 1_000;
/** The user's row is locked by a save of their settings or a change of their account, which takes milliseconds. */
const userLockedRetryMs = 50;
const parallelBatches = 3;
/** Checks per transaction: enough to share the cost of its commit, few enough to hold their row locks briefly. */
const batchSize = 20;
/** A failed check is tried again after this, behind all the others. */
const failedRetryMs = 10_000;

export interface CheckOptions extends AlertMailOptions {
  readonly pool: pg.Pool;
  readonly config: MailLinkConfig;
  readonly metrics: Pick<Metrics, 'alertChecks' | 'alertsRerouted' | 'mailsFailed'>;
  /** Absent = the database's; tests set their own. */
  readonly clock?: () => Date;
}

export interface CheckWorkerOptions extends CheckOptions {
  readonly metrics: CheckOptions['metrics'] & ListenerMetrics;
  readonly config: MailLinkConfig & { readonly databaseSessionUrl: string };
}

/** Starts the worker; returns `close()`. Several processes may run one: a check is claimed with `skip locked`. */
export function startCheckWorker(options: CheckWorkerOptions): { close(): Promise<void> } {
  const { pool, config, log } = options;
  const stop = new AbortController();
  const wakeSignal = new WakeSignal();
  const wake = () => wakeSignal.notify();
  const listener = startListener({
    databaseSessionUrl: config.databaseSessionUrl,
    channel: 'vigia_checks',
    metrics: options.metrics,
    onPayload: wake,
    onConnect: wake,
    onFailure: (error) =>
      log.warn({ err: error }, 'LISTEN vigia_checks failed: checks are polled meanwhile'),
  });
  const runUntilNone = async () => {
    while (!stop.signal.aborted && (await runDueChecks(options)) > 0) {}
  };
  const runDue = async () => {
    // Where one batch is due, many often are: the rest is worked off in parallel.
    if ((await runDueChecks(options)) === 0) return;
    const rounds = await Promise.allSettled(Array.from({ length: parallelBatches }, runUntilNone));
    const failed = rounds.find((round) => round.status === 'rejected');
    if (failed) throw failed.reason;
  };
  const step = async () => {
    await runDue();
    const { at, now } = await findNextDue(pool);
    return pauseUntilDueMs(at, options.clock?.() ?? now, pollEveryMs);
  };
  const running = repeatUntilAborted(step, {
    signal: stop.signal,
    wake: wakeSignal,
    retryMs: afterFailureMs,
    onFailure: (error) => log.warn({ err: error }, 'checks wait for the database'),
  });
  return {
    async close() {
      stop.abort();
      await running;
      await listener.close();
    },
  };
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
    const { mailedUsers, unrenderableAlerts, rerouted, stranded } = await inTransaction(
      pool,
      async (client) => {
        const now = await nowOf(options, client);
        claimed = await claimDueChecks(client, now, limit);
        return processChecks(client, options, { uids: claimed, now });
      },
    );
    metrics.alertChecks.inc(mailedUsers);
    metrics.alertsRerouted.inc({ outcome: 'again' }, rerouted);
    metrics.alertsRerouted.inc({ outcome: 'stranded' }, stranded);
    metrics.mailsFailed.inc({ kind: 'alert' }, unrenderableAlerts);
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

type CheckResult = Readonly<
  Record<'mailedUsers' | 'unrenderableAlerts' | 'rerouted' | 'stranded', number>
>;

/**
 * For each claimed user: enqueues a mail and deliveries to channels, postpones the check, or deletes it because nothing can be sent.
 * @returns how many users got a mail, how many alerts could not be rendered, and of those that a way had ended for, how many
 *   go by another one and how many have none left
 */
async function processChecks(
  client: pg.PoolClient,
  options: CheckOptions,
  { uids, now }: { readonly uids: readonly string[]; readonly now: Date },
): Promise<CheckResult> {
  if (uids.length === 0) return { mailedUsers: 0, unrenderableAlerts: 0, rerouted: 0, stranded: 0 };
  // Locked, so that no account closes before the mails are committed.
  const users = await lockUsersSkipLocked(client, uids);
  const postponed: PostponedCheck[] = [];
  const reachable: User[] = [];
  for (const uid of uids) {
    const user = users.get(uid);
    if (user === undefined) {
      postponed.push({ uid, dueAt: new Date(now.getTime() + userLockedRetryMs) });
      continue;
    }
    // Whatever makes the user reachable again enqueues another check; until then the alerts stay unsent.
    if (!isReachable(user)) continue;
    const quietEnd = quietHoursEnd(user.notifications.silencio, now);
    if (quietEnd === null) reachable.push(user);
    else postponed.push({ uid, dueAt: quietEnd });
  }
  const mailable = reachable.filter(canBeMailed);
  const unsent = await lockUnsentAlerts(
    client,
    reachable.map(({ uid }) => uid),
    mailable.map(({ uid }) => uid),
  );
  const routes = await enqueueChannelDeliveries(client, options.config.appOrigin, {
    users: reachable,
    pending: unsent.filter(({ isChannelPending, isCarried }) => isChannelPending && !isCarried),
    mailableUids: new Set(mailable.map(({ uid }) => uid)),
  });
  const isToMail = ({ id, isMailed }: LockedAlert) =>
    routes.get(id)?.channels.has(mailChannelId) ?? !isMailed;
  const unsentByUid = Map.groupBy(unsent.filter(isToMail), ({ uid }) => uid);
  const userAlerts = mailable.flatMap((user) => {
    const alerts = unsentByUid.get(user.uid);
    return alerts === undefined ? [] : { user, unsent: alerts };
  });
  const parkedMails = await enqueueAlertMails(client, options, userAlerts, now);
  // Those just mailed are marked with their mail.
  const mailedIds = new Set(userAlerts.flatMap(({ unsent: mailed }) => mailed.map(({ id }) => id)));
  const routed = unsent.flatMap(({ id, isChannelPending }) =>
    isChannelPending && !mailedIds.has(id) ? [id] : [],
  );
  await markRouted(client, routed, {
    excludedFromMail: routed.filter((id) => routes.get(id)?.leavesMailOut),
    stranded: routed.filter((id) => routes.get(id)?.channels.size === 0),
  });
  const postponedUids = new Set(postponed.map(({ uid }) => uid));
  await postponeChecks(client, postponed);
  await deleteChecks(
    client,
    uids.filter((uid) => !postponedUids.has(uid)),
  );
  // After the deletion: they have another check, which gives them to what is left.
  await reopenMailedAlerts(client, parkedMails);
  const again = unsent.filter(({ id, refusedBy }) => refusedBy.length > 0 && routes.has(id));
  const stranded = again.filter(({ id }) => routes.get(id)?.channels.size === 0).length;
  return {
    mailedUsers: userAlerts.length,
    unrenderableAlerts: parkedMails.length,
    rerouted: again.length - stranded,
    stranded,
  };
}

const nowOf = async ({ clock }: Pick<CheckOptions, 'clock'>, db: Database): Promise<Date> =>
  clock?.() ?? (await databaseNow(db));

const isReachable = (user: User) => user.estado === 'activo' && user.closedAt === null;

const canBeMailed = (user: User) =>
  isReachable(user) && user.emailConfirmedAt !== null && user.notifications.correo === 'activo';
