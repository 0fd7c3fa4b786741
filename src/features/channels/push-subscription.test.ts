/** This browser's subscription at its push service: used again, or replaced when it is of a former key. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { subscribeToPush, unsubscribeFromPush } from './push-subscription.ts';

/** A push service with one subscription per worker, which refuses a second key. */
class PushManagerStub {
  current: { readonly key: string; unsubscribe(): Promise<boolean> } | null = null;

  async subscribe({ applicationServerKey: key }: { applicationServerKey: string }) {
    if (this.current !== null && this.current.key !== key)
      throw new DOMException('another key', 'InvalidStateError');
    this.current ??= this.create(key);
    return this.current;
  }

  async getSubscription() {
    return this.current;
  }

  create(key: string) {
    return {
      key,
      toJSON: () => ({ endpoint: `https://push.example/${key}`, keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: async () => {
        this.current = null;
        return true;
      },
    };
  }
}

let pushManager: PushManagerStub;
const deleteCache = vi.fn(async () => true);

beforeEach(() => {
  pushManager = new PushManagerStub();
  const registration = { pushManager };
  vi.stubGlobal('navigator', {
    serviceWorker: {
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
    },
  });
  vi.stubGlobal('caches', { delete: deleteCache });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const subscriptionOf = (key: string) => ({
  endpoint: `https://push.example/${key}`,
  keys: { p256dh: 'p', auth: 'a' },
});

it('is used again when it is of the server’s key', async () => {
  const first = pushManager.create('current');
  pushManager.current = first;
  expect(await subscribeToPush('current')).toEqual(subscriptionOf('current'));
  expect(pushManager.current).toBe(first);
});

it('is replaced when it is of a former key: no alert would arrive by it', async () => {
  pushManager.current = pushManager.create('former');
  expect(await subscribeToPush('current')).toEqual(subscriptionOf('current'));
  expect(pushManager.current?.key).toBe('current');
});

it('ends together with the copy that the worker would renew it from', async () => {
  pushManager.current = pushManager.create('current');
  await unsubscribeFromPush();
  expect(pushManager.current).toBeNull();
  expect(deleteCache).toHaveBeenCalledOnce();
});
