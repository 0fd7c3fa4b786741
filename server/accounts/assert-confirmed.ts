/** What outlives a session is made by who can read the account's mail: anybody can register an address that is not theirs. */
import { AppError } from '../base/errors.ts';
import type { User } from '../db/users/users.ts';

/** @param what in the infinitive @throws AppError `email_unconfirmed` */
export function assertConfirmed({ emailConfirmedAt, email }: User, what: string): void {
  if (emailConfirmedAt === null)
    throw new AppError(
      'email_unconfirmed',
      `Para ${what}, antes abre el enlace de confirmación que enviamos a ${email}.`,
    );
}
