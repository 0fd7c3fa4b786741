/**
 * Leader election among the tabs of a browser by a Web Lock: only the leader shows browser notifications. When its tab
 * closes, the lock passes to the next. Browsers do not freeze a tab that owns a lock.
 */
import { withLock } from './with-lock.ts';

const lockName = 'vigia-notification-leader';

/** @param onElected called after the return, in every browser. @returns function that leaves the election, or resigns as leader */
export function runForNotificationLeader(onElected: () => void): () => void {
  const lockRequest = new AbortController();
  let resign: () => void = () => {};
  const untilResigned = new Promise<void>((resolve) => {
    resign = resolve;
  });
  // Without Web Locks every tab is leader; the notification's `tag` still deduplicates alerts.
  withLock(lockName, { signal: lockRequest.signal }, () => {
    if (lockRequest.signal.aborted) return;
    onElected();
    return untilResigned;
  })
    // Aborted before the lock was granted.
    .catch(() => {});
  return () => {
    lockRequest.abort();
    resign();
  };
}
