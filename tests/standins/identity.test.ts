/** Identity contract tests on the stand-in and on Google's emulator, and tests of the stand-in alone. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createUserWithEmailAndPassword,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
} from 'firebase/auth';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { identityStandin } from '#standins/identity/plugin.ts';
import { loadSigningKeys } from '#standins/identity/signing-keys.ts';
import type { OutgoingMail } from '#standins/mail/smtp-sender.ts';
import {
  documentedCodes,
  type IdentityTarget,
  identityScenarios,
  openAuth,
  setEnumerationProtection,
} from './identity.scenarios.ts';
import { openDataDir, postForm, serve } from './serve.ts';

const projectId = 'demo-vigia';
const emulatorHost = process.env.FIREBASE_AUTH_EMULATOR_HOST;
/** What Google's emulator answers where its service is documented to answer otherwise. */
const emulatorDifferences = {
  resetOfInvalidAddress: 'user-not-found',
  renewalOfDeletedAccount: 'invalid-refresh-token',
};
console.info(
  emulatorHost
    ? `identity scenarios ran: stand-in, Google emulator · it differs from Google: ${differences()}`
    : 'identity scenarios ran: stand-in · not run: Google emulator (FIREBASE_AUTH_EMULATOR_HOST not set)',
);

function differences(): string {
  const codes = Object.entries(emulatorDifferences) as [keyof typeof documentedCodes, string][];
  return codes.map(([name, code]) => `${name} ${code}, not ${documentedCodes[name]}`).join(' · ');
}

const mails: OutgoingMail[] = [];
const start = async (dataDir: string) => {
  const keys = await loadSigningKeys(dataDir);
  const sendMail = async (mail: OutgoingMail) => void mails.push(mail);
  return serve((app) => app.register(identityStandin, { dataDir, projectId, keys, sendMail }));
};
const { origin } = await start(await openDataDir());

const standin: IdentityTarget = { name: 'stand-in', projectId, origin: () => origin };
identityScenarios(standin);

describe.skipIf(!emulatorHost)('Google emulator (needs FIREBASE_AUTH_EMULATOR_HOST)', () => {
  identityScenarios({
    name: 'Google emulator',
    projectId,
    origin: () => `http://${emulatorHost}`,
    differences: emulatorDifferences,
  });
});

const signUp = async (email: string) =>
  (await createUserWithEmailAndPassword(openAuth(standin), email, 'secreto1')).user;
const signIn = (email: string, password: string) =>
  signInWithEmailAndPassword(openAuth(standin), email, password);
const renew = (fields: Record<string, string>, at = origin) =>
  postForm(`${at}/securetoken.googleapis.com/v1/token?key=local`, fields);

describe('tokens of the stand-in', () => {
  it('verify against the published keys, as the server verifies them', async () => {
    const token = await (await signUp('firma@correo.es')).getIdToken();
    const path = '/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';
    const published = createRemoteJWKSet(new URL(origin + path));
    const { protectedHeader } = await jwtVerify(token, published, {
      algorithms: ['RS256'],
      audience: projectId,
      issuer: `https://securetoken.google.com/${projectId}`,
    });
    expect(protectedHeader.kid).toBeTruthy();
  });
});

it('accounts, sessions and settings survive a restart; the key is readable by its owner only', async () => {
  const dataDir = await openDataDir();
  let served = await start(dataDir);
  const target = { ...standin, origin: () => served.origin };
  const account = ['sigue@correo.es', 'secreto1'] as const;
  const { user } = await createUserWithEmailAndPassword(openAuth(target), ...account);
  await setEnumerationProtection(target, true);
  await served.app.close();
  served = await start(dataDir);
  const session = { grant_type: 'refresh_token', refresh_token: user.refreshToken };
  const renewed = await (await renew(session, served.origin)).json();
  expect(renewed).toMatchObject({ user_id: user.uid, token_type: 'Bearer' });
  const again = await signInWithEmailAndPassword(openAuth(target), ...account);
  expect(again.user.uid).toBe(user.uid);
  await expect(
    signInWithEmailAndPassword(openAuth(target), account[0], 'malamala'),
  ).rejects.toMatchObject({ code: 'auth/invalid-credential' });
  expect((await stat(join(dataDir, 'identity-keys.json'))).mode & 0o777).toBe(0o600);
});

it('the password-reset mail leads to a page that sets a new password once', async () => {
  const email = 'olvido@correo.es';
  await signUp(email);
  await sendPasswordResetEmail(openAuth(standin), email);
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

describe('hostile and broken requests', () => {
  it('blocks sign-in after twenty wrong passwords', async () => {
    await signUp('adivina@correo.es');
    for (let i = 0; i < 20; i += 1) await signIn('adivina@correo.es', 'malamala').catch(() => null);
    await expect(signIn('adivina@correo.es', 'secreto1')).rejects.toMatchObject({
      code: 'auth/too-many-requests',
    });
  });
});
