/** ID tokens (RS256, Google's claims) and refresh tokens of the local identity service. */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createLocalJWKSet, errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import type { Account } from './identity-store.ts';
import type { SigningKeys } from './signing-keys.ts';

export const tokenTtlSeconds = 3600;
export type SignInProvider = 'password' | 'google.com';

/** The state of a session, carried in its refresh token. */
const session = z.object({
  localId: z.string(),
  provider: z.enum(['password', 'google.com']),
  /** Time of the last sign-in: epoch seconds. */
  authTime: z.int(),
  generation: z.int(),
});
export type RefreshSession = z.infer<typeof session>;

const idTokenClaims = z.looseObject({
  sub: z.string().min(1).max(128),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  auth_time: z.int(),
  iat: z.int(),
  exp: z.int(),
  firebase: z.looseObject({ sign_in_provider: z.enum(['password', 'google.com']) }),
});
export type IdTokenClaims = z.infer<typeof idTokenClaims>;

export type TokenVerification =
  | { readonly kind: 'valid'; readonly claims: IdTokenClaims }
  | { readonly kind: 'expired' }
  | { readonly kind: 'invalid' };

const issuerOf = (projectId: string): string => `https://securetoken.google.com/${projectId}`;

export function signIdToken(
  { keys, projectId }: { keys: SigningKeys; projectId: string },
  account: Account,
  { provider, authTime }: RefreshSession,
): Promise<string> {
  return (
    new SignJWT({
      ...(account.displayName !== null && { name: account.displayName }),
      ...(account.photoUrl !== null && { picture: account.photoUrl }),
      auth_time: authTime,
      user_id: account.localId,
      email: account.email,
      email_verified: account.emailVerified,
      firebase: {
        identities: {
          email: [account.email],
          ...(account.googleId !== null && { 'google.com': [account.googleId] }),
        },
        sign_in_provider: provider,
      },
    })
      .setProtectedHeader({ alg: 'RS256', kid: keys.kid, typ: 'JWT' })
      .setIssuer(issuerOf(projectId))
      .setAudience(projectId)
      .setSubject(account.localId)
      .setIssuedAt()
      // Unique: the SDK ignores a token equal to the last one, and RS256 is deterministic within a second.
      .setJti(randomUUID())
      .setExpirationTime(`${tokenTtlSeconds}s`)
      .sign(keys.privateKey)
  );
}

/** Verifies signature, issuer, audience and time; an unsigned token is invalid. */
export function createIdTokenVerifier(
  keys: SigningKeys,
  projectId: string,
): (token: string) => Promise<TokenVerification> {
  const published = createLocalJWKSet(keys.jwks);
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, published, {
        algorithms: ['RS256'],
        issuer: issuerOf(projectId),
        audience: projectId,
      });
      const claims = idTokenClaims.safeParse(payload);
      return claims.success ? { kind: 'valid', claims: claims.data } : { kind: 'invalid' };
    } catch (cause) {
      return { kind: cause instanceof errors.JWTExpired ? 'expired' : 'invalid' };
    }
  };
}

/** A refresh token is the session with an HMAC; none has to be stored. */
export function signRefreshToken(keys: SigningKeys, session: RefreshSession): string {
  const body = Buffer.from(JSON.stringify(session)).toString('base64url');
  return `${body}.${refreshMac(keys, body)}`;
}

/** null = the HMAC does not match. */
export function verifyRefreshToken(keys: SigningKeys, token: string): RefreshSession | null {
  const [body = '', mac = ''] = token.split('.');
  const expected = Buffer.from(refreshMac(keys, body));
  const actual = Buffer.from(mac);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null;
  return session.parse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')));
}

const refreshMac = (keys: SigningKeys, body: string): string =>
  createHmac('sha256', keys.refreshSecret).update(body).digest('base64url');
