/** Visibility across tabs (Web Locks): every visible tab holds a shared lock that hidden tabs can query. */
const lockName = 'vigia-tab-visible';

/** Holds the shared lock while this tab is visible. @returns function that stops it */
export function shareTabVisibility(): () => void {
  if (!('locks' in navigator)) return () => {};
  let release: (() => void) | null = null;
  const updateLock = () => {
    if (document.hidden) {
      release?.();
      release = null;
    } else if (release === null) {
      const untilHidden = new Promise<void>((resolve) => {
        release = resolve;
      });
      // A page that is closing rejects new locks; it is no longer visible anyway.
      navigator.locks.request(lockName, { mode: 'shared' }, () => untilHidden).catch(() => {});
    }
  };
  document.addEventListener('visibilitychange', updateLock);
  updateLock();
  return () => {
    document.removeEventListener('visibilitychange', updateLock);
    release?.();
  };
}

/** Without Web Locks, or when the browser refuses them: whether this tab is visible. */
export async function isAnyTabVisible(): Promise<boolean> {
  if (!('locks' in navigator)) return !document.hidden;
  try {
    const locks = await navigator.locks.query();
    return (locks.held ?? []).some(({ name }) => name === lockName);
  } catch {
    return !document.hidden;
  }
}
