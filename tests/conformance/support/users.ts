/** Steps: registers, signs in and signs out through the forms; their document in the document database. */
import { createIdentityAccount, newEmail, password } from '#tests/support/identity.ts';
import { fetchProfileDocument } from '#tests/support/profile-document.ts';
import { fill, press } from './actions.ts';
import { at, storedToken } from './expectations.ts';
import { origin, user } from './page.ts';
import { inOrder, type Step } from './spec-row.ts';

export const newUser = () => ({ username: 'lucia', email: newEmail(), password });

export const fillRegistration = (form: Partial<ReturnType<typeof newUser>>): Step =>
  fill({
    'Nombre de usuario': form.username,
    'Correo electrónico': form.email,
    Contraseña: form.password,
    'Confirmar contraseña': form.password,
  });
export const register = (form = newUser()): Step =>
  inOrder(fillRegistration(form), press('Crear cuenta'));

export const signIn = (email: string, secret = password): Step =>
  inOrder(fill({ 'Correo electrónico': email, Contraseña: secret }), press('Iniciar sesión'));
export const signInUser: Step = inOrder(signIn(user.email), at('/dashboard'));

export const signOut: Step = inOrder(press('Cuenta'), press('Cerrar sesión', 'menuitem'));

/** Creates an account at the identity service alone, without a profile. */
export const createAccount =
  (email: string): Step =>
  () =>
    createIdentityAccount(origin, email);

/** Fields of the document `users/{uid}` of who is signed in, in the database's REST notation. */
export const fetchProfile = () => fetchProfileDocument(origin, storedToken());
