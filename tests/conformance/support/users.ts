/** Registers, signs in and signs out users: through the forms, or directly at the identity service. */
import type { Page } from '@playwright/test';
import { openAccount, password } from '#tests/support/identity.ts';

export interface Person {
  readonly email: string;
  readonly username: string;
  readonly password: string;
}

let made = 0;
/** An address without an account. */
export const newEmail = (): string => `persona-${process.pid}-${++made}@correo.example`;

export const newcomer = (): Person => ({ username: 'lucia', email: newEmail(), password });

export async function fillRegistration(
  page: Page,
  form: Partial<Person & { readonly confirmation: string }>,
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

export async function register(page: Page, origin: string, person: Person): Promise<void> {
  await page.goto(`${origin}/register`);
  await fillRegistration(page, person);
  await submitRegistration(page);
}

export async function signIn(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
}

export async function chooseSignOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cuenta', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
}

/** Creates an account at the identity service alone, without a profile. */
export async function makeAccount(origin: string, email = newEmail()): Promise<string> {
  await openAccount(origin, email);
  return email;
}
