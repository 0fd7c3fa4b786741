/** API client of a newly created user of a running Vigía. */
import { settings } from '#contract/users.ts';
import { openAccount } from '#tests/support/identity.ts';

export interface ApiUser {
  readonly token: string;
  /** Calls the API with this user's token. */
  request(path: string, init?: { method: string; body: unknown }): Promise<Response>;
  /** Saves a check frequency in the settings. @returns the status */
  save(frecuencia: number): Promise<number>;
  /** The stored check frequency. */
  saved(): Promise<number>;
}

export async function signUp(origin: string, email: string): Promise<ApiUser> {
  const idToken = await openAccount(origin, email);
  const request: ApiUser['request'] = (path, init) =>
    fetch(`${origin}${path}`, {
      headers: {
        authorization: `Bearer ${idToken}`,
        ...(init && { 'content-type': 'application/json' }),
      },
      ...(init && { method: init.method, body: JSON.stringify(init.body) }),
    });
  return {
    token: idToken,
    request,
    async save(frecuencia) {
      const body = { partidos: [], umbrales: {}, frecuencia };
      return (await request('/api/users/config', { method: 'PUT', body })).status;
    },
    async saved() {
      const answer = await request('/api/users/config');
      return settings.parse(await answer.json()).configuracion.frecuencia;
    },
  };
}
