/** ID tokens (RS256, Google's claims) and refresh tokens of the identity double. */
import { randomUUID } from 'node:crypto';
import { createLocalJWKSet, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import type { Account } from './accounts.ts';
import type { SigningKeys } from './signing-keys.ts';

export const tokenTtlSeconds = 3_600;

/** What its tokens say of a session. */
const session = z.object({
  provider: z.enum(['password', 'google.com']),
  /** Time of the last sign-in: epoch seconds. */
  authTime: z.int(),
});
export type SignedSession = z.infer<typeof session>;
const refreshClaims = session.extend({ sub: z.string(), generation: z.int() });

const idTokenClaims = z.object({
  sub: z.string().min(1).max(128),
  email: z.string().optional(),
  auth_time: z.int(),
  iat: z.int(),
  firebase: z.object({ sign_in_provider: session.shape.provider }),
});
export type IdTokenClaims = z.infer<typeof idTokenClaims>;

interface Signer {
  readonly keys: SigningKeys;
  readonly projectId: string;
}

const issuerOf = (projectId: string): string => `https://securetoken.google.com/${projectId}`;
const refreshAudience = 'refresh';

const sign = ({ keys, projectId }: Signer, claims: JWTPayload, audience: string): SignJWT =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: keys.kid, typ: 'JWT' })
    .setIssuer(issuerOf(projectId))
    .setAudience(audience)
    .setIssuedAt()
    // Unique: the SDK ignores a token equal to the last one, and RS256 is deterministic within a second.
    .setJti(randomUUID());

export function signIdToken(
  signer: Signer,
  account: Account,
  { provider, authTime }: SignedSession,
): Promise<string> {
  const { localId, email, emailVerified, displayName, googleId } = account;
  const claims = {
    ...(displayName !== null && { name: displayName }),
    auth_time: authTime,
    user_id: localId,
    email,
    email_verified: emailVerified,
    firebase: {
      identities: { email: [email], ...(googleId !== null && { 'google.com': [googleId] }) },
      sign_in_provider: provider,
    },
  };
  return sign(signer, claims, signer.projectId)
    .setSubject(localId)
    .setExpirationTime(`${tokenTtlSeconds}s`)
    .sign(signer.keys.privateKey);
}

/** A refresh token says what the next ID token does; none has to be stored. */
export const signRefreshToken = (
  signer: Signer,
  { localId, generation }: Account,
  current: SignedSession,
): Promise<string> =>
  sign(signer, { ...current, generation }, refreshAudience)
    .setSubject(localId)
    .sign(signer.keys.privateKey);

/** Verifies signature, issuer, audience and time; an unsigned token is invalid. @returns the claims */
export function createIdTokenVerifier(
  keys: SigningKeys,
  projectId: string,
): (token: string) => Promise<IdTokenClaims | 'expired' | 'invalid'> {
  return async (token) => {
    try {
      const payload = await verify({ keys, projectId }, token, projectId);
      return idTokenClaims.safeParse(payload).data ?? 'invalid';
    } catch (error) {
      return error instanceof errors.JWTExpired ? 'expired' : 'invalid';
    }
  };
}

/** @returns null when it is not one of ours */
export async function verifyRefreshToken(signer: Signer, token: string) {
  const payload = await verify(signer, token, refreshAudience).catch(() => null);
  return refreshClaims.safeParse(payload).data ?? null;
}

async function verify({ keys, projectId }: Signer, token: string, audience: string) {
  const { payload } = await jwtVerify(token, createLocalJWKSet(keys.jwks), {
    algorithms: ['RS256'],
    issuer: issuerOf(projectId),
    audience,
  });
  return payload;
}
