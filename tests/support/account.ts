/** Accounts in browser tests: creates one and signs the page in; type of a saved browser session. */
import type { BrowserContext, Page } from '@playwright/test';
import { signInCopy } from '#src/copy/sign-in.ts';
import { createStoredSession, password } from './identity.ts';

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
  await storeNewSession(page, origin, email);
  await page.goto(`${origin}${path}`);
  // Stored once the session is restored: the API is called with it.
  await page.waitForFunction(() => localStorage.getItem('authToken') !== null);
}

/** The same, on a page of the same origin without the app. */
export async function storeNewSession(page: Page, origin: string, email: string): Promise<void> {
  const stored = await createStoredSession(origin, email, 'lucia');
  await page.goto(`${origin}/health`);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), stored);
}

/** Fills and submits the form, at its own address. */
export async function submitRegistration(
  page: Page,
  origin: string,
  username: string,
  email: string,
): Promise<void> {
  await page.goto(`${origin}/register`);
  await page.getByLabel(signInCopy.username).fill(username);
  await page.getByLabel(signInCopy.email).fill(email);
  for (const label of [signInCopy.password, signInCopy.confirmation])
    await page.getByLabel(label, { exact: true }).fill(password);
  await page.getByRole('button', { name: signInCopy.createAccount }).click();
}

/** Browser storage of a signed-in user; for `newContext({ storageState })`. */
export type SavedSession = Awaited<ReturnType<BrowserContext['storageState']>>;
