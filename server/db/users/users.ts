/** User rows with their plan, and locks on them. */
import type { Notifications } from '#contract/users.ts';
import { defaultPlan, type PlanName } from '#domain/plans.ts';
import type { AccountState } from '#domain/profile.ts';
import type { Database } from '../pool.ts';
import { endQuietHold, redirectMails, retryWaitingAlerts } from './waiting-alerts.ts';

export interface User {
  readonly uid: string;
  readonly email: string;
  readonly emailConfirmedAt: Date | null;
  readonly username: string;
  readonly estado: AccountState;
  readonly onboardingCompletado: boolean;
  readonly partidos: readonly string[];
  readonly frecuencia: number;
  readonly settingsVersion: number;
  readonly notifications: Notifications;
  /** null = none wanted. */
  readonly weeklySummaryDueAt: Date | null;
  readonly revokedAfter: Date | null;
  /** Closed by its owner and kept for three years; signing in reopens it. */
  readonly closedAt: Date | null;
  readonly createdAt: Date;
  /** From the plan grants, never from the document. */
  readonly plan: PlanName;
  /** When it was read, and locked, by the database's clock: the `now` of whoever compares its instants. */
  readonly readAt: Date;
}

/** Of `users u`: a weekly summary that is not wanted is absent. */
export const notificationsOf = `
  jsonb_build_object('quietHours', u.quiet_hours, 'mail', u.mail, 'browser', u.browser)
    || case when u.weekly_summary_due_at is null then '{}' else '{"weeklySummary": true}' end::jsonb`;

const selectUser = `
  select u.uid, u.email, u.email_confirmed_at as "emailConfirmedAt", u.username, u.estado,
         u.onboarding_completado as "onboardingCompletado", u.partidos, u.frecuencia, u.settings_version as "settingsVersion",
         ${notificationsOf} as notifications, u.weekly_summary_due_at as "weeklySummaryDueAt",
         u.revoked_after as "revokedAfter", u.closed_at as "closedAt", u.created_at as "createdAt",
         coalesce(s.plan, '${defaultPlan}') as plan, statement_timestamp() as "readAt"
  from users u left join plan_grants s on s.uid = u.uid`;

export async function findUser(db: Database, uid: string): Promise<User | null> {
  const { rows } = await db.query<User>(`${selectUser} where u.uid = $1`, [uid]);
  return rows[0] ?? null;
}

/** The same, `for no key update`: serialises writers, while alerts may still refer to the row. */
export async function lockUser(db: Database, uid: string): Promise<User | null> {
  // A second statement reads: one that waited for the lock would show the plan from before the wait.
  await db.query('select from users where uid = $1 for no key update', [uid]);
  return findUser(db, uid);
}

/**
 * Locks the owners of thresholds about to be written, except those another transaction has locked: every writer locks users
 * before thresholds, or they would deadlock. Settings cannot change the thresholds read afterwards.
 * @returns the uids that are locked now
 */
export async function lockOwnersSkipLocked(
  db: Database,
  uids: readonly string[],
): Promise<string[]> {
  const { rows } = await db.query<{ uid: string }>(
    'select uid from users where uid = any($1) order by uid for no key update skip locked',
    [uids],
  );
  return rows.map(({ uid }) => uid);
}

/** `for share skip locked`: the users no other transaction is changing, unchanged until this one ends. */
export async function lockUsersSkipLocked(
  db: Database,
  uids: readonly string[],
): Promise<ReadonlyMap<string, User>> {
  const { rows: locked } = await db.query<{ uid: string }>(
    'select uid from users where uid = any($1) for share skip locked',
    [uids],
  );
  // A second statement, as in `lockUser`: it reads after the locks are held.
  const { rows } = await db.query<User>(`${selectUser} where u.uid = any($1)`, [
    locked.map(({ uid }) => uid),
  ]);
  return new Map(rows.map((user) => [user.uid, user]));
}

/** @returns false when the row existed already */
export async function insertUser(
  db: Database,
  user: { uid: string; email: string; username: string; emailConfirmed: boolean },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into users (uid, email, username, email_confirmed_at)
     values ($1, $2, $3, case when $4 then now() end) on conflict (uid) do nothing`,
    [user.uid, user.email, user.username, user.emailConfirmed],
  );
  return rowCount === 1;
}

/** Resets the confirmation, unless the new address is confirmed. */
export async function updateEmail(
  db: Database,
  uid: string,
  email: string,
  { confirmed }: { confirmed: boolean },
): Promise<void> {
  await db.query(
    `update users set email = $2, email_confirmed_at = case when $3 then now() end where uid = $1`,
    [uid, email, confirmed],
  );
  await redirectMails(db, uid, email);
  if (confirmed) await retryWaitingAlerts(db, uid);
}

/** Also releases alerts that waited for a confirmed address. */
export async function confirmEmail(db: Database, uid: string): Promise<void> {
  await db.query(
    `update users set email_confirmed_at = now() where uid = $1 and email_confirmed_at is null`,
    [uid],
  );
  await retryWaitingAlerts(db, uid, 'now');
}

/** Alerts that waited during a suspension are sent at the next check. */
export async function updateAccountState(
  db: Database,
  uid: string,
  estado: Exclude<AccountState, 'eliminado'>,
): Promise<void> {
  await db.query('update users set estado = $2 where uid = $1', [uid, estado]);
  if (estado === 'activo') await retryWaitingAlerts(db, uid);
}

export async function updateProfile(
  db: Database,
  uid: string,
  change: { username?: string | undefined; onboardingCompletado?: boolean | undefined },
): Promise<void> {
  await db.query(
    `update users set username = coalesce($2, username),
       onboarding_completado = coalesce($3, onboarding_completado) where uid = $1`,
    [uid, change.username ?? null, change.onboardingCompletado ?? null],
  );
}

/** All but the weekly summary, which is an instant: `setSummaryDueAt`. */
export async function updateNotifications(
  db: Database,
  uid: string,
  { quietHours, mail, browser }: Notifications,
): Promise<void> {
  await db.query(`update users set quiet_hours = $2, mail = $3, browser = $4 where uid = $1`, [
    uid,
    quietHours === null ? null : JSON.stringify(quietHours),
    mail,
    browser,
  ]);
  await endQuietHold(db, uid);
  await retryWaitingAlerts(db, uid);
}

/** Writes the settings other than thresholds. @returns the new version */
export async function updateSettings(
  db: Database,
  uid: string,
  { partidos, frecuencia }: { partidos: readonly string[]; frecuencia: number },
): Promise<number> {
  const { rows } = await db.query<{ settings_version: number }>(
    `update users set partidos = $2, frecuencia = $3, settings_version = settings_version + 1
     where uid = $1 returning settings_version`,
    [uid, partidos, frecuencia],
  );
  return rows[0]?.settings_version ?? 0;
}

/** Open accounts with this e-mail: usually one. */
export async function listUidsByEmail(db: Database, email: string): Promise<string[]> {
  const { rows } = await db.query<{ uid: string }>(
    `select uid from users where lower(email) = lower($1) and estado <> 'eliminado' order by uid`,
    [email],
  );
  return rows.map(({ uid }) => uid);
}
