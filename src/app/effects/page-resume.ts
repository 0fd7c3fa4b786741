/** Tells when the page is back: looked at again, restored from memory, or online. Timers may have slept meanwhile. */

/** @param onAwake receives the wall time. @returns how to stop */
export function onPageResume(onAwake: (at: number) => void): () => void {
  const awake = () => {
    // Without a network there is nothing to do yet: `online` will come.
    if (document.visibilityState === 'visible' && navigator.onLine) onAwake(Date.now());
  };
  const heard = [
    [document, 'visibilitychange'],
    [window, 'pageshow'],
    [window, 'online'],
  ] as const;
  for (const [target, event] of heard) target.addEventListener(event, awake);
  return () => {
    for (const [target, event] of heard) target.removeEventListener(event, awake);
  };
}
