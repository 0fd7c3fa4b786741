/**
 * Closes an account and keeps its data (specification, section 9: 3 years), or opens it again when its owner comes back
 * (docs/decisions/013-closed-accounts-reopen.md).
 */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { stopRenewing } from '../billing/account-ends.ts';
import {
  announceEnding,
  giveUntoldAlerts,
  hasUntoldAlerts,
  markClosed,
  markOpen,
  withdrawMails,
} from '../db/accounts.ts';
import { endChecks } from '../db/alerts-to-tell.ts';
import { insertParked } from '../db/outbox.ts';
import { askForProjection } from '../db/projection-jobs.ts';
import {
  addCommand,
  announceCommands,
  dropWaitingStarts,
  holdThreshold,
  lockThresholds,
} from '../db/thresholds.ts';
import { inTransaction, retryDeadlocks } from '../db/transaction.ts';
import { lockUser, type User } from '../db/users.ts';
import { accountGone, Refusal } from '../errors.ts';
import { html } from '../mail/html.ts';
import { link, mailFrame, plainSheet } from '../mail/mail-frame.ts';
import { enqueueMail } from '../mail/outbox.ts';

/** How long a closed account is kept. */
const keptYears = 3;

export interface ClosingParts {
  readonly pool: pg.Pool;
  readonly appOrigin: string;
}

/** The last instant at which a closed account may still come back. */
export function keptUntil(closedAt: Date): Date {
  const until = new Date(closedAt);
  until.setUTCFullYear(until.getUTCFullYear() + keptYears);
  return until;
}

/** Accounts closed at or before this instant have been kept long enough. */
export function keptSince(now: Date): Date {
  const since = new Date(now);
  since.setUTCFullYear(since.getUTCFullYear() - keptYears);
  return since;
}

/** @returns until when it is kept */
export function closeAccount({ pool, appOrigin }: ClosingParts, uid: string): Promise<Date> {
  return retryDeadlocks(() =>
    inTransaction(pool, async (client) => {
      const user = await lockUser(client, uid);
      if (user === null) throw new Refusal('not_found');
      // Asked for twice at once: one closing, one receipt.
      if (user.closedAt !== null) return keptUntil(user.closedAt);
      const now = new Date();
      await pauseThresholds(client, uid);
      await markClosed(client, uid, now);
      await stopRenewing(client, uid);
      await withdrawMails(client, uid);
      await endChecks(client, [uid]);
      await parkUntoldAlerts(client, user);
      // Only to an address its owner confirmed, like every other mail.
      if (user.emailConfirmedAt !== null) await sendReceipt(client, { user, now, appOrigin });
      await askForProjection(client, uid);
      await announceEnding(client, uid);
      return keptUntil(now);
    }),
  );
}

/** Its thresholds stay paused: whoever comes back after months decides what is still worth watching. */
export function reopenAccount(pool: pg.Pool, uid: string): Promise<User> {
  return inTransaction(pool, async (client) => {
    const user = await lockUser(client, uid);
    if (user === null) throw accountGone();
    // Another request of the same return was first: what fired since is news.
    if (user.closedAt === null) return user;
    // What fired before the market had heard of the closing.
    await parkUntoldAlerts(client, user);
    await markOpen(client, uid);
    return { ...user, closedAt: null };
  });
}

async function pauseThresholds(client: pg.PoolClient, uid: string): Promise<void> {
  for (const { key, version, pausa } of await lockThresholds(client, uid)) {
    await dropWaitingStarts(client, key);
    if (pausa !== null) continue;
    await holdThreshold(client, key, { pausa: 'usuario', snoozedUntil: null });
    await addCommand(client, { key, action: 'stop', version, dueAt: null });
  }
  await announceCommands(client);
}

/** They must not arrive years later, should the account be opened again. */
async function parkUntoldAlerts(client: pg.PoolClient, { uid, email }: User): Promise<void> {
  if (!(await hasUntoldAlerts(client, uid))) return;
  const id = randomUUID();
  await insertParked(client, { id, uid, to: email, error: 'account closed' });
  await giveUntoldAlerts(client, uid, id);
}

async function sendReceipt(
  client: pg.PoolClient,
  { user, now, appOrigin }: { user: User; now: Date; appOrigin: string },
): Promise<void> {
  const day = (date: Date) => date.toLocaleDateString('es-ES', { dateStyle: 'long' });
  const title = 'Tu cuenta está cerrada';
  const done = `La cerraste el ${day(now)}. Tus umbrales están parados y no te escribiremos más.`;
  const kept = `Guardamos tus datos hasta el ${day(keptUntil(now))}. Si vuelves a iniciar sesión antes, la cuenta se abre de nuevo; desde Configuración puedes eliminarla del todo.`;
  const url = `${appOrigin}/login`;
  await enqueueMail(client, {
    uid: user.uid,
    kind: 'account',
    to: user.email,
    subject: 'Has cerrado tu cuenta de Vigía',
    text: `${done}\n\n${kept}\n\nIniciar sesión:\n${url}\n`,
    html: mailFrame({
      title,
      preheader: done,
      corner: '',
      rows: [
        plainSheet(
          title,
          html`<p style="margin:0 0 18px">${done}</p><p style="margin:0 0 18px">${kept}</p>${link(url, 'Iniciar sesión')}`,
        ),
      ],
      foot: html`Es el último correo de esta cuenta.`,
    }),
    headers: {},
  });
}
