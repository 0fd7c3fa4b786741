/** Somebody with an account of their own on a running Vigía, seen by the API as a browser is. */
import { settings } from '#contract/users.ts';
import { openAccount } from '#tests/support/identity.ts';

export interface ApiUser {
  readonly token: string;
  /** Asks the API with this person's token. */
  ask(path: string, init?: { method: string; body: unknown }): Promise<Response>;
  /** Writes one number in the settings. @returns the status */
  save(frecuencia: number): Promise<number>;
  saved(): Promise<number>;
}

export async function signUp(origin: string, email: string): Promise<ApiUser> {
  const idToken = await openAccount(origin, email);
  const ask: ApiUser['ask'] = (path, init) =>
    fetch(`${origin}${path}`, {
      headers: {
        authorization: `Bearer ${idToken}`,
        ...(init && { 'content-type': 'application/json' }),
      },
      ...(init && { method: init.method, body: JSON.stringify(init.body) }),
    });
  return {
    token: idToken,
    ask,
    async save(frecuencia) {
      const body = { partidos: [], umbrales: {}, frecuencia };
      return (await ask('/api/users/config', { method: 'PUT', body })).status;
    },
    async saved() {
      const answer = await ask('/api/users/config');
      return settings.parse(await answer.json()).configuracion.frecuencia;
    },
  };
}
