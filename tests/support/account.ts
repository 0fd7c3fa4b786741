/** Accounts in browser tests: creates one and signs the page in, tries a sign-in; type of a saved browser session. */
import type { BrowserContext, Page } from '@playwright/test';
import { callIdentity, createIdentityAccount, identityKey, password } from './identity.ts';

/**
 * Creates an account and opens a page of the app as its user. Not through the form, which tests/conformance tests: what
 * the SDK stores after a sign-in is stored before the app loads, which creates the profile.
 */
export async function register(
  page: Page,
  origin: string,
  email: string,
  path = '/dashboard',
): Promise<void> {
  const { localId, idToken, refreshToken } = await createIdentityAccount(origin, email, 'lucia');
  const user = {
    uid: localId,
    email,
    emailVerified: false,
    isAnonymous: false,
    providerData: [],
    stsTokenManager: {
      accessToken: idToken,
      refreshToken,
      expirationTime: Date.now() + 3_600_000,
    },
    apiKey: identityKey,
    appName: '[DEFAULT]',
  };
  // A page of the same origin without the app.
  await page.goto(`${origin}/health`);
  await page.evaluate(
    ([key, stored]) => localStorage.setItem(`firebase:authUser:${key}:[DEFAULT]`, stored),
    [identityKey, JSON.stringify(user)] as const,
  );
  await page.goto(`${origin}${path}`);
  // Stored once the session is restored: the API is called with it.
  await page.waitForFunction(() => localStorage.getItem('authToken') !== null);
}

/** Whether the identity service accepts a sign-in with this address. */
export async function canSignIn(origin: string, email: string): Promise<boolean> {
  const answer = await callIdentity(origin, 'signIn', { email, password, returnSecureToken: true });
  return answer.ok;
}

/** Browser storage of a signed-in user; for `newContext({ storageState })`. */
export type SavedSession = Awaited<ReturnType<BrowserContext['storageState']>>;
