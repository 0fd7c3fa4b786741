/** What other tabs of the same browser do to the session: through what they share, the SDK's storage and our channel. */
import type { BrowserContext, Page } from '@playwright/test';

/** A person as the identity SDK keeps them: under which key, and what. */
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
  // A page of the same origin without the app: nothing happens in it but what it is told.
  await page.goto(`${origin}/health`);
  const store = (key: string, user: object) =>
    page.evaluate(([name, value]) => localStorage.setItem(name, value), [
      key,
      JSON.stringify(user),
    ] as const);
  let key = '';
  return {
    /** @param now by the clock of the page that looks on, where it is moved */
    async signIn(person: StoredUser, now = Date.now()) {
      key = person.key;
      const stsTokenManager = { ...person.user.stsTokenManager, expirationTime: now + 3_600_000 };
      await store(key, { ...person.user, stsTokenManager, lastLoginAt: String(Math.random()) });
    },
    /** The same person, written anew. */
    touch: () =>
      page.evaluate((name) => {
        const user = JSON.parse(localStorage.getItem(name) ?? '{}');
        localStorage.setItem(name, JSON.stringify({ ...user, lastLoginAt: String(Math.random()) }));
      }, key),
    clearStoredUser: () => page.evaluate((name) => localStorage.removeItem(name), key),
    announceSignOut: () =>
      page.evaluate(() => new BroadcastChannel('vigia-session').postMessage('signed-out')),
  };
}

/** What the SDK keeps of whoever is signed in on this page. */
export async function readStoredUser(page: Page): Promise<StoredUser> {
  return page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('firebase:authUser:'));
    if (key === undefined) throw new Error('nobody is signed in');
    return { key, user: JSON.parse(localStorage.getItem(key) ?? '') };
  });
}

/** From now on this page's SDK cannot forget anybody: the browser refuses to remove it. */
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
