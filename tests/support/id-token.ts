/** ID tokens as the identity service signs them. */
import { SignJWT } from 'jose';
import type { SigningKeys } from '#standins/identity/signing-keys.ts';

export interface Claims {
  readonly uid?: string;
  readonly email?: string;
  readonly verified?: boolean;
  readonly [claim: string]: unknown;
}

export const issuerOf = (projectId: string) => `https://securetoken.google.com/${projectId}`;

/** Of a sign-in ten seconds ago, for an hour. @param claims what differs: Ana's, with a confirmed address */
export function signIdToken(
  { kid, privateKey }: Pick<SigningKeys, 'kid' | 'privateKey'>,
  projectId: string,
  { uid = 'ana', email = `${uid}@example.test`, verified = true, ...more }: Claims = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  return new SignJWT({
    ...{ sub: uid, aud: projectId, iss: issuerOf(projectId), email, email_verified: verified },
    ...{ iat: now - 10, auth_time: now - 10, exp: now + 3_600 },
    ...more,
  })
    .setProtectedHeader({ alg: 'RS256', kid })
    .sign(privateKey);
}
