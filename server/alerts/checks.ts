/** Users' checks (alerts.md, rule 8): everything fired since the last one goes into one mail. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Config } from '../config.ts';
import {
  type AlertToTell,
  endCheck,
  giveToMail,
  nextDueAt,
  putOffCheck,
  readAlertsToTell,
  takeDueCheck,
} from '../db/alerts-to-tell.ts';
import { insertParked } from '../db/outbox.ts';
import { inTransaction } from '../db/transaction.ts';
import { findUser, type User } from '../db/users.ts';
import { type AlertLinks, composeAlertMail, type Piece, pieceOf } from '../mail/alert-mail.ts';
import { signLink } from '../mail/links.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { zoneOf } from '../mail/words.ts';
import type { Metrics } from '../metrics.ts';
import { quietUntil } from './quiet-hours.ts';

/** A new row may be due sooner than the one we wait for; this is how late we may notice. */
const lookEveryMs = 200;
const workers = 3;
const linkMs = 60 * 24 * 3_600_000;

export interface CheckParts {
  readonly pool: pg.Pool;
  readonly config: Pick<Config, 'appOrigin' | 'linkSecret'>;
  readonly log: FastifyBaseLogger;
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
    const alerts = await readAlertsToTell(client, uid);
    if (alerts.length > 0) await tell(client, { parts, user, alerts, now });
    await endCheck(client, uid);
    return true;
  });
}

const mayBeMailed = (user: User) =>
  user.emailConfirmedAt !== null &&
  user.estado === 'activo' &&
  user.closedAt === null &&
  user.notifications.correo === 'activo';

interface Telling {
  readonly parts: CheckParts;
  readonly user: User;
  readonly alerts: readonly AlertToTell[];
  readonly now: Date;
}

async function tell(client: pg.PoolClient, { parts, user, alerts, now }: Telling): Promise<void> {
  const { config, log, metrics } = parts;
  const timeZone = zoneOf(user.notifications.silencio);
  const links = linksFor(user.uid, config, now);
  const told: AlertToTell[] = [];
  const pieces: Piece[] = [];
  for (const alert of alerts) {
    try {
      pieces.push(pieceOf(alert, { links, timeZone }));
      told.push(alert);
    } catch (error) {
      // One that cannot be written never holds the others back.
      log.error({ err: error, alert: alert.id }, 'an alert cannot be written and was parked');
      metrics.mailsFailed.inc({ kind: 'alert' });
      const id = randomUUID();
      await insertParked(client, { id, uid: user.uid, to: user.email, error: String(error) });
      await giveToMail(client, [alert.id], id);
    }
  }
  const [first, ...rest] = pieces;
  if (first === undefined) return;
  const id = await enqueueMail(client, {
    ...composeAlertMail([first, ...rest], { links, timeZone, now }),
    uid: user.uid,
    kind: 'alert',
    to: user.email,
    headers: {
      'List-Unsubscribe': `<${links.unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'X-Vigia-Alerts': told
        .map((alert) => `${alert.thresholdId}/${alert.version}/${alert.episode}`)
        .join(', '),
    },
  });
  await giveToMail(
    client,
    told.map((alert) => alert.id),
    id,
  );
  metrics.checksRun.inc();
}

function linksFor(
  uid: string,
  { appOrigin, linkSecret }: CheckParts['config'],
  now: Date,
): AlertLinks {
  const expiresAt = now.getTime() + linkMs;
  const act = (purpose: 'snooze' | 'pause' | 'unsubscribe', subject: string) =>
    `${appOrigin}/api/alerts/actions?token=${signLink({ purpose, uid, subject, expiresAt }, linkSecret)}`;
  return {
    chart: ({ matchId }) => `${appOrigin}/dashboard/partidos/${encodeURIComponent(matchId)}`,
    snooze: ({ thresholdId }) => act('snooze', thresholdId),
    pause: ({ thresholdId }) => act('pause', thresholdId),
    unsubscribe: act('unsubscribe', ''),
  };
}
