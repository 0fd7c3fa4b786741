/** Sessions of the identity stand-in: issue, verify and refresh tokens. */
import * as z from 'zod';
import { GoogleError, parseIdentityRequest } from './google-error.ts';
import { type Account, type IdentityStore, updateAccount } from './identity-store.ts';
import type { SigningKeys } from './signing-keys.ts';
import {
  createIdTokenVerifier,
  type IdTokenClaims,
  type RefreshSession,
  type SignInProvider,
  signIdToken,
  signRefreshToken,
  tokenTtlSeconds,
  verifyRefreshToken,
} from './tokens.ts';

export interface SessionTokens {
  readonly idToken: string;
  readonly refreshToken: string;
  readonly expiresIn: string;
}

export interface Sessions {
  /** Starts a session after a successful sign-in. */
  start(account: Account, provider: SignInProvider): Promise<SessionTokens>;
  /** The account of an ID token. @throws GoogleError when the token or its account is no longer valid */
  identify(idToken: string | undefined): Promise<{ account: Account; claims: IdTokenClaims }>;
  /** `securetoken.googleapis.com/v1/token` */
  refresh(body: unknown): Promise<Record<string, string>>;
  /** New tokens for an existing session, after a change to the account. */
  reissue(account: Account, claims: IdTokenClaims): Promise<SessionTokens>;
}

interface SessionsOptions {
  readonly store: IdentityStore;
  readonly keys: SigningKeys;
  readonly projectId: string;
}

const refreshRequest = z.looseObject({
  grant_type: z.string().optional(),
  refresh_token: z.string().optional(),
});

export const nowSeconds = (): number => Math.floor(Date.now() / 1000);

export function createSessions({ store, keys, projectId }: SessionsOptions): Sessions {
  const { accounts } = store;
  const verifyToken = createIdTokenVerifier(keys, projectId);

  async function issueTokens(account: Account, session: RefreshSession): Promise<SessionTokens> {
    return {
      idToken: await signIdToken({ keys, projectId }, account, session),
      refreshToken: signRefreshToken(keys, session),
      expiresIn: String(tokenTtlSeconds),
    };
  }

  return {
    async start({ localId }, provider) {
      const account = await updateAccount(accounts, localId, (current) => {
        if (current.disabled) throw new GoogleError('USER_DISABLED');
        return { ...current, lastLoginAtMs: Date.now() };
      });
      const { generation } = account;
      return issueTokens(account, { localId, provider, authTime: nowSeconds(), generation });
    },

    async identify(idToken) {
      if (!idToken) throw new GoogleError('MISSING_ID_TOKEN');
      const verification = await verifyToken(idToken);
      if (verification.kind === 'expired') throw new GoogleError('TOKEN_EXPIRED');
      if (verification.kind === 'invalid') throw new GoogleError('INVALID_ID_TOKEN');
      const account = accounts.get(verification.claims.sub);
      if (!account) throw new GoogleError('USER_NOT_FOUND');
      if (account.disabled) throw new GoogleError('USER_DISABLED');
      if (verification.claims.iat < account.validSince) throw new GoogleError('TOKEN_EXPIRED');
      return { account, claims: verification.claims };
    },

    async refresh(body) {
      const input = parseIdentityRequest(refreshRequest, body);
      if (!input.grant_type) throw new GoogleError('MISSING_GRANT_TYPE');
      if (input.grant_type !== 'refresh_token') throw new GoogleError('INVALID_GRANT_TYPE');
      if (!input.refresh_token) throw new GoogleError('MISSING_REFRESH_TOKEN');
      const session = verifyRefreshToken(keys, input.refresh_token);
      if (!session) throw new GoogleError('INVALID_REFRESH_TOKEN');
      const account = accounts.get(session.localId);
      if (!account) throw new GoogleError('USER_NOT_FOUND');
      if (account.disabled) throw new GoogleError('USER_DISABLED');
      if (account.generation !== session.generation) throw new GoogleError('TOKEN_EXPIRED');
      const { idToken, refreshToken, expiresIn } = await issueTokens(account, session);
      return {
        access_token: idToken,
        id_token: idToken,
        refresh_token: refreshToken,
        expires_in: expiresIn,
        token_type: 'Bearer',
        user_id: account.localId,
        project_id: projectId,
      };
    },

    reissue(account, claims) {
      return issueTokens(account, {
        localId: account.localId,
        provider: claims.firebase.sign_in_provider,
        authTime: claims.auth_time,
        generation: account.generation,
      });
    },
  };
}
