/** The relay's words for logs and the public /health: one short line without addresses, hosts, credentials or tokens. */
import { toSingleLine } from '../to-single-line.ts';

const maxLength = 160;
const hidden = '…';

/** In this order: a URL holds hosts, and an address a domain. */
const patterns = [
  /\b[a-z][a-z+.-]*:\/\/\S+/gi,
  /\S+@\S+/g,
  /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g,
  /\[?\b(?:[\da-f]{0,4}:){3,}[\da-f:.]*\]?/gi,
  /\b(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?\b/gi,
  /[\w+/=-]{20,}/g,
];

/** @param smtpUrl its user, password and host are removed wherever they stand */
export function publicReply(error: unknown, smtpUrl: string): string {
  const text = toSingleLine(error instanceof Error ? error.message : String(error));
  const known = secretsOf(smtpUrl).reduce((rest, secret) => rest.replaceAll(secret, hidden), text);
  const clean = patterns.reduce((rest, pattern) => rest.replaceAll(pattern, hidden), known);
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
