/** API client of a newly created user of a running Vigía. */
import { settings } from '#contract/users.ts';
import { createIdentityAccount } from '#tests/support/identity.ts';

export interface ApiUser {
  readonly token: string;
  /** Calls the API with this user's token. */
  request(path: string, init?: { method: string; body: unknown }): Promise<Response>;
  /** Saves a check frequency in the settings. @returns the status */
  saveFrequency(frecuencia: number): Promise<number>;
  /** The stored check frequency. */
  fetchFrequency(): Promise<number>;
}

export async function signUp(origin: string, email: string): Promise<ApiUser> {
  const { idToken } = await createIdentityAccount(origin, email);
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
    async saveFrequency(frecuencia) {
      const body = { partidos: [], umbrales: {}, frecuencia };
      return (await request('/api/users/config', { method: 'PUT', body })).status;
    },
    async fetchFrequency() {
      const answer = await request('/api/users/config');
      return settings.parse(await answer.json()).configuracion.frecuencia;
    },
  };
}
