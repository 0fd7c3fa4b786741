/** Closes an account and keeps its data for three years (docs/decisions/013-account-closing-and-erasure.md). */
import type pg from 'pg';
import { retentionYears } from '#domain/account-retention.ts';
import { AppError } from '../base/errors.ts';
import { stopBilling } from '../billing/stop-billing.ts';
import { deleteChecks } from '../db/alerts/pending-checks.ts';
import { databaseNow } from '../db/database-clock.ts';
import { cancelDeliveries } from '../db/deliveries/deliveries.ts';
import { inTransaction, retryDeadlocks } from '../db/transaction.ts';
import { markClosed, notifySessionsEnded } from '../db/users/account-lifecycle.ts';
import { deleteApiKeys } from '../db/users/api-keys.ts';
import { enqueueProjection } from '../db/users/projection-jobs.ts';
import { lockUser, type User } from '../db/users/users.ts';
import { enqueuePlainMail } from '../mail/plain-mail.ts';
import { pauseAccountThresholds } from './pause-thresholds.ts';
import { failUnsentAlerts } from './reopen-account.ts';

export interface CloseAccountOptions {
  readonly pool: pg.Pool;
  readonly appOrigin: string;
}

/** The instant until which a closed account can be reopened. */
function retentionEndsAt(closedAt: Date): Date {
  const until = new Date(closedAt);
  until.setUTCFullYear(until.getUTCFullYear() + retentionYears);
  return until;
}

/** Accounts closed at or before this instant are erased. */
export function retentionCutoff(now: Date): Date {
  const since = new Date(now);
  since.setUTCFullYear(since.getUTCFullYear() - retentionYears);
  return since;
}

/** Idempotent. @returns until when it is kept @throws AppError `not_found` */
export function closeAccount({ pool, appOrigin }: CloseAccountOptions, uid: string): Promise<Date> {
  return retryDeadlocks(() =>
    inTransaction(pool, async (client) => {
      const user = await lockUser(client, uid);
      if (user === null) throw new AppError('not_found');
      // Concurrent requests: one closing, one receipt.
      if (user.closedAt !== null) return retentionEndsAt(user.closedAt);
      const now = await databaseNow(client);
      await pauseAccountThresholds(client, uid, 'user');
      await markClosed(client, uid, now);
      await stopBilling(client, uid);
      await deleteApiKeys(client, uid);
      await cancelDeliveries(client, uid);
      await deleteChecks(client, [uid]);
      await failUnsentAlerts(client, user);
      // Only to a confirmed address, like every other mail.
      if (user.emailConfirmedAt !== null) await enqueueReceipt(client, { user, now, appOrigin });
      await enqueueProjection(client, uid);
      notifySessionsEnded(client, uid);
      return retentionEndsAt(now);
    }),
  );
}

async function enqueueReceipt(
  client: pg.PoolClient,
  { user, now, appOrigin }: { user: User; now: Date; appOrigin: string },
): Promise<void> {
  const day = (date: Date) => date.toLocaleDateString('es-ES', { dateStyle: 'long' });
  await enqueuePlainMail(client, user, 'account', {
    subject: 'Has cerrado tu cuenta de Vigía',
    title: 'Tu cuenta está cerrada',
    paragraphs: [
      `La cerraste el ${day(now)}. Tus umbrales están parados y no te escribiremos más.`,
      `Guardamos tus datos hasta el ${day(retentionEndsAt(now))}. Si vuelves a iniciar sesión antes, la cuenta se abre de nuevo; desde Configuración puedes eliminarla del todo.`,
    ],
    link: { url: `${appOrigin}/login`, words: 'Iniciar sesión' },
    foot: 'Es el último correo de esta cuenta.',
  });
}
