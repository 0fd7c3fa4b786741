/** Users' checks (alerts.md, rule 8): everything fired since the last one goes into one mail. */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import {
  claimDueChecks,
  deleteChecks,
  nextDueAt,
  type PostponedCheck,
  postponeChecks,
} from '../db/alerts/pending-checks.ts';
import { lockUnsentAlerts } from '../db/alerts/unsent-alerts.ts';
import { startListener } from '../db/pg-listener.ts';
import { inTransaction } from '../db/transaction.ts';
import { lockUsersSkipLocked, type User } from '../db/users/users.ts';
import type { MailLinkConfig } from '../mail/mail-config.ts';
import type { Metrics } from '../metrics.ts';
import { WakeSignal } from '../wake-signal.ts';
import { type AlertMailOptions, enqueueAlertMails } from './enqueue-alert-mails.ts';
import { quietUntil } from './quiet-hours.ts';

/** A new check rings; should the ring be lost, this is how late we notice. */
const lookEveryMs = 10_000;
/** A row that stays due is in another worker's hands, or will be in ours if that worker dies. */
const inOtherHandsMs = 250;
const afterFailureMs = 1_000;
/** Somebody is saving this user's settings, or ending the account: a moment's work. */
const busyMs = 50;
const workers = 3;
/** Checks that share a transaction: enough for its cost to be shared, few enough for whoever waits for one of them. */
const together = 20;
/** A check that cannot be finished is tried again so much later, behind all the others. */
const putOffMs = 10_000;

export interface CheckOptions extends AlertMailOptions {
  readonly pool: pg.Pool;
  readonly config: MailLinkConfig;
  readonly metrics: Pick<Metrics, 'checksRun' | 'mailsFailed'>;
  /** Wall time; tests set their own. */
  readonly clock?: () => Date;
}

export interface CheckWorkerOptions extends CheckOptions {
  readonly config: MailLinkConfig & { readonly databaseUrl: string };
}

/** Works until closed; several processes share the checks, each taken once. Asleep while nothing is due. */
export function startCheckWorker(parts: CheckWorkerOptions): { close(): Promise<void> } {
  const { pool, config, log, clock = () => new Date() } = parts;
  const stop = new AbortController();
  const bell = new WakeSignal();
  const ring = () => bell.notify();
  const ear = startListener({
    databaseUrl: config.databaseUrl,
    channel: 'vigia_checks',
    onPayload: ring,
    onReconnect: ring,
    onFailure: (error) => log.warn({ err: error }, 'checks fall back to looking now and then'),
  });
  const runUntilNone = async () => {
    while (!stop.signal.aborted && (await runDueChecks(parts)) > 0) {}
  };
  const runDue = async () => {
    // Where one is due, many often are: several users' mails are written at the same time.
    if ((await runDueChecks(parts)) === 0) return;
    const rounds = await Promise.allSettled(Array.from({ length: workers }, runUntilNone));
    const failed = rounds.find((round) => round.status === 'rejected');
    if (failed) throw failed.reason;
  };
  const untilNext = async () => {
    const due = await nextDueAt(pool);
    const leftMs = due === null ? lookEveryMs : due.getTime() - clock().getTime();
    return leftMs > 0 ? Math.min(lookEveryMs, leftMs) : inOtherHandsMs;
  };
  const run = async () => {
    while (!stop.signal.aborted) {
      try {
        await runDue();
        await bell.wait(await untilNext());
      } catch (error) {
        log.warn({ err: error }, 'checks wait for the database');
        await delay(afterFailureMs, undefined, { signal: stop.signal }).catch(() => {});
      }
    }
  };
  const running = run();
  return {
    async close() {
      stop.abort();
      ring();
      await running;
      await ear.close();
    },
  };
}

/** @returns how many users' checks were due, of at most `most` */
export async function runDueChecks(parts: CheckOptions, most = together): Promise<number> {
  const { pool, log, metrics, clock = () => new Date() } = parts;
  const now = clock();
  let taken: readonly string[] = [];
  try {
    const { told, parked } = await inTransaction(pool, async (client) => {
      taken = await claimDueChecks(client, now, most);
      return finishChecks(client, parts, { uids: taken, now });
    });
    metrics.checksRun.inc(told);
    metrics.mailsFailed.inc({ kind: 'alert' }, parked);
  } catch (error) {
    const [uid, ...others] = taken;
    if (uid === undefined) throw error;
    if (others.length > 0) {
      // One of them is to blame, or none: by itself it cannot keep the others from being told.
      for (const _ of taken) await runDueChecks(parts, 1);
      return taken.length;
    }
    log.error({ err: error }, 'a check failed and was put off');
    await postponeChecks(pool, [{ uid, dueAt: new Date(now.getTime() + putOffMs) }]);
  }
  return taken.length;
}

/**
 * Decides for each user who was taken: told, told later, or nothing to tell.
 * @returns how many users had something to tell, and how many alerts could not be written
 */
async function finishChecks(
  client: pg.PoolClient,
  parts: CheckOptions,
  { uids, now }: { readonly uids: readonly string[]; readonly now: Date },
): Promise<{ readonly told: number; readonly parked: number }> {
  if (uids.length === 0) return { told: 0, parked: 0 };
  // Held, so that no account closes between this look and the mails' commit.
  const users = await lockUsersSkipLocked(client, uids);
  const later: PostponedCheck[] = [];
  const mailable: User[] = [];
  for (const uid of uids) {
    const user = users.get(uid);
    if (user === undefined) {
      later.push({ uid, dueAt: new Date(now.getTime() + busyMs) });
      continue;
    }
    // Whatever lifts the obstacle asks for another check; until then the alerts wait.
    if (!mayBeMailed(user)) continue;
    const quietEnd = quietUntil(user.notifications.silencio, now);
    if (quietEnd === null) mailable.push(user);
    else later.push({ uid, dueAt: quietEnd });
  }
  const waiting = Map.groupBy(
    await lockUnsentAlerts(
      client,
      mailable.map(({ uid }) => uid),
    ),
    ({ uid }) => uid,
  );
  const writings = mailable.flatMap((user) => {
    const alerts = waiting.get(user.uid);
    return alerts === undefined ? [] : { user, waiting: alerts };
  });
  const parked = await enqueueAlertMails(client, parts, writings, now);
  const putOff = new Set(later.map(({ uid }) => uid));
  await postponeChecks(client, later);
  await deleteChecks(
    client,
    uids.filter((uid) => !putOff.has(uid)),
  );
  return { told: writings.length, parked };
}

const mayBeMailed = (user: User) =>
  user.emailConfirmedAt !== null &&
  user.estado === 'activo' &&
  user.closedAt === null &&
  user.notifications.correo === 'activo';
