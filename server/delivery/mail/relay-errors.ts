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
const isAboutMail = ({ command, responseCode, response }: SmtpError): boolean =>
  command === 'RCPT TO' ||
  command === 'DATA' ||
  (command === 'MAIL FROM' &&
    responseCode === messageTooLarge &&
    !wordsAboutUs.test(withoutAddresses(String(response))));

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

/** Authentication missing, refused or too weak (RFC 4954), in an answer that comes late. */
const codesAboutUs = new Set([530, 534, 535, 538]);
/** Of 4yz: the channel closes, and at DATA the sending rate; any other delays this mail, as greylisting does. */
const delaysOfAll = { 'RCPT TO': new Set([421]), DATA: new Set([421, 454]) };
/**
 * Extended codes (RFC 3463) about the recipient: an unknown address or domain; of class 7 a closed mailing list, or a mailbox
 * or domain with another owner (RFC 7293).
 */
const codesOfRecipients = new Set([
  '1.1',
  '1.2',
  '1.3',
  '1.6',
  '1.10',
  '7.2',
  '7.17',
  '7.18',
  '7.19',
]);
/** The mailbox is closed, full or takes no mail of this size, whatever account, quota or limit the words name. */
const codesOfMailboxes = new Set(['2.1', '2.2', '2.3', '3.4']);
/** The sender, our limits and loops: whatever the words. Class 7 but for the above, too. */
const codesOfSenders = new Set(['1.7', '1.8', '1.90', '2.252', '4.5', '4.6']);

const wordsAboutUs =
  /\b(?:senders?|sending|send-?as\w*|sendas\w*|submission|outbound|from (?:address|header|field|domain)|mail from|return-path|identity|identities|domain is not|daily|hourly|monthly|per (?:day|hour|minute|second)|verified|unauthenticated|authenticat\w*|paused|suspended|suspension|throttl\w*|rate|policy|policies|reputation|your|black-?list\w*|block-?list\w*|spam\w*|spf|dkim|dmarc|relaying|too many|tenant|trial|credits?|plan|subscription|billing|payment)\b/i;
const wordsOfAccounts = /\b(?:accounts?|limit\w*|quota\w*|exceeded|disabled|inactive)\b/i;
const wordsOfRecipients =
  /\b(?:(?:user|recipient|mailbox|address|account)\b[^.;]{0,60}\b(?:unknown|not found|unavailable|does not exist|doesn.t exist|not exist|is full|over quota)|(?:unknown|no such|invalid|undeliverable|unrouteable) (?:user|recipient|mailbox|address|account|person|local)|recipient (?:address )?rejected|recip(?:ient)?notfound|doesn.t have an? \S+ account|mailbox full|no mailbox|(?:message|mail|size)\b[^.;]{0,40}\b(?:too (?:large|big)|size limit|exceeds))\b/i;
/** A stranger's text, of any length. */
const maxWords = 1_000;

/** The answer's words without addresses and links, which may contain any. */
const withoutAddresses = (response: string): string =>
  response
    .slice(0, maxWords)
    .split(/\s+/)
    .filter((word) => !word.includes('@') && !word.includes('://'))
    .join(' ');

/** Whether an answer for good names the mail or its recipient. Whatever may mean us does not: when in doubt a mail waits. */
function isForGoodAboutMail(responseCode: number, response: string): boolean {
  const words = withoutAddresses(response);
  if (codesAboutUs.has(responseCode) || wordsAboutUs.test(words)) return false;
  const [, family, detail] = /^\d{3}[ -]5\.(\d{1,3})\.(\d{1,3})\b/.exec(response) ?? [];
  const code = `${family}.${detail}`;
  if (codesOfMailboxes.has(code) || family === '6') return true;
  if (codesOfSenders.has(code) || (family === '7' && !codesOfRecipients.has(code))) return false;
  if (wordsOfRecipients.test(words)) return true;
  if (wordsOfAccounts.test(words)) return false;
  return codesOfRecipients.has(code) || (family === undefined && responseCode === messageTooLarge);
}

/**
 * Whether the relay's answer to this mail's RCPT TO or DATA may mean its client: the sender, an account, a quota or a policy,
 * whatever its number, or nothing that names the mail. One recipient may be the only one refused so (refusals-alike.ts).
 */
export function isPolicyRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !isAboutMail(error)) return false;
  const { command, responseCode, response } = error as SmtpError;
  if (typeof responseCode !== 'number' || command === 'MAIL FROM') return false;
  if (responseCode < 500)
    return delaysOfAll[command === 'DATA' ? 'DATA' : 'RCPT TO'].has(responseCode);
  return !isForGoodAboutMail(responseCode, String(response));
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
