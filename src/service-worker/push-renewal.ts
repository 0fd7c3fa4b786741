/**
 * Tells the server of a push subscription that the browser replaced. The worker has no session: what proves it is the former
 * subscription, of which the page left a copy (docs/decisions/051-renewed-push-subscriptions.md).
 */
import type { PushRenewal } from '#contract/channels.ts';
import {
  deleteStoredSubscription,
  readStoredSubscription,
  storeSubscription,
  toSubscriptionSettings,
} from './stored-subscription.ts';
import type { PushSubscriptionChangeEvent, WorkerScope } from './worker-scope.ts';

export function createPushRenewal(scope: WorkerScope) {
  const subscribeAgain = (publicKey: string) =>
    scope.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    });

  async function renew(given: PushSubscription | null): Promise<void> {
    const stored = await readStoredSubscription();
    if (stored === null) return;
    // Some browsers give none, and leave it to the worker to subscribe again.
    const current = given ?? (await subscribeAgain(stored.publicKey));
    const renewed = toSubscriptionSettings(current);
    const { channelId, subscription: former } = stored;
    if (renewed.endpoint === former.endpoint && renewed.keys.auth === former.keys.auth) return;
    const body: PushRenewal = {
      channel: channelId,
      previous: { endpoint: former.endpoint, auth: former.keys.auth },
      next: renewed,
    };
    const { ok, status } = await fetch('/api/push/renewal', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (ok) {
      await storeSubscription({ ...stored, subscription: renewed });
    } else if (status === 404) {
      // The channel was removed meanwhile.
      await deleteStoredSubscription();
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
