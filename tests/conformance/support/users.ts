/** Registers, signs in and signs out users: through the forms, or directly at the identity service. */
import type { Page } from '@playwright/test';
import { createIdentityAccount, password } from '#tests/support/identity.ts';

export interface NewUser {
  readonly email: string;
  readonly username: string;
  readonly password: string;
}

let userCount = 0;
/** An address without an account. */
export const newEmail = (): string => `persona-${process.pid}-${++userCount}@correo.example`;

export const newUser = (): NewUser => ({ username: 'lucia', email: newEmail(), password });

export async function fillRegistration(
  page: Page,
  form: Partial<NewUser & { readonly confirmation: string }>,
): Promise<void> {
  const fields = [
    ['Nombre de usuario', form.username],
    ['Correo electrónico', form.email],
    ['Contraseña', form.password],
    ['Confirmar contraseña', form.confirmation ?? form.password],
  ] as const;
  for (const [label, text] of fields) {
    if (text !== undefined) await page.getByLabel(label, { exact: true }).fill(text);
  }
}

export async function submitRegistration(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
}

export async function register(page: Page, origin: string, user: NewUser): Promise<void> {
  await page.goto(`${origin}/register`);
  await fillRegistration(page, user);
  await submitRegistration(page);
}

export async function signIn(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cuenta', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
}

/** Creates an account at the identity service alone, without a profile. */
export async function createAccount(origin: string, email = newEmail()): Promise<string> {
  await createIdentityAccount(origin, email);
  return email;
}
