/** Classifies SMTP errors: only an answer to RCPT TO or DATA is about the mail, anything before that about us. */

/** The relay refused us or did not answer, before it saw a mail: every mail waits. */
export class RelayRefusedError extends Error {}

/** nodemailer's codes for a connection that was not set up. */
const connectionCodes = new Set([
  'ECONNECTION',
  'ETIMEDOUT',
  'ESOCKET',
  'EDNS',
  'ETLS',
  'EPROTOCOL',
  'EPROXY',
  'EAUTH',
  'ENOAUTH',
  'EOAUTH2',
]);

/** “Exceeded storage allocation”: at MAIL FROM the answer to this mail's size (RFC 1870, section 6.1). */
const messageTooLarge = 552;

interface SmtpError extends Error {
  readonly code?: unknown;
  readonly command?: unknown;
  readonly response?: unknown;
  readonly responseCode?: unknown;
}

/** Whether the relay answered this mail's RCPT TO or DATA, or its size. */
const isAboutMail = ({ command, responseCode }: SmtpError): boolean =>
  command === 'RCPT TO' ||
  command === 'DATA' ||
  (command === 'MAIL FROM' && responseCode === messageTooLarge);

/**
 * @param messageBegun the connection was lost while the message was being sent: the relay may have it, or may hang up
 *   because of it, so that this counts as an attempt of the mail
 */
export function isRelayRefusal(
  error: unknown,
  { messageBegun }: { readonly messageBegun: boolean },
): boolean {
  if (!(error instanceof Error) || messageBegun || isAboutMail(error)) return false;
  const { code, responseCode } = error as SmtpError;
  return typeof responseCode === 'number' || connectionCodes.has(String(code));
}

/**
 * The code of the relay's answer to the mail; null without one. Also null for 5.7.x (security and policy, RFC 3463): a
 * blocked address or a missing permission to relay is often answered at RCPT TO, and passes.
 */
export function mailReplyCode(error: unknown): number | null {
  if (!(error instanceof Error) || !isAboutMail(error)) return null;
  const { responseCode, response } = error as SmtpError;
  if (typeof responseCode !== 'number') return null;
  return /^\d{3}[ -]5\.7\.\d/.test(String(response)) ? null : responseCode;
}

/** Whether the relay answered at all, to a mail: it deals with us. */
export const hasMailReply = (error: unknown): boolean =>
  error instanceof Error && isAboutMail(error) && 'responseCode' in error;
