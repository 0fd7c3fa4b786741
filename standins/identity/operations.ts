/** The calls of `accounts:<name>` that Firebase's SDK makes for the product. */
import * as z from 'zod';
import type { SendMail } from '../mail/smtp-sender.ts';
import {
  type Account,
  endedSessions,
  findByEmail,
  type IdentityStore,
  newAccount,
  nowSeconds,
  toRestAccount,
  updateAccount,
} from './accounts.ts';
import { GoogleError } from './google-error.ts';
import { parseGoogleAnswer, signInOrLink } from './google-sign-in.ts';
import { mailLink } from './mailed-link.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import type { SigningKeys } from './signing-keys.ts';
import {
  createIdTokenVerifier,
  type IdTokenClaims,
  type SignedSession,
  signIdToken,
  signRefreshToken,
  tokenTtlSeconds,
  verifyRefreshToken,
} from './tokens.ts';

export interface OperationOptions {
  readonly store: IdentityStore;
  readonly keys: SigningKeys;
  readonly projectId: string;
  readonly sendMail: SendMail;
}

const text = z.string().max(16_384).optional();
const identityRequest = z.looseObject({
  displayName: text,
  email: text,
  idToken: text,
  newEmail: text,
  password: text,
  postBody: text,
  requestType: text,
  refresh_token: text,
  requestUri: text,
});

/** @param origin the request's, for links in mails */
type Operation = (request: z.infer<typeof identityRequest>, origin: string) => Promise<object>;
type OperationName =
  | 'signUp'
  | 'signInWithPassword'
  | 'signInWithIdp'
  | 'lookup'
  | 'update'
  | 'delete'
  | 'sendOobCode'
  | 'token';

/** Google's limits are unpublished; these make the error testable. */
const maxFailures = 20;
const failureWindowMs = 5 * 60_000;
/** Maximum age of the sign-in for changing a password or an address and for deleting, as in the hosted service. */
const recentSignInSeconds = 5 * 60;

/** @throws GoogleError when it is not a request */
export function parseIdentityRequest(body: unknown): z.infer<typeof identityRequest> {
  const parsed = identityRequest.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new GoogleError('Invalid JSON payload received.');
}

