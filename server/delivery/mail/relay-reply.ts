/** The relay's words for logs and the public /health: one short line without addresses, hosts, credentials or tokens. */
import { toSingleLine } from '../../base/to-single-line.ts';

const maxLength = 160;
const hidden = '…';
/** Words as long as this are taken for tokens. */
const minTokenLength = 20;

/** Around a word without belonging to it. */
const punctuation = new Set('[](){}<>"\'`,;');

/** A word at a time, with fixed-length tests: a relay's reply is a stranger's text, and may be long. */
function isPrivate(word: string): boolean {
  let core = [...word].filter((char) => !punctuation.has(char)).join('');
  while (core.endsWith('.') || core.endsWith(':')) core = core.slice(0, -1);
  if (core.includes('@') || core.includes('://') || core.length >= minTokenLength) return true;
  if (core.split(':').length > 3) return true;
  const labels = (core.split(':')[0] ?? '').split('.');
  const isAddress = labels.length === 4 && labels.every((label) => /^\d{1,3}$/.test(label));
  const isHost = labels.length > 1 && /^[a-z]{2,}$/i.test(labels.at(-1) ?? '');
  return isAddress || isHost;
}

/** @param smtpUrl its user, password and host are removed wherever they stand */
export function publicReply(error: unknown, smtpUrl: string): string {
  const text = toSingleLine(error instanceof Error ? error.message : String(error));
  const known = secretsOf(smtpUrl).reduce((rest, secret) => rest.replaceAll(secret, hidden), text);
  const clean = known
    .split(' ')
    .map((word) => (isPrivate(word) ? hidden : word))
    .join(' ');
  return clean.length <= maxLength ? clean : `${clean.slice(0, maxLength - 1)}…`;
}

function secretsOf(smtpUrl: string): string[] {
  const { username, password, hostname } = new URL(smtpUrl);
  const credentials = [username, password];
  return [...credentials, ...credentials.map(decode), hostname].filter((part) => part.length > 2);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The codes of an SMTP error. */
export function loggableCause(error: unknown): { code?: unknown; responseCode?: unknown } {
  if (!(error instanceof Error)) return {};
  return {
    ...('code' in error && { code: error.code }),
    ...('responseCode' in error && { responseCode: error.responseCode }),
  };
}
