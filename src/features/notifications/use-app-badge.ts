/** Shows the number of unread alerts on the icon of the installed app, where the system has such a badge. */
import { useEffect } from 'react';

/** @param unread undefined until it is known */
export function useAppBadge(unread: number | undefined): void {
  useEffect(() => {
    if (unread === undefined) return;
    // Rejects where the app is not installed.
    void navigator.setAppBadge?.(unread).catch(() => {});
  }, [unread]);
}
