/** Contract tests of the identity service, for the stand-in and, where available, Google's emulator. */
import { deleteApp, initializeApp } from 'firebase/app';
import {
  type Auth,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  fetchSignInMethodsForEmail,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  sendPasswordResetEmail,
  signInWithCredential,
  signInWithEmailAndPassword,
  verifyPasswordResetCode,
} from 'firebase/auth';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

export interface IdentityTarget {
  readonly name: string;
  readonly projectId: string;
  origin(): string;
  /** Codes with which it differs from what Google documents, and from what its service answers. */
  readonly differences?: Partial<typeof documentedCodes>;
}

export const documentedCodes = {
  resetOfInvalidAddress: 'invalid-email',
  renewalOfDeletedAccount: 'user-token-expired',
};

let count = 0;
/** A unique address, also on a long-running emulator. */
const freshEmail = (): string => `persona${Date.now()}-${++count}@correo.es`;

export async function requestAsOwner(
  { origin, projectId }: IdentityTarget,
  method: string,
  path: string,
  body?: object,
): Promise<Response> {
  return fetch(`${origin()}/identitytoolkit.googleapis.com${path.replace(':project', projectId)}`, {
    method,
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
}

export async function setEnumerationProtection(
  target: IdentityTarget,
  isOn: boolean,
): Promise<void> {
  const path = '/v2/projects/:project/config?updateMask=emailPrivacyConfig';
  const emailPrivacyConfig = { enableImprovedEmailPrivacy: isOn };
  expect((await requestAsOwner(target, 'PATCH', path, { emailPrivacyConfig })).status).toBe(200);
}

export function openAuth(target: IdentityTarget): Auth {
  count += 1;
  const app = initializeApp({ apiKey: 'local', projectId: target.projectId }, `cliente-${count}`);
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, target.origin(), { disableWarnings: true });
  return auth;
}

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const googleCredential = (sub: string, email: string, verified = true) =>
  GoogleAuthProvider.credential(
    JSON.stringify({ sub, email, email_verified: verified, name: 'Leo Prado' }),
  );
const expectError = (attempt: Promise<unknown>, code: string) =>
  expect(attempt).rejects.toMatchObject({ code: `auth/${code}` });

export function identityScenarios(target: IdentityTarget): void {
  const codes = { ...documentedCodes, ...target.differences };
  let auth: Auth;
  beforeEach(() => {
    auth = openAuth(target);
  });
  afterEach(() => deleteApp(auth.app));

  const signUp = async (email = freshEmail(), password = 'secreto1') => ({
    email,
    user: (await createUserWithEmailAndPassword(auth, email, password)).user,
  });
  const resetCodeFor = async (email: string): Promise<string> => {
    const url = `${target.origin()}/emulator/v1/projects/${target.projectId}/oobCodes`;
    const { oobCodes } = (await (await fetch(url)).json()) as {
      oobCodes: { email: string; oobCode: string }[];
    };
    return oobCodes.findLast((one) => one.email === email)?.oobCode ?? 'none';
  };

  describe(`accounts with a password (${target.name})`, () => {
    beforeAll(() => setEnumerationProtection(target, false));

    it('creates an account whose token has subject, audience and provider', async () => {
      const { email, user } = await signUp();
      const claims = claimsOf(await user.getIdToken());
      expect(claims).toMatchObject({
        sub: user.uid,
        user_id: user.uid,
        email,
        email_verified: false,
        aud: target.projectId,
        iss: `https://securetoken.google.com/${target.projectId}`,
        firebase: { sign_in_provider: 'password', identities: { email: [email] } },
      });
      expect(claims.exp - claims.iat).toBe(3600);
      expect(Math.abs(claims.auth_time - Date.now() / 1000)).toBeLessThan(10);
    });

    it('has one account for an address, whatever its case', async () => {
      const { email, user } = await signUp();
      const again = await signInWithEmailAndPassword(auth, email.toUpperCase(), 'secreto1');
      expect(again.user.uid).toBe(user.uid);
      await expectError(signUp(email), 'email-already-in-use');
    });

    it.each([
      ['weak-password', () => signUp(freshEmail(), '12345')],
      ['missing-password', () => signUp(freshEmail(), '')],
      ['invalid-email', () => signUp('no-es-un-correo')],
      ['invalid-email', () => signInWithEmailAndPassword(auth, 'no-es-un-correo', 'secreto1')],
      ['missing-password', () => signInWithEmailAndPassword(auth, freshEmail(), '')],
      ['missing-email', () => sendPasswordResetEmail(auth, '')],
      ['invalid-action-code', () => confirmPasswordReset(auth, 'inventado', 'nueva-clave')],
      [codes.resetOfInvalidAddress, () => sendPasswordResetEmail(auth, 'no-es-un-correo')],
    ])('answers auth/%s', async (code, attempt) => {
      await expectError(attempt(), code);
    });
  });

  describe(`address enumeration (${target.name})`, () => {
    it('with protection off, distinguishes a wrong password from an unknown address', async () => {
      await setEnumerationProtection(target, false);
      const { email } = await signUp();
      await expectError(signInWithEmailAndPassword(auth, email, 'malamala'), 'wrong-password');
      await expectError(
        signInWithEmailAndPassword(auth, freshEmail(), 'malamala'),
        'user-not-found',
      );
      await expectError(sendPasswordResetEmail(auth, freshEmail()), 'user-not-found');
      expect(await fetchSignInMethodsForEmail(auth, email)).toEqual(['password']);
    });

    it('with protection on, reports both alike', async () => {
      const { email } = await signUp();
      await setEnumerationProtection(target, true);
      for (const address of [email, freshEmail()]) {
        await expectError(
          signInWithEmailAndPassword(auth, address, 'malamala'),
          'invalid-credential',
        );
        await expect(sendPasswordResetEmail(auth, address)).resolves.toBeUndefined();
        expect(await fetchSignInMethodsForEmail(auth, address)).toEqual([]);
      }
      await expectError(signUp(email), 'email-already-in-use');
    });
  });

  describe(`passwords that change (${target.name})`, () => {
    beforeAll(() => setEnumerationProtection(target, false));

    it('lets a reset code set a new password once', async () => {
      const { email } = await signUp();
      await sendPasswordResetEmail(auth, email);
      const code = await resetCodeFor(email);
      expect(await verifyPasswordResetCode(auth, code)).toBe(email);
      await expectError(confirmPasswordReset(auth, code, '123'), 'weak-password');
      await confirmPasswordReset(auth, code, 'nueva-clave');
      await expectError(confirmPasswordReset(auth, code, 'otra-clave'), 'invalid-action-code');
      await expectError(signInWithEmailAndPassword(auth, email, 'secreto1'), 'wrong-password');
      const { user } = await signInWithEmailAndPassword(auth, email, 'nueva-clave');
      expect(user.emailVerified).toBe(true);
    });
  });

  describe(`what ends a session (${target.name})`, () => {
    beforeAll(() => setEnumerationProtection(target, false));

    it.each(['the owner', 'its user'])(
      'deleted by %s, it can neither renew nor sign in',
      async (who) => {
        const { email, user } = await signUp();
        if (who === 'its user') await deleteUser(user);
        else
          await requestAsOwner(target, 'POST', '/v1/projects/:project/accounts:delete', {
            localId: user.uid,
          });
        await expectError(user.getIdToken(true), codes.renewalOfDeletedAccount);
        await expectError(signInWithEmailAndPassword(auth, email, 'secreto1'), 'user-not-found');
      },
    );
  });

  describe(`Google accounts (${target.name})`, () => {
    beforeAll(() => setEnumerationProtection(target, false));

    it('joins Google to an unconfirmed password account and drops its password', async () => {
      const { email, user } = await signUp();
      const joined = await signInWithCredential(auth, googleCredential(`g-${email}`, email));
      expect(joined.user.uid).toBe(user.uid);
      expect(joined.user.providerData.map(({ providerId }) => providerId)).toEqual(['google.com']);
      await expectError(signInWithEmailAndPassword(auth, email, 'secreto1'), 'wrong-password');
    });

    it('refuses an address of another account that Google did not confirm', async () => {
      const { email } = await signUp();
      await expectError(
        signInWithCredential(auth, googleCredential(`g-${email}`, email, false)),
        'account-exists-with-different-credential',
      );
    });
  });
}
