/** Verifies ID tokens: RS256 against the issuer's published keys, in every environment. */
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import * as z from 'zod/mini';
import { AppError } from '../base/errors.ts';

/** The claims of a verified token. */
export interface VerifiedToken {
  readonly uid: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string | null;
  /** Signed in with Google. */
  readonly isGoogle: boolean;
  readonly authTime: Date;
  readonly expiresAt: Date;
}

export type TokenVerifier = (token: string) => Promise<VerifiedToken>;

const toleranceSeconds = 5;
const claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(128)),
  exp: z.number(),
  iat: z.number(),
  auth_time: z.number(),
  email: z.optional(z.string().check(z.maxLength(320))),
  email_verified: z.optional(z.boolean()),
  name: z.optional(z.string()),
  firebase: z.optional(z.object({ sign_in_provider: z.optional(z.string()) })),
});

/**
 * @param jwksUrl where the issuer publishes its keys; an unknown key id fetches them again, at most every 30 s
 * @returns a function that throws {@link AppError} `unauthenticated` for a bad token, `forbidden` for one
 *   without an address (we could never mail it), `unavailable` when the keys cannot be fetched
 */
export function createTokenVerifier(settings: {
  readonly jwksUrl: string;
  readonly issuer: string;
  readonly projectId: string;
}): TokenVerifier {
  const keys = createRemoteJWKSet(new URL(settings.jwksUrl), {
    cooldownDuration: 30_000,
    cacheMaxAge: 3_600_000,
    timeoutDuration: 5_000,
  });
  return async (token) => {
    const payload = await jwtVerify(token, keys, {
      algorithms: ['RS256'],
      issuer: settings.issuer,
      audience: settings.projectId,
      requiredClaims: ['sub', 'auth_time', 'iat', 'exp'],
      clockTolerance: toleranceSeconds,
    }).then(
      (verified) => {
        // One key in the set would match a token without a key id; the issuer always names one.
        if (typeof verified.protectedHeader.kid !== 'string') throw new AppError('unauthenticated');
        return verified.payload;
      },
      (cause: unknown) => {
        throw toAppError(cause);
      },
    );
    const parsed = claims.safeParse(payload);
    const latestSeconds = Date.now() / 1_000 + toleranceSeconds;
    if (!parsed.success || parsed.data.auth_time > latestSeconds || parsed.data.iat > latestSeconds)
      throw new AppError('unauthenticated');
    const { sub, email, email_verified, name, firebase, auth_time, exp } = parsed.data;
    if (sub.includes('\0')) throw new AppError('unauthenticated');
    if (!email) throw new AppError('forbidden', 'Esta cuenta no tiene correo electrónico.');
    return {
      uid: sub,
      email,
      emailVerified: email_verified === true,
      name: name ?? null,
      isGoogle: firebase?.sign_in_provider === 'google.com',
      authTime: new Date(auth_time * 1_000),
      expiresAt: new Date(exp * 1_000),
    };
  };
}

/** Codes of jose that concern fetching the keys, not the token. */
const keyFetchErrors = ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC'];

function toAppError(cause: unknown): AppError {
  const aboutToken = cause instanceof errors.JOSEError && !keyFetchErrors.includes(cause.code);
  return aboutToken
    ? new AppError('unauthenticated', 'Tu sesión no es válida. Vuelve a iniciar sesión.', { cause })
    : new AppError('unavailable', undefined, { retryAfterSeconds: 5, cause });
}
