/** Removes from this device what belongs to the user whose session ended: prices, notifications, badge, push messages. */
import { unsubscribeFromPush, writePushChannel } from '#src/features/channels/push-subscription.ts';
import { clearLastPrices } from '#src/features/last-prices/last-prices-storage.ts';

export function clearDeviceData(): void {
  clearLastPrices();
  writePushChannel(null);
  void navigator.clearAppBadge?.().catch(() => {});
  if ('serviceWorker' in navigator) clearNotifications().catch(() => {});
}

/** Without its subscription the device gets nothing more; the server removes the channel at the next message. */
async function clearNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration === undefined) return;
  for (const notification of await registration.getNotifications()) notification.close();
  await unsubscribeFromPush();
}
