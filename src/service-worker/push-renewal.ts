/**
 * Tells the server of a push subscription that the browser replaced. The worker has no session: what proves it is the former
 * subscription, of which the page left a copy (docs/decisions/051-renewed-push-subscriptions.md).
 */
import type { PushRenewal } from '#contract/channels.ts';
import { pushRenewalPath, pushSubscriptionCache } from '#domain/service-worker.ts';
import type { PushSubscriptionChangeEvent, WorkerScope } from './worker-scope.ts';

/** What the page stored (src/features/channels/push-subscription.ts). */
export interface StoredSubscription {
  readonly channelId: string;
  /** VAPID key of the server. */
  readonly publicKey: string;
  readonly subscription: PushRenewal['nueva'];
}

export function createPushRenewal(scope: WorkerScope) {
  const openCache = () => caches.open(pushSubscriptionCache.name);

  async function readStored(): Promise<StoredSubscription | null> {
    const stored = await (await openCache()).match(pushSubscriptionCache.key);
    return stored === undefined ? null : await stored.json();
  }

  /** Absent: some browsers leave it to the worker to subscribe again. */
  const subscribeAgain = (publicKey: string) =>
    scope.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    });

  async function renew(given: PushSubscription | null): Promise<void> {
    const stored = await readStored();
    if (stored === null) return;
    const current = given ?? (await subscribeAgain(stored.publicKey));
    const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = current.toJSON();
    const { channelId, subscription: former } = stored;
    if (endpoint === former.endpoint && auth === former.keys.auth) return;
    const renewed = { endpoint, keys: { p256dh, auth } };
    const body: PushRenewal = {
      canal: channelId,
      anterior: { endpoint: former.endpoint, auth: former.keys.auth },
      nueva: renewed,
    };
    const { ok, status } = await fetch(pushRenewalPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (ok) {
      const next: StoredSubscription = { ...stored, subscription: renewed };
      await (await openCache()).put(pushSubscriptionCache.key, new Response(JSON.stringify(next)));
    } else if (status === 404) {
      // The channel was removed meanwhile.
      await caches.delete(pushSubscriptionCache.name);
      await current.unsubscribe();
    }
  }

  return {
    onSubscriptionChange: (event: PushSubscriptionChangeEvent) =>
      event.waitUntil(renew(event.newSubscription ?? null)),
    /** What failed without a network, or was never announced, is made up for when a page says that it is open. */
    async onPageOpened(): Promise<void> {
      const subscription = await scope.registration.pushManager?.getSubscription();
      if (subscription) await renew(subscription);
    },
  };
}
