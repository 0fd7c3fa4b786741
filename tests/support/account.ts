/** Making an account as a person does, and coming back to it in another browser context. */
import type { BrowserContext, Page } from '@playwright/test';
import { askIdentity, password } from './identity.ts';

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

/** Whether the identity service still lets the owner of this address in. */
export async function isLetIn(origin: string, email: string): Promise<boolean> {
  const answer = await askIdentity(origin, 'signIn', { email, password, returnSecureToken: true });
  return answer.ok;
}

/** What a browser keeps of someone signed in; for `newContext({ storageState })`. */
export type SavedSession = Awaited<ReturnType<BrowserContext['storageState']>>;
