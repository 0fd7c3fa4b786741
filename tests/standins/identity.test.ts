/** The identity double, by Firebase's SDK: what signing in of a tester needs beyond tests/boundaries/identity-service.test.ts. */
import { deleteApp, initializeApp } from 'firebase/app';
import {
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  sendPasswordResetEmail,
  signInWithCredential,
  signInWithEmailAndPassword,
  verifyBeforeUpdateEmail,
} from 'firebase/auth';
import { expect, it, onTestFinished } from 'vitest';
import { identityStandin } from '#standins/identity/plugin.ts';
import { loadSigningKeys } from '#standins/identity/signing-keys.ts';
import type { OutgoingMail } from '#standins/mail/smtp-sender.ts';
import { openDataDir, postForm, serve } from './serve.ts';

const projectId = 'demo-vigia';
const mails: OutgoingMail[] = [];
const start = async (dataDir: string) => {
  const keys = await loadSigningKeys(dataDir);
  const sendMail = async (mail: OutgoingMail) => void mails.push(mail);
  return serve((app) => app.register(identityStandin, { dataDir, projectId, keys, sendMail }));
};
const { origin } = await start(await openDataDir());

function openAuth(at = origin) {
  const app = initializeApp({ apiKey: 'local', projectId }, crypto.randomUUID());
  onTestFinished(() => deleteApp(app));
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, at, { disableWarnings: true });
  return auth;
}
const signUp = async (email: string, at = origin) =>
  (await createUserWithEmailAndPassword(openAuth(at), email, 'secreto1')).user;
const signIn = (email: string, password = 'secreto1', at = origin) =>
  signInWithEmailAndPassword(openAuth(at), email, password);
const google = (email: string, isVerified = true) =>
  signInWithCredential(
    openAuth(),
    GoogleAuthProvider.credential(
      JSON.stringify({ sub: `g-${email}`, email, email_verified: isVerified, name: 'Leo Prado' }),
    ),
  );
const coded = (code: string) => expect.objectContaining({ code: `auth/${code}` });

it('an address has one account, whatever its case, also after a restart', async () => {
  const dataDir = await openDataDir();
  const before = await start(dataDir);
  const { uid } = await signUp('sigue@correo.es', before.origin);
  await before.app.close();
  const { origin: at } = await start(dataDir);
  expect((await signIn('SIGUE@correo.es', 'secreto1', at)).user.uid).toBe(uid);
  await expect(signUp('sigue@correo.es', at)).rejects.toEqual(coded('email-already-in-use'));
});

it.each([
  ['weak-password', () => createUserWithEmailAndPassword(openAuth(), 'corta@correo.es', '12345')],
  ['invalid-email', () => signUp('no-es-un-correo')],
  ['user-not-found', () => signIn('nadie@correo.es')],
  ['user-not-found', () => sendPasswordResetEmail(openAuth(), 'nadie@correo.es')],
])('answers auth/%s', async (code, attempt) => {
  await expect(attempt()).rejects.toEqual(coded(code));
});

it('a deleted account can neither renew nor sign in', async () => {
  const user = await signUp('adios@correo.es');
  await deleteUser(user);
  await expect(user.getIdToken(true)).rejects.toEqual(coded('user-token-expired'));
  await expect(signIn('adios@correo.es')).rejects.toEqual(coded('user-not-found'));
});

it('Google joins an unconfirmed account and drops its password, where it confirms the address', async () => {
  const { uid } = await signUp('leo@correo.es');
  await expect(google('leo@correo.es', false)).rejects.toEqual(
    coded('account-exists-with-different-credential'),
  );
  expect((await google('leo@correo.es')).user.uid).toBe(uid);
  await expect(signIn('leo@correo.es')).rejects.toEqual(coded('wrong-password'));
});

it('the password-reset mail leads to a page that sets a new password once', async () => {
  const email = 'olvido@correo.es';
  await signUp(email);
  await sendPasswordResetEmail(openAuth(), email);
  const mail = mails.at(-1);
  expect(mail).toMatchObject({ to: email, subject: 'Recupera el acceso a Vigía' });
  const link = /https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  expect(mail?.html).toContain(link);
  const { pathname, search } = new URL(link);
  const page = `${origin}${pathname}${search}`;
  expect(await (await fetch(page)).text()).toContain(email);
  for (const [password, repeated, sentence] of [
    ['123', '123', 'al menos 6 caracteres'],
    ['nueva-clave', 'otra', 'Las contraseñas no coinciden'],
    ['nueva-clave', 'nueva-clave', 'Contraseña cambiada'],
    ['nueva-clave', 'nueva-clave', 'Este enlace ya no sirve'],
  ] as const)
    expect(await (await postForm(page, { password, repeated })).text()).toContain(sentence);
  await signIn(email, 'nueva-clave');
});

it('the mail to another address leads to a page that changes it once, and ends every session', async () => {
  const user = await signUp('antes@correo.es');
  await verifyBeforeUpdateEmail(user, 'despues@correo.es');
  const mail = mails.at(-1);
  expect(mail).toMatchObject({ to: 'despues@correo.es' });
  const { pathname, search } = new URL(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  const page = `${origin}${pathname}${search}`;
  expect(await (await fetch(page)).text()).toContain('despues@correo.es');
  await user.reload();
  expect(user.email).toBe('antes@correo.es');
  expect(await (await postForm(page, {})).text()).toContain('Dirección cambiada');
  expect(await (await postForm(page, {})).text()).toContain('Este enlace ya no sirve');
  await expect(user.getIdToken(true)).rejects.toEqual(coded('user-token-expired'));
  await expect(signIn('antes@correo.es')).rejects.toEqual(coded('user-not-found'));
  expect((await signIn('despues@correo.es')).user).toMatchObject({
    uid: user.uid,
    emailVerified: true,
  });
});

it('twenty wrong passwords block signing in', async () => {
  await signUp('adivina@correo.es');
  for (let i = 0; i < 20; i += 1) await signIn('adivina@correo.es', 'malamala').catch(() => null);
  await expect(signIn('adivina@correo.es')).rejects.toEqual(coded('too-many-requests'));
});
