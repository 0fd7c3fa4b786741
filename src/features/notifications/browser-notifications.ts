/** Notices of the browser itself: whether it may show them, the question, and the showing. */

export type NotificationPermissionState = NotificationPermission | 'unsupported';

export const notificationPermission = (): NotificationPermissionState =>
  'Notification' in window ? Notification.permission : 'unsupported';

/** Must be called within a click: browsers refuse the question otherwise. */
export async function requestNotificationPermission(): Promise<NotificationPermissionState> {
  return 'Notification' in window ? Notification.requestPermission() : 'unsupported';
}

/** @param notice `tag` is one per event, so that two tabs show it once; choosing it brings this tab to the front, at the place */
export function showNotification(notice: {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly onChosen: () => void;
}): void {
  try {
    const shown = new Notification(notice.title, {
      body: notice.body,
      tag: notice.tag,
      lang: 'es',
      icon: '/icon-192.png',
    });
    shown.onclick = () => {
      window.focus();
      notice.onChosen();
      shown.close();
    };
  } catch (error) {
    // Chromium on Android has permission but no such constructor; the toast and the mail remain.
    if (!(error instanceof TypeError)) throw error;
  }
}
