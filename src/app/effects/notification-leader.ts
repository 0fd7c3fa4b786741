/**
 * Which of a person's tabs shows the browser's notices: one, chosen by a lock that goes on to another tab when its
 * holder is closed. While it has the lock, browsers do not freeze the tab either.
 */
const watchLock = 'vigia-avisos';

/** @returns how to stop waiting for the watch, or to leave it */
export function runForNotificationLeader(onBegun: () => void): () => void {
  if (!('locks' in navigator)) {
    // Without locks a tab cannot know of others; the notice's tag still shows each alert once.
    onBegun();
    return () => {};
  }
  const waiting = new AbortController();
  let leave: () => void = () => {};
  const untilLeft = new Promise<void>((resolve) => {
    leave = resolve;
  });
  navigator.locks
    .request(watchLock, { signal: waiting.signal }, () => {
      onBegun();
      return untilLeft;
    })
    // Stopped before its turn came.
    .catch(() => {});
  return () => {
    waiting.abort();
    leave();
  };
}
