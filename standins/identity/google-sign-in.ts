/** `accounts:signInWithIdp`: signs in with the Google popup's result (or with one a test provides). */
import * as z from 'zod';
import { GoogleError, parseIdentityRequest } from './google-error.ts';
import { type Account, findAccountByEmail, newAccount, parseEmail } from './identity-store.ts';
import type { IdentityOperation, OperationOptions } from './operation.ts';

const text = z.string().max(16_384).optional();
const idpRequest = z.looseObject({ requestUri: text, postBody: text, idToken: text });

/** The id_token is plain JSON, as Google's emulator also accepts. */
const googleClaims = z.looseObject({
  sub: z.string().min(1).max(256),
  email: z.string().max(320),
  email_verified: z.boolean().default(false),
  name: z.string().max(256).optional(),
  picture: z.string().max(2048).optional(),
});
type GoogleClaims = z.infer<typeof googleClaims>;

type Outcome =
  | { readonly kind: 'signedIn'; readonly account: Account; readonly isNewUser: boolean }
  /** Another account has the address, and Google has not verified it. */
  | { readonly kind: 'taken'; readonly account: Account };

export function googleSignIn({ store, sessions }: OperationOptions): IdentityOperation {
  const { accounts, googleAccounts } = store;

  /** Google's account linking rules, in one transaction. */
  function signInOrLink(google: GoogleClaims, email: string): Promise<Outcome> {
    return accounts.transact<Outcome>(() => {
      const known = findByGoogleId(google.sub) ?? findAccountByEmail(accounts, email);
      if (known && known.googleId !== google.sub && !google.email_verified) {
        return { changes: new Map(), result: { kind: 'taken', account: known } };
      }
      const account = known
        ? linkGoogle(known, google)
        : newAccount({
            email,
            googleId: google.sub,
            emailVerified: google.email_verified,
            displayName: google.name ?? null,
            photoUrl: google.picture ?? null,
          });
      const result: Outcome = { kind: 'signedIn', account, isNewUser: !known };
      return { changes: new Map([[account.localId, account]]), result };
    });
  }

  function findByGoogleId(sub: string): Account | undefined {
    for (const one of accounts.values()) if (one.googleId === sub) return one;
    return undefined;
  }

  return async (body) => {
    const input = parseIdentityRequest(idpRequest, body);
    if (input.idToken) throw new GoogleError('OPERATION_NOT_ALLOWED');
    const { google, idToken } = parseGoogleResponse(input.postBody, input.requestUri);
    const email = parseEmail(google.email);
    const outcome = await signInOrLink(google, email);
    const usedAccount = { sub: google.sub, email, name: google.name ?? '' };
    await googleAccounts.transact(() => ({
      changes: new Map([[email, usedAccount]]),
      result: undefined,
    }));
    const googleFields = {
      kind: 'identitytoolkit#VerifyAssertionResponse',
      providerId: 'google.com',
      federatedId: `https://accounts.google.com/${google.sub}`,
      email,
      emailVerified: google.email_verified,
      ...(google.name !== undefined && { displayName: google.name, fullName: google.name }),
      oauthIdToken: idToken,
      rawUserInfo: JSON.stringify({
        granted_scopes: 'openid https://www.googleapis.com/auth/userinfo.email',
        id: google.sub,
        email,
        verified_email: google.email_verified,
        ...(google.name !== undefined && { name: google.name }),
      }),
    };
    if (outcome.kind === 'taken') {
      const verifiedProvider = [outcome.account.passwordHash ? 'password' : 'google.com'];
      return { ...googleFields, needConfirmation: true, verifiedProvider };
    }
    return {
      ...googleFields,
      localId: outcome.account.localId,
      isNewUser: outcome.isNewUser,
      ...(await sessions.start(outcome.account, 'google.com')),
    };
  };
}

/**
 * Links a Google account to an existing one. An unverified account loses its password when Google has verified the
 * address: its creator may not have owned the address.
 */
function linkGoogle(known: Account, google: GoogleClaims): Account {
  const verifiesAddress = google.email_verified && !known.emailVerified && known.googleId === null;
  return {
    ...known,
    googleId: google.sub,
    emailVerified: known.emailVerified || google.email_verified,
    displayName: known.displayName ?? google.name ?? null,
    photoUrl: known.photoUrl ?? google.picture ?? null,
    ...(verifiesAddress && { passwordHash: null, generation: known.generation + 1 }),
  };
}

function parseGoogleResponse(
  postBody: string | undefined,
  requestUri: string | undefined,
): { google: GoogleClaims; idToken: string } {
  const uri = requestUri === undefined ? null : URL.parse(requestUri);
  if (!uri) throw new GoogleError('MISSING_REQUEST_URI');
  const answer = new URLSearchParams(postBody || uri.search);
  const provider = answer.get('providerId') ?? uri.searchParams.get('providerId');
  if (!provider) throw new GoogleError('INVALID_CREDENTIAL_OR_PROVIDER_ID');
  if (provider !== 'google.com') throw new GoogleError('OPERATION_NOT_ALLOWED');
  const idToken = answer.get('id_token') ?? uri.searchParams.get('id_token');
  if (!idToken) throw new GoogleError('INVALID_IDP_RESPONSE : missing id_token');
  let claims: unknown;
  try {
    claims = JSON.parse(idToken);
  } catch {
    throw new GoogleError('INVALID_IDP_RESPONSE : id_token is not JSON');
  }
  const read = googleClaims.safeParse(claims);
  if (!read.success) throw new GoogleError('INVALID_IDP_RESPONSE : id_token lacks sub or email');
  return { google: read.data, idToken };
}
