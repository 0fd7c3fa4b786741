/**
 * Classifies SMTP errors: only an answer to RCPT TO or DATA is about the mail, and even that may be a policy about us;
 * anything before it is about us.
 */

/** The relay refused us, before it saw a mail or by a policy, or did not answer before it: every mail waits. */
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

/** Closing the channel; authentication missing, refused or too weak (RFC 4954); 454 is also some relays' sending quota. */
const codesAboutUs = new Set([421, 454, 530, 534, 535, 538]);
/**
 * Of x.7.n (security and policy, RFC 3463) those about the recipient: a closed mailing list, or a mailbox or domain with
 * another owner (RFC 7293).
 */
const policiesOfRecipients = new Set([2, 17, 18, 19]);

/**
 * Whether the relay answers this mail's RCPT TO or DATA by a policy about its client, as far as codes tell: relaying
 * denied, a blocked address, DKIM, SPF, a sending rate. One recipient may be the only one refused so (policy-refusals.ts).
 */
export function isPolicyRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !isAboutMail(error)) return false;
  const { responseCode, response } = error as SmtpError;
  if (codesAboutUs.has(Number(responseCode))) return true;
  const extended = /^\d{3}[ -][45]\.(\d{1,3})\.(\d{1,3})\b/.exec(String(response));
  if (extended) return extended[1] === '7' && !policiesOfRecipients.has(Number(extended[2]));
  // Without an extended code, as Exim says it; not a host's name.
  return Number(responseCode) >= 500 && /(?:^|\s)relay(?:ing)?(?:\s|$)/i.test(String(response));
}

/**
 * The code of the relay's answer to the mail; null without one, and for a policy refusal: a mail may pass it later, as
 * when a list is opened.
 */
export function mailReplyCode(error: unknown): number | null {
  if (!(error instanceof Error) || !isAboutMail(error) || isPolicyRefusal(error)) return null;
  const { responseCode } = error as SmtpError;
  return typeof responseCode === 'number' ? responseCode : null;
}

/** Whether the relay answered at all, to a mail: it deals with us. */
export const hasMailReply = (error: unknown): boolean =>
  error instanceof Error && isAboutMail(error) && 'responseCode' in error;
