/** What the Google popup answers (or a test in its place), and Google's rules of linking accounts. */
import * as z from 'zod';
import { type Account, findByEmail, type IdentityStore, newAccount } from './accounts.ts';
import { GoogleError } from './google-error.ts';

/** The id_token is plain JSON, as Google's emulator also accepts. */
const googleClaims = z.object({
  sub: z.string().min(1).max(256),
  email: z.string().max(320),
  email_verified: z.boolean().default(false),
  name: z.string().max(256).optional(),
});
type GoogleClaims = z.infer<typeof googleClaims>;

/** @param postBody of the SDK, or the popup's answer in the address. @throws GoogleError when it is neither */
export function parseGoogleAnswer(postBody = '', requestUri = '') {
  const query = new URLSearchParams(postBody || URL.parse(requestUri)?.search);
  const oauthIdToken = query.get('id_token') ?? '';
  const google = parseClaims(oauthIdToken);
  const { sub, email, email_verified: isVerified, name } = google;
  const answer = {
    providerId: 'google.com',
    federatedId: `https://accounts.google.com/${sub}`,
    email,
    emailVerified: isVerified,
    ...(name !== undefined && { displayName: name, fullName: name }),
    oauthIdToken,
    rawUserInfo: JSON.stringify({ id: sub, email, verified_email: isVerified, name }),
  };
  return { google, answer };
}

function parseClaims(idToken: string): GoogleClaims {
  try {
    return googleClaims.parse(JSON.parse(idToken));
  } catch (cause) {
    throw Object.assign(new GoogleError('INVALID_IDP_RESPONSE'), { cause });
  }
}

type Outcome =
  | { readonly isTaken: false; readonly account: Account; readonly isNewUser: boolean }
  /** Another account has the address, and Google has not verified it. */
  | { readonly isTaken: true };

export function signInOrLink(store: IdentityStore, google: GoogleClaims, email: string): Outcome {
  return store.transact(() => {
    const { sub, email_verified: isVerified, name = null } = google;
    const known =
      store.list('account').find(({ googleId }) => googleId === sub) ?? findByEmail(store, email);
    if (known && known.googleId !== sub && !isVerified) return { isTaken: true };
    const account = known
      ? linkGoogle(known, google)
      : newAccount({ email, googleId: sub, emailVerified: isVerified, displayName: name });
    store.put('account', account.localId, account);
    return { isTaken: false, account, isNewUser: known === undefined };
  });
}

/** An unverified account loses its password when Google has verified the address: its creator may not have owned it. */
function linkGoogle(
  known: Account,
  { sub, email_verified: isVerified, name }: GoogleClaims,
): Account {
  const verifiesAddress = isVerified && !known.emailVerified && known.googleId === null;
  return {
    ...known,
    googleId: sub,
    emailVerified: known.emailVerified || isVerified,
    displayName: known.displayName ?? name ?? null,
    ...(verifiesAddress && { passwordHash: null, generation: known.generation + 1 }),
  };
}
