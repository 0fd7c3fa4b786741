/** Plays another tab of the same browser, through the SDK's storage and the BroadcastChannel. */
import type { BrowserContext, Page } from '@playwright/test';

declare global {
  interface Window {
    endRegistration?: () => void;
  }
}

/** A user as stored by the identity SDK: key and value. */
export interface StoredUser {
  readonly key: string;
  readonly user: {
    readonly stsTokenManager: { readonly accessToken: string; readonly refreshToken: string };
    readonly [rest: string]: unknown;
  };
}

export type OtherTab = Awaited<ReturnType<typeof openOtherTab>>;

export async function openOtherTab(context: BrowserContext, origin: string) {
  const page = await context.newPage();
  // A page of the same origin without the app.
  await page.goto(`${origin}/health`);
  const store = (key: string, user: object) =>
    page.evaluate(([name, value]) => localStorage.setItem(name, value), [
      key,
      JSON.stringify(user),
    ] as const);
  let key = '';
  return {
    /** @param now epoch milliseconds on the observing page's clock */
    async signIn(stored: StoredUser, now = Date.now()) {
      key = stored.key;
      const stsTokenManager = { ...stored.user.stsTokenManager, expirationTime: now + 3_600_000 };
      await store(key, { ...stored.user, stsTokenManager, lastLoginAt: String(Math.random()) });
    },
    /** Writes the same user again. */
    touch: () =>
      page.evaluate((name) => {
        const user = JSON.parse(localStorage.getItem(name) ?? '{}');
        localStorage.setItem(name, JSON.stringify({ ...user, lastLoginAt: String(Math.random()) }));
      }, key),
    clearStoredUser: () => page.evaluate((name) => localStorage.removeItem(name), key),
    /** Like a tab that is registering an account (src/app/effects/registration-lock.ts). */
    holdRegistration: () =>
      page.evaluate(async () => {
        if (window.endRegistration !== undefined) return;
        await new Promise<void>((held) => {
          void navigator.locks.request('vigia-registration', () => {
            held();
            return new Promise<void>((release) =>
              Object.assign(window, { endRegistration: release }),
            );
          });
        });
      }),
    endRegistration: () =>
      page.evaluate(() => {
        window.endRegistration?.();
        delete window.endRegistration;
      }),
    broadcastSignOut: () =>
      page.evaluate(() => new BroadcastChannel('vigia-session').postMessage('signed-out')),
  };
}

/** The signed-in user as stored by the SDK on this page. @throws Error when signed out */
export async function readStoredUser(page: Page): Promise<StoredUser> {
  return page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('firebase:authUser:'));
    if (key === undefined) throw new Error('no user is signed in');
    return { key, user: JSON.parse(localStorage.getItem(key) ?? '') };
  });
}

/** Makes this page's SDK fail to sign out: the browser refuses to remove the stored user. */
export const breakStorageRemoval = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { removeItem } = Storage.prototype;
    Object.assign(window, { removeItem });
    Storage.prototype.removeItem = function refuse(this: Storage, key: string) {
      if (key.startsWith('firebase:authUser:')) throw new Error('storage is broken');
      removeItem.call(this, key);
    };
  });

export const restoreStorageRemoval = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const original = (window as unknown as { removeItem: typeof Storage.prototype.removeItem })
      .removeItem;
    Storage.prototype.removeItem = original;
  });
