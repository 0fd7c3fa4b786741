/** Detects that the page resumed: visible again, restored from bfcache, or online. Timers may have been suspended. */

/** @param onResume receives the wall time. @returns unsubscribe function */
export function onPageResume(onResume: (nowMs: number) => void): () => void {
  const notifyIfActive = () => {
    // Offline there is nothing to do yet: `online` follows.
    if (document.visibilityState === 'visible' && navigator.onLine) onResume(Date.now());
  };
  const resumeEvents = [
    [document, 'visibilitychange'],
    [window, 'pageshow'],
    [window, 'online'],
  ] as const;
  for (const [target, event] of resumeEvents) target.addEventListener(event, notifyIfActive);
  return () => {
    for (const [target, event] of resumeEvents) target.removeEventListener(event, notifyIfActive);
  };
}
