/** Whether any tab of Vigía is being looked at: every visible one holds a share of a lock, which a hidden one can see. */
const sightLock = 'vigia-a-la-vista';

/** Holds this tab's share while it is visible. @returns how to stop */
export function shareTabVisibility(): () => void {
  if (!('locks' in navigator)) return () => {};
  let release: (() => void) | null = null;
  const look = () => {
    if (document.hidden) {
      release?.();
      release = null;
    } else if (release === null) {
      const untilHidden = new Promise<void>((resolve) => {
        release = resolve;
      });
      // A page being closed refuses new locks: nobody looks at it any more.
      navigator.locks.request(sightLock, { mode: 'shared' }, () => untilHidden).catch(() => {});
    }
  };
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    release?.();
  };
}

export async function isAnyTabVisible(): Promise<boolean> {
  if (!('locks' in navigator)) return !document.hidden;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === sightLock);
}
