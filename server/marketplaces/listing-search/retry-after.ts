/** Reads `Retry-After` (RFC 9110, 10.2.3): seconds or an HTTP date. */

/** Nobody makes us wait longer than this before we ask again. */
const longestMs = 3_600_000;

/** @returns how long to wait, at most an hour; null when the header says nothing readable */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Math.min(longestMs, Number(text) * 1_000);
  // Date.parse alone would take many a thing for a date.
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.min(longestMs, Math.max(0, at - nowMs));
}
