/** Parses the `Retry-After` header (RFC 9110, 10.2.3): seconds or an HTTP date. */

/** A source cannot make us wait longer than this. */
const maxWaitMs = 3_600_000;

/** @returns how long to wait, at most an hour unless told otherwise; null for an absent or malformed header */
export function parseRetryAfter(
  header: string | undefined,
  nowMs: number,
  maxMs = maxWaitMs,
): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Math.min(maxMs, Number(text) * 1_000);
  // Date.parse alone accepts far too much.
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return null;
  const dateMs = Date.parse(text);
  return Number.isNaN(dateMs) ? null : Math.min(maxMs, Math.max(0, dateMs - nowMs));
}
