/** Type of an identity stand-in operation, and the dependencies it gets. */
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
 * @param origin the request's origin, for links in mails
 */
export type Operation = (body: unknown, origin: string) => Promise<Record<string, unknown>>;
