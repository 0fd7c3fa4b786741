/**
 * The push subscription that is a channel. The page leaves a copy in the cache storage, which the service worker reads, too: it
 * proves with the copy that a later subscription replaces this one (docs/decisions/051-renewed-push-subscriptions.md).
 */
import type { PushRenewal } from '#contract/channels.ts';

export type SubscriptionSettings = PushRenewal['next'];

export interface StoredPushSubscription {
  readonly channelId: string;
  /** VAPID key of the server. */
  readonly publicKey: string;
  readonly subscription: SubscriptionSettings;
}

const cacheName = 'vigia-push';
const cacheKey = '/push-subscription';

/** @throws Error when the browser gave an address without the keys to encrypt for it */
export function toSubscriptionSettings(subscription: PushSubscription): SubscriptionSettings {
  const { endpoint, keys: { p256dh, auth } = {} } = subscription.toJSON();
  if (endpoint === undefined || p256dh === undefined || auth === undefined)
    throw new Error('a push subscription without keys');
  return { endpoint, keys: { p256dh, auth } };
}

/** @returns null when this browser is no channel */
export async function readStoredSubscription(): Promise<StoredPushSubscription | null> {
  const stored = await (await caches.open(cacheName)).match(cacheKey);
  return stored === undefined ? null : await stored.json();
}

export async function storeSubscription(stored: StoredPushSubscription): Promise<void> {
  await (await caches.open(cacheName)).put(cacheKey, new Response(JSON.stringify(stored)));
}

/** Also where there is no cache storage: plain http. */
export async function deleteStoredSubscription(): Promise<void> {
  await globalThis.caches?.delete(cacheName);
}
