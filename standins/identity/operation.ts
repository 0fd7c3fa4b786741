/** Type of an identity stand-in operation, and of its dependencies. */
import type { SendMail } from '../mail/smtp-sender.ts';
import type { IdentityStore } from './identity-store.ts';
import type { Sessions } from './sessions.ts';

export interface OperationOptions {
  readonly store: IdentityStore;
  readonly sessions: Sessions;
  readonly sendMail: SendMail;
  /** Whether e-mail enumeration protection is on right now. */
  readonly isEnumerationProtected: () => boolean;
}

/**
 * One `accounts:<operation>` call.
 * @param origin the request's origin, for links in mails
 */
export type IdentityOperation = (body: unknown, origin: string) => Promise<Record<string, unknown>>;
