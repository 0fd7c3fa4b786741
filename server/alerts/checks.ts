/** Users' checks (alerts.md, rule 8): everything fired since the last one goes into one mail. */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Config } from '../config.ts';
import {
  endCheck,
  nextDueAt,
  putOffCheck,
  readWaitingAlerts,
  takeDueCheck,
} from '../db/alerts-to-tell.ts';
import { keepListening } from '../db/listen.ts';
import { inTransaction } from '../db/transaction.ts';
import { holdUser, type User } from '../db/users.ts';
import type { Metrics } from '../metrics.ts';
import { Bell } from '../monitoring/bell.ts';
import { quietUntil } from './quiet-hours.ts';
import { type MailParts, writeAlertMail } from './write-mail.ts';

/** A new check rings; should the ring be lost, this is how late we notice. */
const lookEveryMs = 10_000;
/** A row that stays due is in another worker's hands, or will be in ours if that worker dies. */
const inOtherHandsMs = 250;
const afterFailureMs = 1_000;
/** Somebody is saving this user's settings, or ending the account: a moment's work. */
const busyMs = 50;
const workers = 3;

export interface CheckParts extends MailParts {
  readonly pool: pg.Pool;
  readonly config: Pick<Config, 'appOrigin' | 'linkSecret'>;
  readonly metrics: Pick<Metrics, 'checksRun' | 'mailsFailed'>;
  /** Wall time; tests set their own. */
  readonly clock?: () => Date;
}

export interface ChecksParts extends CheckParts {
  readonly config: Pick<Config, 'appOrigin' | 'linkSecret' | 'databaseUrl'>;
}

/** Works until closed; several processes share the checks, each taken once. Asleep while nothing is due. */
export function startChecks(parts: ChecksParts): { close(): Promise<void> } {
  const { pool, config, log, clock = () => new Date() } = parts;
  const stop = new AbortController();
  const bell = new Bell();
  const ring = () => bell.ring();
  const ear = keepListening({
    databaseUrl: config.databaseUrl,
    channel: 'vigia_checks',
    onPayload: ring,
    onGap: ring,
    onFailure: (error) => log.warn({ err: error }, 'checks fall back to looking now and then'),
  });
  const runUntilNone = async () => {
    while (!stop.signal.aborted && (await runCheck(parts))) {}
  };
  const runDue = async () => {
    // Where one is due, many often are: several users' mails are written at the same time.
    if (!(await runCheck(parts))) return;
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

/** @returns whether a user's check was due */
export async function runCheck(parts: CheckParts): Promise<boolean> {
  const now = (parts.clock ?? (() => new Date()))();
  return inTransaction(parts.pool, async (client) => {
    const uid = await takeDueCheck(client, now);
    if (uid === null) return false;
    // Held, so that an account does not close between this look and the mail's commit.
    const user = await holdUser(client, uid);
    if (user === null) {
      await putOffCheck(client, uid, new Date(now.getTime() + busyMs));
      return true;
    }
    if (!mayBeMailed(user)) {
      // Whatever lifts the obstacle asks for another check; until then the alerts wait.
      await endCheck(client, uid);
      return true;
    }
    const quietEnd = quietUntil(user.notifications.silencio, now);
    if (quietEnd !== null) {
      await putOffCheck(client, uid, quietEnd);
      return true;
    }
    const waiting = await readWaitingAlerts(client, uid);
    if (waiting.length > 0) {
      await writeAlertMail(client, parts, { user, waiting, now });
      parts.metrics.checksRun.inc();
    }
    await endCheck(client, uid);
    return true;
  });
}

const mayBeMailed = (user: User) =>
  user.emailConfirmedAt !== null &&
  user.estado === 'activo' &&
  user.closedAt === null &&
  user.notifications.correo === 'activo';
