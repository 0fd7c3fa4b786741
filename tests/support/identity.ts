/** The identity service of a running Vigía, asked as its SDK asks it. */

const accounts = 'identitytoolkit.googleapis.com/v1/accounts';
const methods = {
  signUp: `${accounts}:signUp`,
  signIn: `${accounts}:signInWithPassword`,
  renew: 'securetoken.googleapis.com/v1/token',
} as const;

export const password = 'vigia-2026';

export const askIdentity = (
  origin: string,
  method: keyof typeof methods,
  body: Readonly<Record<string, unknown>>,
): Promise<Response> =>
  fetch(`${origin}/${methods[method]}?key=clave-local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** An account made without a screen, which has no profile yet. @returns its token */
export async function openAccount(origin: string, email: string): Promise<string> {
  const answer = await askIdentity(origin, 'signUp', { email, password, returnSecureToken: true });
  const { idToken } = (await answer.json()) as { idToken?: string };
  if (idToken === undefined) throw new Error(`There was no account to be had: ${answer.status}`);
  return idToken;
}
