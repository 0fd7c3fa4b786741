/** Browser Notification API: permission, permission request, and showing a notification. */

export type NotificationPermissionState = NotificationPermission | 'unsupported';

export const notificationPermission = (): NotificationPermissionState =>
  'Notification' in window ? Notification.permission : 'unsupported';

/** Call it in a click handler: browsers reject the request otherwise. */
export async function requestNotificationPermission(): Promise<NotificationPermissionState> {
  return 'Notification' in window ? Notification.requestPermission() : 'unsupported';
}

/**
 * Shows a notification; clicking it focuses this tab and calls `onChosen`.
 * @param notification `tag` is unique per event, so that two tabs show one notification
 * @throws anything but the TypeError of a browser without this constructor
 */
export function showNotification(notification: {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly onChosen: () => void;
}): void {
  try {
    const shown = new Notification(notification.title, {
      body: notification.body,
      tag: notification.tag,
      lang: 'es',
      icon: '/icon-192.png',
    });
    shown.onclick = () => {
      window.focus();
      notification.onChosen();
      shown.close();
    };
  } catch (error) {
    // Chromium on Android has permission but no such constructor; the toast and the mail remain.
    if (!(error instanceof TypeError)) throw error;
  }
}

/** Whether this device gets push messages: then its service worker shows alerts, and nothing here needs to. */
export async function hasPushSubscription(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false;
  const registration = await navigator.serviceWorker.getRegistration();
  return ((await registration?.pushManager?.getSubscription()) ?? null) !== null;
}
