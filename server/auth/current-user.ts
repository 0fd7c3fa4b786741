/** From a verified token to the row it belongs to: made on first sight, kept in step with the identity provider. */
import type pg from 'pg';
import { maxUsernameLength, minUsernameLength } from '#domain/profile.ts';
import { inTransaction } from '../db/transaction.ts';
import { wasErased } from '../db/users/erasure-jobs.ts';
import { confirmEmail, findUser, insertUser, type User, updateEmail } from '../db/users/users.ts';
import { accountErasedError, sessionEndedError } from '../errors.ts';
import { reopenAccount } from '../users/reopen-account.ts';
import type { VerifiedToken } from './verify-token.ts';

/** Queues the signed confirmation link in the transaction that needs it. */
export type ConfirmationSender = (client: pg.PoolClient, user: User) => Promise<void>;

/**
 * @throws Refusal `unauthenticated` when the session was revoked or the account is gone
 */
export async function findOrCreateUser(
  pool: pg.Pool,
  identity: VerifiedToken,
  sendConfirmation: ConfirmationSender,
): Promise<User> {
  const known = await findUser(pool, identity.uid);
  const user =
    known !== null && isInStep(known, identity)
      ? known
      : await bringInStep(pool, identity, sendConfirmation);
  // auth_time counts whole seconds, revocation finer: a sign-in within the same second is the newer one.
  const revoked =
    user.revokedAfter !== null &&
    identity.authTime.getTime() < Math.floor(user.revokedAfter.getTime() / 1_000) * 1_000;
  if (revoked) throw sessionEndedError();
  if (user.estado === 'eliminado') throw accountErasedError();
  // Closing revoked every older session, so this one began afterwards: its owner is back.
  return user.closedAt === null ? user : reopenAccount(pool, user.uid);
}

function isInStep(user: User, identity: VerifiedToken): boolean {
  return (
    user.email === identity.email && (user.emailConfirmedAt !== null || !identity.emailVerified)
  );
}

function bringInStep(
  pool: pg.Pool,
  identity: VerifiedToken,
  sendConfirmation: ConfirmationSender,
): Promise<User> {
  const { uid, email, emailVerified } = identity;
  return inTransaction(pool, async (client) => {
    const made = await insertUser(client, {
      uid,
      email,
      username: defaultUsername(identity),
      emailConfirmed: emailVerified,
    });
    if (made && (await wasErased(client, uid))) throw accountErasedError();
    const before = await findUser(client, uid);
    const moved = before !== null && before.email !== email;
    if (moved) await updateEmail(client, uid, email, { confirmed: emailVerified });
    if (emailVerified) await confirmEmail(client, uid);
    const user = await findUser(client, uid);
    // Erased by its owner in another tab, while this one was being brought in step.
    if (user === null) throw accountErasedError();
    if ((made || moved) && user.emailConfirmedAt === null) await sendConfirmation(client, user);
    return user;
  });
}

/** The provider's display name, or what stands before the @, made to fit the rules of a user name. */
export function defaultUsername({ name, email }: Pick<VerifiedToken, 'name' | 'email'>): string {
  const clean = (text: string) =>
    text
      .toWellFormed()
      .replace(/[\p{Cc}<>]/gu, '')
      .trim()
      .slice(0, maxUsernameLength);
  const fromEmail = clean(email.split('@')[0] ?? '').padEnd(minUsernameLength, '_');
  const fromName = clean(name ?? '');
  return fromName.length >= minUsernameLength ? fromName : fromEmail;
}
