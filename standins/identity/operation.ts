/** What every operation of the identity stand-in is given. */
import type { MailTo } from '../mail/smtp-sender.ts';
import type { IdentityStore } from './accounts.ts';
import type { Sessions } from './sessions.ts';

export interface IdentityParts {
  readonly store: IdentityStore;
  readonly sessions: Sessions;
  readonly mailTo: MailTo;
  /** Whether e-mail enumeration protection is on right now. */
  readonly isProtected: () => boolean;
}

/**
 * One `accounts:<operation>` call.
 * @param origin where this service was reached, for links in mails
 */
export type Operation = (body: unknown, origin: string) => Promise<Record<string, unknown>>;
