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
  signOut,
  updateEmail,
  updatePassword,
  updateProfile,
  verifyPasswordResetCode,
} from 'firebase/auth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

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

    it('keeps the display name across sessions and puts it in the token', async () => {
      const { email, user } = await signUp();
      await updateProfile(user, { displayName: 'Ñandú' });
      expect(claimsOf(await user.getIdToken(true)).name).toBe('Ñandú');
      await signOut(auth);
      const again = await signInWithEmailAndPassword(auth, email, 'secreto1');
      expect(again.user.displayName).toBe('Ñandú');
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

    it('renews the token of a session', async () => {
      const { user } = await signUp();
      const renewed = claimsOf(await user.getIdToken(true));
      expect(renewed.auth_time).toBe(claimsOf(await user.getIdToken()).auth_time);
      expect(renewed.sub).toBe(user.uid);
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

    it('goes on with the session that changed the password', async () => {
      const { email, user } = await signUp();
      await updatePassword(user, 'nueva-clave');
      expect(await user.getIdToken(true)).toBeTruthy();
      await expectError(signInWithEmailAndPassword(auth, email, 'secreto1'), 'wrong-password');
      await signInWithEmailAndPassword(auth, email, 'nueva-clave');
    });
  });

  describe(`another address (${target.name})`, () => {
    afterAll(() => setEnumerationProtection(target, false));

    it('is taken, unconfirmed, unless the project hides which addresses exist', async () => {
      const { user } = await signUp();
      const email = freshEmail();
      await updateEmail(user, email);
      expect(claimsOf(await user.getIdToken(true))).toMatchObject({ email, email_verified: false });
      await setEnumerationProtection(target, true);
      await expectError(updateEmail(user, freshEmail()), 'operation-not-allowed');
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

    it('a disabled account can neither renew nor sign in, until it is enabled again', async () => {
      const { email, user } = await signUp();
      const disable = (disableUser: boolean) =>
        requestAsOwner(target, 'POST', '/v1/projects/:project/accounts:update', {
          localId: user.uid,
          disableUser,
        });
      await disable(true);
      await expectError(user.getIdToken(true), 'user-disabled');
      await expectError(signInWithEmailAndPassword(auth, email, 'secreto1'), 'user-disabled');
      await disable(false);
      await signInWithEmailAndPassword(auth, email, 'secreto1');
    });

    it('the owner looks an account up by id and by address', async () => {
      const { email, user } = await signUp();
      const path = '/v1/projects/:project/accounts:lookup';
      for (const body of [{ localId: [user.uid] }, { email: [email] }]) {
        const answer = await (await requestAsOwner(target, 'POST', path, body)).json();
        expect(answer).toMatchObject({
          users: [{ localId: user.uid, email, emailVerified: false }],
        });
      }
    });
  });

  describe(`Google accounts (${target.name})`, () => {
    beforeAll(() => setEnumerationProtection(target, false));

    it('creates a confirmed account the first time and recognises it the second', async () => {
      const email = freshEmail();
      const first = await signInWithCredential(auth, googleCredential(`g-${email}`, email));
      const claims = claimsOf(await first.user.getIdToken());
      expect(claims).toMatchObject({
        email,
        email_verified: true,
        name: 'Leo Prado',
        firebase: { sign_in_provider: 'google.com' },
      });
      const second = await signInWithCredential(auth, googleCredential(`g-${email}`, email));
      expect(second.user.uid).toBe(first.user.uid);
    });

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
