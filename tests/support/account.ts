/** Accounts in browser tests: registers through the form, tries a sign-in; type of a saved browser session. */
import type { BrowserContext, Page } from '@playwright/test';
import { callIdentity, password } from './identity.ts';

/** Registers through the form and waits for the dashboard. */
export async function register(page: Page, origin: string, email: string): Promise<void> {
  await page.goto(`${origin}/register`);
  await page.getByLabel('Nombre de usuario').fill('lucia');
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByLabel('Confirmar contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await page.waitForURL('**/dashboard');
}

/** Whether the identity service accepts a sign-in with this address. */
export async function canSignIn(origin: string, email: string): Promise<boolean> {
  const answer = await callIdentity(origin, 'signIn', { email, password, returnSecureToken: true });
  return answer.ok;
}

/** Browser storage of a signed-in user; for `newContext({ storageState })`. */
export type SavedSession = Awaited<ReturnType<BrowserContext['storageState']>>;
