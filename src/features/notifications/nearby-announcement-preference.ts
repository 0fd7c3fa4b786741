/** Whether this browser reads aloud which prices come near a line: it belongs to the screen reader there, not to the account. */
const storageKey = 'vigia-cercanias';
const silent = 'no';

export function isNearbyAnnouncementEnabled(): boolean {
  try {
    return localStorage.getItem(storageKey) !== silent;
  } catch {
    return true;
  }
}

export function setNearbyAnnouncement(wanted: boolean): void {
  try {
    if (wanted) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, silent);
  } catch {
    // A browser that keeps nothing forgets this, too.
  }
}
