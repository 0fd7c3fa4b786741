/**
 * How many messages one browser may send to support. The SDK has a limit of its own, but it counts failed attempts:
 * who is told to try again would then be refused.
 */

export const maxMessages = 5;
export const limitWindowMs = 10 * 60_000;

const storageKey = 'vigia-contacto';

/** Whether this browser has sent as many messages as it may for now. */
export function isLimitReached(now: number): boolean {
  return recent(now).length >= maxMessages;
}

export function recordSent(now: number): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify([...recent(now), now]));
  } catch {
    // Without storage there is no limit here; the mail service has its own.
  }
}

function recent(now: number): number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter(
      (time): time is number =>
        typeof time === 'number' && time <= now && now - time < limitWindowMs,
    );
  } catch {
    return [];
  }
}
