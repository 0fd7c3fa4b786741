/** Calls the identity service of a running Vigía, as its SDK does. */

const accounts = 'identitytoolkit.googleapis.com/v1/accounts';
const methods = {
  signUp: `${accounts}:signUp`,
  signIn: `${accounts}:signInWithPassword`,
  renew: 'securetoken.googleapis.com/v1/token',
} as const;

export const password = 'vigia-2026';

export const callIdentity = (
  origin: string,
  method: keyof typeof methods,
  body: Readonly<Record<string, unknown>>,
): Promise<Response> =>
  fetch(`${origin}/${methods[method]}?key=clave-local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Creates an account without a profile, not through the form. @returns its id token. @throws if rejected */
export async function createIdentityAccount(origin: string, email: string): Promise<string> {
  const answer = await callIdentity(origin, 'signUp', { email, password, returnSecureToken: true });
  const { idToken } = (await answer.json()) as { idToken?: string };
  if (idToken === undefined) throw new Error(`The account was not created: ${answer.status}`);
  return idToken;
}