export function identityOperations(options: OperationOptions): Record<OperationName, Operation> {
  const { store, keys, projectId } = options;
  const verifyToken = createIdTokenVerifier(keys, projectId);
  const failures = new Map<string, number[]>();

  async function issueTokens(account: Account, session: SignedSession) {
    return {
      localId: account.localId,
      email: account.email,
      idToken: await signIdToken(options, account, session),
      refreshToken: await signRefreshToken(options, account, session),
      expiresIn: String(tokenTtlSeconds),
    };
  }

  function startSession({ localId }: Account, provider: SignedSession['provider']) {
    const account = updateAccount(store, localId, (current) => {
      if (current.disabled) throw new GoogleError('USER_DISABLED');
      return { lastLoginAtMs: Date.now() };
    });
    return issueTokens(account, { provider, authTime: nowSeconds() });
  }

  /** @throws GoogleError when the token or its account is no longer valid */
  async function identify(idToken = ''): Promise<{ account: Account; claims: IdTokenClaims }> {
    const claims = await verifyToken(idToken);
    if (claims === 'expired') throw new GoogleError('TOKEN_EXPIRED');
    if (claims === 'invalid') throw new GoogleError('INVALID_ID_TOKEN');
    const account = usableAccount(store, claims.sub);
    if (claims.iat < account.validSince) throw new GoogleError('TOKEN_EXPIRED');
    return { account, claims };
  }

  return {
    async signUp({ email: typed, password, displayName = null }) {
      const email = parseEmail(typed);
      const passwordHash = await hashPassword(password);
      const account = newAccount({ email, passwordHash, displayName });
      store.transact(() => {
        if (findByEmail(store, email)) throw new GoogleError('EMAIL_EXISTS');
        store.put('account', account.localId, account);
      });
      return startSession(account, 'password');
    },

    async signInWithPassword({ email: typed, password = '' }) {
      const email = parseEmail(typed);
      const failedAtMs = (failures.get(email) ?? []).filter(
        (atMs) => Date.now() - atMs < failureWindowMs,
      );
      if (failedAtMs.length >= maxFailures) throw new GoogleError('TOO_MANY_ATTEMPTS_TRY_LATER');
      const account = findByEmail(store, email);
      if (account === undefined) throw new GoogleError('EMAIL_NOT_FOUND');
      if (!(await verifyPassword(password, account.passwordHash))) {
        failures.set(email, [...failedAtMs, Date.now()]);
        throw new GoogleError('INVALID_PASSWORD');
      }
      failures.delete(email);
      return {
        registered: true,
        displayName: account.displayName ?? '',
        ...(await startSession(account, 'password')),
      };
    },

    async signInWithIdp({ postBody, requestUri }) {
      const { google, answer } = parseGoogleAnswer(postBody, requestUri);
      const email = parseEmail(google.email);
      const outcome = signInOrLink(store, google, email);
      const { sub, name = '' } = google;
      store.put('google', email, { sub, email, name });
      if (outcome.isTaken)
        return { ...answer, needConfirmation: true, verifiedProvider: ['password'] };
      const { account, isNewUser } = outcome;
      return { ...answer, isNewUser, ...(await startSession(account, 'google.com')) };
    },

    async lookup({ idToken }) {
      const { account } = await identify(idToken);
      return { users: [toRestAccount(account)] };
    },

    async update(update) {
      const { account, claims } = await identify(update.idToken);
      if (update.password !== undefined) assertRecentSignIn(claims);
      const passwordHash =
        update.password === undefined ? null : await hashPassword(update.password);
      const changed = updateAccount(store, account.localId, (current) => ({
        ...(update.displayName !== undefined && { displayName: update.displayName || null }),
        ...(passwordHash !== null && { passwordHash, ...endedSessions(current) }),
      }));
      const { sign_in_provider: provider } = claims.firebase;
      const tokens = await issueTokens(changed, { provider, authTime: claims.auth_time });
      return { ...toRestAccount(changed), ...tokens };
    },

    async delete({ idToken }) {
      const { account, claims } = await identify(idToken);
      assertRecentSignIn(claims);
      store.delete('account', account.localId);
      return {};
    },

    async sendOobCode({ requestType, email: typed, idToken, newEmail }, origin) {
      if (requestType === 'VERIFY_AND_CHANGE_EMAIL') {
        const { account, claims } = await identify(idToken);
        assertRecentSignIn(claims);
        await mailLink(options, account, { newEmail: parseEmail(newEmail), origin });
        return { email: account.email };
      }
      const email = parseEmail(typed);
      const account = findByEmail(store, email);
      if (account === undefined) throw new GoogleError('EMAIL_NOT_FOUND');
      await mailLink(options, account, { newEmail: null, origin });
      return { email };
    },

    /** `securetoken.googleapis.com/v1/token` */
    async token({ refresh_token: sent = '' }) {
      const claims = await verifyRefreshToken(options, sent);
      if (claims === null) throw new GoogleError('INVALID_REFRESH_TOKEN');
      const account = usableAccount(store, claims.sub);
      if (account.generation !== claims.generation) throw new GoogleError('TOKEN_EXPIRED');
      const tokens = await issueTokens(account, claims);
      return {
        access_token: tokens.idToken,
        id_token: tokens.idToken,
        refresh_token: tokens.refreshToken,
        expires_in: tokens.expiresIn,
        user_id: account.localId,
        project_id: projectId,
      };
    },
  };
}

function usableAccount(store: IdentityStore, localId: string): Account {
  const account = store.get('account', localId);
  if (account === undefined) throw new GoogleError('USER_NOT_FOUND');
  if (account.disabled) throw new GoogleError('USER_DISABLED');
  return account;
}

function assertRecentSignIn({ auth_time: authTime }: IdTokenClaims): void {
  if (nowSeconds() - authTime > recentSignInSeconds)
    throw new GoogleError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
}

const oneAddress = /^[^\s@,;:<>"()\\]+@[^\s@,;:<>"()\\]+$/;

/** @returns the address in lower case, as stored */
function parseEmail(email = ''): string {
  if (email.length > 320 || !oneAddress.test(email)) throw new GoogleError('INVALID_EMAIL');
  return email.toLowerCase();
}
