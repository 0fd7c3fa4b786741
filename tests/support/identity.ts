/** Calls the identity service of a running Vigía, as its SDK does. */

const accounts = 'identitytoolkit.googleapis.com/v1/accounts';
const methods = {
  signUp: `${accounts}:signUp`,
  signIn: `${accounts}:signInWithPassword`,
  renew: 'securetoken.googleapis.com/v1/token',
} as const;

/** The API key of a local Vigía; the SDK's stored keys end in it. */
export const identityKey = 'clave-local';

export const password = 'vigia-2026';

let userCount = 0;
/** An address without an account. */
export const newEmail = (): string => `persona-${process.pid}-${++userCount}@correo.example`;

const callIdentity = (
  origin: string,
  method: keyof typeof methods,
  body: Readonly<Record<string, unknown>>,
): Promise<Response> =>
  fetch(`${origin}/${methods[method]}?key=${identityKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Creates an account without a profile, not through the form. @returns its ids and tokens. @throws if rejected */
export async function createIdentityAccount(
  origin: string,
  email: string,
  displayName?: string,
): Promise<{ localId: string; idToken: string; refreshToken: string }> {
  const answer = await callIdentity(origin, 'signUp', {
    email,
    password,
    displayName,
    returnSecureToken: true,
  });
  if (!answer.ok) throw new Error(`The account was not created: ${answer.status}`);
  return (await answer.json()) as { localId: string; idToken: string; refreshToken: string };
}

/** Creates an account. @returns what the SDK stores after its sign-in: the key and the value in localStorage */
export async function createStoredSession(
  origin: string,
  email: string,
  displayName: string,
): Promise<readonly [key: string, value: string]> {
  const { localId, idToken, refreshToken } = await createIdentityAccount(
    origin,
    email,
    displayName,
  );
  const user = {
    uid: localId,
    email,
    displayName,
    emailVerified: false,
    isAnonymous: false,
    providerData: [],
    stsTokenManager: {
      accessToken: idToken,
      refreshToken,
      expirationTime: Date.now() + 3_600_000,
    },
    apiKey: identityKey,
    appName: '[DEFAULT]',
  };
  return [`firebase:authUser:${identityKey}:[DEFAULT]`, JSON.stringify(user)];
}
