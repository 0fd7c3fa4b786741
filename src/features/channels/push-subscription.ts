/** This browser's push subscription (RFC 8030), and which channel of the account it is. */
import { readPreference, writePreference } from '#src/components/stored-preference.ts';
import {
  deleteStoredSubscription,
  type SubscriptionSettings,
  toSubscriptionSettings,
} from '#src/service-worker/stored-subscription.ts';

/** A browser without an installed service worker would wait for ever. */
const workerTimeoutMs = 10_000;
const preference = { key: 'vigia-push-channel' };

export const isPushSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Id of the channel that this browser was added as; null when it was not. */
export const readPushChannel = (): string | null => readPreference(preference);
export const writePushChannel = (id: string | null): void => writePreference(preference, id);

/**
 * Subscribes at the browser's push service; the subscription it has already is used again.
 * @param publicKey VAPID key of the server
 * @throws Error without a service worker, or when the push service refuses
 */
export async function subscribeToPush(publicKey: string): Promise<SubscriptionSettings> {
  const { pushManager } = await activeWorker();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await pushManager.subscribe(options).catch(async (error: unknown) => {
    // Of another key, before the server's was replaced.
    const former = await pushManager.getSubscription();
    if (former === null) throw error;
    await former.unsubscribe();
    return pushManager.subscribe(options);
  });
  return toSubscriptionSettings(subscription);
}

/** Ends the subscription; without one it does nothing. */
export async function unsubscribeFromPush(): Promise<void> {
  // First: the end of a subscription must not look like a change of it.
  await deleteStoredSubscription();
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

async function activeWorker(): Promise<ServiceWorkerRegistration> {
  const signal = AbortSignal.timeout(workerTimeoutMs);
  return Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(new Error('no service worker')), {
        once: true,
      }),
    ),
  ]);
}
