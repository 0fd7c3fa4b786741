/** Finds or creates the user row of a verified token, and updates its e-mail from the identity provider. */
import type pg from 'pg';
import { minUsernameLength } from '#domain/profile.ts';
import { cleanUsername, isLongEnough } from '#domain/username.ts';
import { reopenAccount } from '../accounts/reopen-account.ts';
import {
  stopAccessBeforeConfirmation,
  stopAccessOfEarlierAddress,
} from '../accounts/stop-earlier-access.ts';
import { accountErasedError, sessionEndedError } from '../base/errors.ts';
import { inTransaction } from '../db/transaction.ts';
import { wasErased } from '../db/users/erasure-jobs.ts';
import { enqueueProjection } from '../db/users/projection-jobs.ts';
import { revokeSessionsBefore } from '../db/users/session-revocations.ts';
import {
  confirmEmail,
  findUser,
  insertUser,
  lockUser,
  type User,
  updateEmail,
} from '../db/users/users.ts';
import type { VerifiedToken } from './verify-token.ts';

export interface AccountMails {
  readonly appOrigin: string;
  readonly enqueueConfirmation: EnqueueConfirmation;
}

/** Enqueues the mail with the confirmation link, in the transaction that creates the user or changes the address. */
export type EnqueueConfirmation = (client: pg.PoolClient, user: User) => Promise<void>;

/**
 * A new sign-in reopens an account its owner closed.
 * @throws AppError `unauthenticated` when the session was revoked or the account was erased
 */
export async function findOrCreateUser(
  pool: pg.Pool,
  identity: VerifiedToken,
  mails: AccountMails,
): Promise<User> {
  const known = await findUser(pool, identity.uid);
  // First: a session of a former address must not bring that back.
  if (known !== null) assertNotRevoked(known, identity);
  const user =
    known !== null && isUpToDate(known, identity) ? known : await syncUser(pool, identity, mails);
  assertNotRevoked(user, identity);
  if (user.estado === 'eliminado') throw accountErasedError();
  // Closing revoked every older session, so this one began afterwards: reopen.
  return user.closedAt === null ? user : reopenAccount(pool, user.uid);
}

/** auth_time has whole seconds, revocation milliseconds: a sign-in within the same second counts as newer. */
function assertNotRevoked({ revokedAfter }: User, { authTime }: VerifiedToken): void {
  if (revokedAfter === null) return;
  if (authTime.getTime() < Math.floor(revokedAfter.getTime() / 1_000) * 1_000)
    throw sessionEndedError();
}

function isUpToDate(user: User, identity: VerifiedToken): boolean {
  return (
    user.email === identity.email && (user.emailConfirmedAt !== null || !identity.emailVerified)
  );
}

function syncUser(pool: pg.Pool, identity: VerifiedToken, mails: AccountMails): Promise<User> {
  const { uid, email, emailVerified } = identity;
  return inTransaction(pool, async (client) => {
    const created = await insertUser(client, {
      uid,
      email,
      username: defaultUsername(identity),
      emailConfirmed: emailVerified,
    });
    if (created && (await wasErased(client, uid))) throw accountErasedError();
    const before = await lockUser(client, uid);
    const emailChanged = before !== null && before.email !== email;
    if (emailChanged) {
      await updateEmail(client, uid, email, { confirmed: emailVerified });
      await enqueueProjection(client, uid);
      await stopAccessOfEarlierAddress(client, mails, before);
      await revokeSessionsBefore(client, uid, identity.authTime);
    }
    const isFirstConfirmation = before !== null && before.emailConfirmedAt === null;
    if (emailVerified) await confirmEmail(client, uid);
    // Google's sign-in takes over an account that anybody may have made with a password: its sessions end too.
    if (emailVerified && isFirstConfirmation)
      await revokeSessionsBefore(client, uid, identity.authTime);
    const user = await findUser(client, uid);
    // Erased from another tab in the meantime.
    if (user === null) throw accountErasedError();
    if (emailVerified && isFirstConfirmation)
      await stopAccessBeforeConfirmation(client, mails, user, { byGoogle: identity.isGoogle });
    if ((created || emailChanged) && user.emailConfirmedAt === null)
      await mails.enqueueConfirmation(client, user);
    return user;
  });
}

/** The provider's display name, or the local part of the e-mail, adapted to the user name rules. */
function defaultUsername({ name, email }: Pick<VerifiedToken, 'name' | 'email'>): string {
  const fromEmail = cleanUsername(email.split('@')[0] ?? '').padEnd(minUsernameLength, '_');
  const fromName = cleanUsername(name ?? '');
  return isLongEnough(fromName) ? fromName : fromEmail;
}
