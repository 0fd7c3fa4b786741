/**
 * Sliding-window rate limit of contact messages per browser, in localStorage. The SDK's own limit is not used: it counts
 * failed attempts, so a retry after a failure would be refused.
 */

export const maxMessages = 5;
export const limitWindowMs = 10 * 60_000;

const storageKey = 'vigia-contact-rate-limit';

/** Whether this browser has sent the maximum within the window. */
export function isLimitReached(nowMs: number): boolean {
  return recentSendsMs(nowMs).length >= maxMessages;
}

export function recordSent(nowMs: number): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify([...recentSendsMs(nowMs), nowMs]));
  } catch {
    // Without storage there is no limit here; the mail service has its own.
  }
}

function recentSendsMs(nowMs: number): number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter(
      (sentAtMs): sentAtMs is number =>
        typeof sentAtMs === 'number' && sentAtMs <= nowMs && nowMs - sentAtMs < limitWindowMs,
    );
  } catch {
    return [];
  }
}
