/** Identity Toolkit admin client (REST): deletes accounts. Only address and key differ locally. */
import { GoogleAuth } from 'google-auth-library';
import * as z from 'zod/mini';
import { withinDeadline } from '../base/worker-loop/within-deadline.ts';

export interface IdentitySettings {
  readonly projectId: string;
  /** null = Google's own. */
  readonly origin: string | null;
  /** Bearer for servers; null = the machine's default credentials. */
  readonly serverToken: string | null;
}

export interface IdentityAdmin {
  /** Idempotent. @throws Error when the service is unreachable or rejects the request */
  remove(uid: string): Promise<void>;
}

const googleOrigin = 'https://identitytoolkit.googleapis.com';
const scope = 'https://www.googleapis.com/auth/identitytoolkit';
const timeoutMs = 8_000;
const errorBody = z.object({ error: z.object({ message: z.string() }) });

export function createIdentityAdmin(settings: IdentitySettings): IdentityAdmin {
  const { projectId, origin, serverToken } = settings;
  const base = origin === null ? googleOrigin : `${origin}/identitytoolkit.googleapis.com`;
  const url = `${base}/v1/projects/${encodeURIComponent(projectId)}/accounts:delete`;
  const google = serverToken === null ? new GoogleAuth({ projectId, scopes: scope }) : null;
  const bearer = async () => serverToken ?? (await google?.getAccessToken()) ?? '';
  return {
    async remove(uid) {
      // Google's library waits for its token endpoint without a deadline.
      const authorization = `Bearer ${await withinDeadline(bearer(), timeoutMs)}`;
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          authorization,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ localId: uid }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const answer: unknown = await response.json().catch(() => null);
      if (response.ok) return;
      const error = errorBody.safeParse(answer);
      const message = error.success ? error.data.error.message : '';
      if (message.startsWith('USER_NOT_FOUND')) return;
      throw new Error(`the identity service answered ${response.status} ${message.slice(0, 100)}`);
    },
  };
}
