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
import { inTransaction } from '../db/transaction.ts';
import { findUser, type User } from '../db/users.ts';
import type { Metrics } from '../metrics.ts';
import { quietUntil } from './quiet-hours.ts';
import { type MailParts, writeAlertMail } from './write-mail.ts';

/** A new row may be due sooner than the one we wait for; this is how late we may notice. */
const lookEveryMs = 200;
const workers = 3;

export interface CheckParts extends MailParts {
  readonly pool: pg.Pool;
  readonly config: Pick<Config, 'appOrigin' | 'linkSecret'>;
  readonly metrics: Pick<Metrics, 'checksRun' | 'mailsFailed'>;
  /** Wall time; tests set their own. */
  readonly clock?: () => Date;
}

/** Works until closed; several processes share the checks, each taken once. */
export function startChecks(parts: CheckParts): { close(): Promise<void> } {
  const stop = new AbortController();
  const clock = parts.clock ?? (() => new Date());
  const pause = (ms: number) => delay(ms, undefined, { signal: stop.signal }).catch(() => {});
  const runUntilNone = async () => {
    while (!stop.signal.aborted && (await runCheck(parts))) {}
  };
  const run = async () => {
    while (!stop.signal.aborted) {
      try {
        // Where one is due, many often are: several users' mails are written at the same time.
        if (await runCheck(parts)) {
          const rounds = await Promise.allSettled(Array.from({ length: workers }, runUntilNone));
          const failed = rounds.find((round) => round.status === 'rejected');
          if (failed) throw failed.reason;
        }
        const due = await nextDueAt(parts.pool);
        const waitMs = due === null ? lookEveryMs : due.getTime() - clock().getTime();
        // A row that stays due is in another worker's hands.
        await pause(Math.min(lookEveryMs, Math.max(10, waitMs)));
      } catch (error) {
        parts.log.warn({ err: error }, 'checks wait for the database');
        await pause(1_000);
      }
    }
  };
  const running = run();
  return {
    async close() {
      stop.abort();
      await running;
    },
  };
}

/** @returns whether a user's check was due */
export async function runCheck(parts: CheckParts): Promise<boolean> {
  const now = (parts.clock ?? (() => new Date()))();
  return inTransaction(parts.pool, async (client) => {
    const uid = await takeDueCheck(client, now);
    if (uid === null) return false;
    const user = await findUser(client, uid);
    if (user === null || !mayBeMailed(user)) {
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
