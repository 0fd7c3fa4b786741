/**
 * The session: who is signed in, with which token, and what keeps or ends it (specification, section 4).
 * It alone owns the token. Time enters through events and the clock; what touches the world is provided in src/app.
 */
import { assign, fromCallback, fromPromise, setup } from 'xstate';

/** “While signed in, the token is refreshed every 50 minutes.” */
export const refreshAfterMs = 50 * 60_000;
/** “After signup, navigate to /dashboard after 1 second.” */
export const postSignupDelayMs = 1_000;
/** How long the first answer may take before the splash says so. */
export const slowCheckMs = 10_000;
/** A token found expired on waking still gets this long to find a network. */
export const shortestWaitMs = 30_000;

export interface Session {
  readonly uid: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly displayName: string | null;
  readonly token: string;
  /** Epoch milliseconds. */
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
  /** How old the token was when it reached us. */
  readonly ageMs: number;
}

export type SignOutReason = 'user' | 'refresh-failed' | 'session-ended' | 'other-tab';
export type SignInMethod = 'password' | 'google' | 'register';
export type SessionOperation = SignInMethod | 'sign-out';

export interface Credentials {
  readonly method: SignInMethod;
  readonly email: string;
  readonly password: string;
  readonly username: string;
}

/** What a sign-in brings: the session, and whether the account is new. */
export interface SignedIn {
  readonly session: Session;
  readonly isNew: boolean;
}

export interface AuthSessionContext {
  readonly session: Session | null;
  readonly credentials: Credentials | null;
  readonly isNew: boolean;
  /** Refresh attempts in a row that found no network. */
  readonly offlineAttempts: number;
  /** When the renewal under way began, epoch milliseconds. */
  readonly renewingSince: number;
  readonly failure: { readonly operation: SessionOperation; readonly code: string } | null;
  readonly reason: SignOutReason | null;
}

export type AuthSessionEvent =
  | { type: 'SDK.SESSION'; session: Session }
  | { type: 'SDK.NONE' }
  | { type: 'SIGN_IN'; email: string; password: string }
  | { type: 'SIGN_IN_WITH_GOOGLE' }
  | { type: 'REGISTER'; email: string; password: string; username: string }
  | { type: 'SIGN_OUT' }
  | { type: 'TOKEN.REJECTED'; token: string; at: number }
  | { type: 'SESSION.REVOKED'; token: string }
  | { type: 'WAKE'; at: number }
  | { type: 'PEER.SIGNED_OUT' };

const nobody: Credentials = { method: 'password', email: '', password: '', username: '' };

/** Provider errors carry a `code` such as `auth/wrong-password`; anything else is unknown. */
const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'unknown';

export const authSessionMachine = setup({
  types: {
    context: {} as AuthSessionContext,
    events: {} as AuthSessionEvent,
    tags: {} as 'unknown' | 'slow' | 'public' | 'busy' | 'authenticated' | 'settled',
  },
  actors: {
    /** Reports every change of session the identity SDK sees, from any tab. */
    provider: fromCallback<AuthSessionEvent>(() => () => {}),
    /** Reports other tabs' sign-outs. */
    peers: fromCallback<AuthSessionEvent>(() => () => {}),
    /** Reports waking up: visibility, page restored, network back. */
    wake: fromCallback<AuthSessionEvent>(() => () => {}),
    signIn: fromPromise<SignedIn, Credentials>(() => Promise.reject(new Error('not provided'))),
    ensureProfile: fromPromise<void, { session: Session; username: string }>(async () => {}),
    refreshToken: fromPromise<Session, { session: Session }>(() =>
      Promise.reject(new Error('not provided')),
    ),
    signOut: fromPromise<void>(async () => {}),
  },
  actions: {
    sessionStarted: () => {},
    sessionEnded: (_, _params: { reason: SignOutReason | null }) => {},
    operationSucceeded: (_, _params: { operation: SessionOperation; isNew: boolean }) => {},
    operationFailed: (_, _params: { operation: SessionOperation; code: string }) => {},
    keepCredentials: assign({
      credentials: (_, params: Partial<Credentials> & { method: SignInMethod }) => ({
        ...nobody,
        ...params,
      }),
      failure: null,
      reason: null,
    }),
    dropCredentials: assign({ credentials: null }),
    setSession: assign({
      session: (_, params: { session: Session }) => params.session,
      offlineAttempts: 0,
      reason: null,
    }),
    setIsNew: assign({ isNew: (_, params: { isNew: boolean }) => params.isNew }),
    clearSession: assign({ session: null, credentials: null, offlineAttempts: 0 }),
    setReason: assign({ reason: (_, params: { reason: SignOutReason }) => params.reason }),
    setFailure: assign({
      failure: (_, params: { operation: SessionOperation; code: string }) => params,
    }),
    countOfflineAttempt: assign({ offlineAttempts: ({ context }) => context.offlineAttempts + 1 }),
    noteRenewalAt: assign({ renewingSince: (_, params: { at: number }) => params.at }),
    noteRenewalDue: assign({
      renewingSince: ({ context }) => (context.session?.issuedAtMs ?? 0) + refreshAfterMs,
    }),
  },
  guards: {
    isCurrentToken: ({ context }, params: { token: string }) =>
      context.session?.token === params.token,
    isNewToken: ({ context }, params: { session: Session }) =>
      context.session?.uid === params.session.uid && context.session.token !== params.session.token,
    isOtherUser: ({ context }, params: { session: Session }) =>
      context.session !== null && context.session.uid !== params.session.uid,
    isDue: ({ context }, params: { at: number }) =>
      context.session !== null && params.at - context.session.issuedAtMs >= refreshAfterMs,
    isOffline: (_, params: { code: string }) => params.code === 'auth/network-request-failed',
    isRegistering: ({ context }) => context.credentials?.method === 'register',
    isUsersWish: ({ context }) => context.reason === 'user',
    mayStay: ({ context }) => context.reason === 'user' && context.session !== null,
  },
  delays: {
    slowCheck: slowCheckMs,
    postSignupDelay: postSignupDelayMs,
    refreshDelay: ({ context }) => Math.max(0, refreshAfterMs - (context.session?.ageMs ?? 0)),
    retryDelay: ({ context }) => Math.min(60_000, 5_000 * 2 ** (context.offlineAttempts - 1)),
    untilExpiry: ({ context }) =>
      Math.max(shortestWaitMs, (context.session?.expiresAtMs ?? 0) - context.renewingSince),
  },
}).createMachine({
  id: 'authSession',
  description:
    'Owns the session and its token from the first answer of the identity service to sign-out.',
  context: {
    session: null,
    credentials: null,
    isNew: false,
    offlineAttempts: 0,
    renewingSince: 0,
    failure: null,
    reason: null,
  },
  invoke: [
    { id: 'provider', src: 'provider' },
    { id: 'peers', src: 'peers' },
    { id: 'wake', src: 'wake' },
  ],
  initial: 'checking',
  states: {
    checking: {
      description: 'Nobody knows yet whether someone is signed in: only the splash shows.',
      tags: ['unknown'],
      initial: 'quiet',
      on: {
        'SDK.SESSION': {
          target: 'restoring',
          actions: {
            type: 'setSession',
            params: ({ event }) => ({ session: event.session }),
          },
        },
        'SDK.NONE': 'signedOut',
      },
      states: {
        quiet: {
          description: 'The first answer is on its way.',
          after: {
            slowCheck: { description: 'The answer takes long.', target: 'slow' },
          },
        },
        slow: {
          description: 'Ten seconds without an answer: the splash says so and offers to try again.',
          tags: ['slow'],
        },
      },
    },
    restoring: {
      description: 'A session from before: its profile is created if it is missing.',
      tags: ['unknown'],
      on: {
        'SDK.NONE': {
          target: 'signedOut',
          actions: { type: 'setReason', params: { reason: 'session-ended' } },
        },
        'PEER.SIGNED_OUT': {
          target: 'signedOut',
          actions: { type: 'setReason', params: { reason: 'other-tab' } },
        },
      },
      invoke: {
        id: 'restoreProfile',
        src: 'ensureProfile',
        input: ({ context }) => profileInput(context),
        onDone: 'signedIn',
        onError: {
          description: 'The document database being away is no reason to keep anyone out.',
          target: 'signedIn',
        },
      },
    },
    signedOut: {
      description: 'Nobody is signed in; profile and token are gone.',
      tags: ['public', 'settled'],
      entry: [
        'clearSession',
        { type: 'sessionEnded', params: ({ context }) => ({ reason: context.reason }) },
      ],
      on: {
        SIGN_IN: {
          target: 'signingIn',
          actions: {
            type: 'keepCredentials',
            params: ({ event }) => ({
              method: 'password',
              email: event.email,
              password: event.password,
            }),
          },
        },
        SIGN_IN_WITH_GOOGLE: {
          target: 'signingIn',
          actions: { type: 'keepCredentials', params: { method: 'google' } },
        },
        REGISTER: {
          target: 'signingIn',
          actions: {
            type: 'keepCredentials',
            params: ({ event }) => ({
              method: 'register',
              email: event.email,
              password: event.password,
              username: event.username,
            }),
          },
        },
        'SDK.SESSION': {
          description: 'Someone signed in in another tab.',
          target: 'restoring',
          actions: { type: 'setSession', params: ({ event }) => ({ session: event.session }) },
        },
      },
    },
    signingIn: {
      description:
        'A sign-in asked for here. The SDK announces the session early; the profile comes first.',
      tags: ['public', 'busy'],
      initial: 'credentials',
      on: {
        SIGN_OUT: {
          target: 'signingOut',
          actions: ['dropCredentials', { type: 'setReason', params: { reason: 'user' } }],
        },
      },
      states: {
        credentials: {
          description:
            'The identity service decides. Nothing else may be asked meanwhile: the SDK tells of a closed Google window within ten seconds.',
          invoke: {
            id: 'signIn',
            src: 'signIn',
            input: ({ context }) => context.credentials ?? nobody,
            onDone: {
              target: 'profile',
              actions: [
                {
                  type: 'setSession',
                  params: ({ event }) => ({ session: event.output.session }),
                },
                { type: 'setIsNew', params: ({ event }) => ({ isNew: event.output.isNew }) },
              ],
            },
            onError: {
              description: 'Refused, cancelled or unreachable: told why, and asked again.',
              target: '#authSession.signedOut',
              actions: [
                {
                  type: 'setFailure',
                  params: ({ context, event }) => ({
                    operation: context.credentials?.method ?? 'password',
                    code: codeOf(event.error),
                  }),
                },
                {
                  type: 'operationFailed',
                  params: ({ context, event }) => ({
                    operation: context.credentials?.method ?? 'password',
                    code: codeOf(event.error),
                  }),
                },
              ],
            },
          },
        },
        profile: {
          description: 'A missing profile is created with its initial values.',
          on: {
            'SDK.NONE': {
              target: '#authSession.signedOut',
              actions: { type: 'setReason', params: { reason: 'session-ended' } },
            },
            'PEER.SIGNED_OUT': {
              target: '#authSession.signedOut',
              actions: { type: 'setReason', params: { reason: 'other-tab' } },
            },
          },
          invoke: {
            id: 'createProfile',
            src: 'ensureProfile',
            input: ({ context }) => profileInput(context),
            onDone: 'welcomed',
            onError: {
              description:
                'Without its profile the account still works; the next start tries again.',
              target: 'welcomed',
            },
          },
        },
        welcomed: {
          description:
            'Done: the outcome is announced; after a signup the form stays for a second.',
          entry: {
            type: 'operationSucceeded',
            params: ({ context }) => ({
              operation: context.credentials?.method ?? 'password',
              isNew: context.isNew,
            }),
          },
          always: [
            {
              description: 'A new account reads its welcome first.',
              guard: 'isRegistering',
              target: 'pausing',
            },
            { description: 'Anyone else goes straight in.', target: '#authSession.signedIn' },
          ],
        },
        pausing: {
          description: 'The second after a signup.',
          on: {
            'SDK.NONE': {
              target: '#authSession.signedOut',
              actions: { type: 'setReason', params: { reason: 'session-ended' } },
            },
            'PEER.SIGNED_OUT': {
              target: '#authSession.signedOut',
              actions: { type: 'setReason', params: { reason: 'other-tab' } },
            },
          },
          after: {
            postSignupDelay: {
              description: 'The second is over.',
              target: '#authSession.signedIn',
            },
          },
        },
      },
    },
    signedIn: {
      description: 'Someone is signed in; requests carry the token.',
      tags: ['authenticated'],
      entry: ['dropCredentials', 'sessionStarted'],
      initial: 'fresh',
      on: {
        SIGN_OUT: {
          target: 'signingOut',
          actions: { type: 'setReason', params: { reason: 'user' } },
        },
        'PEER.SIGNED_OUT': {
          target: 'signedOut',
          actions: { type: 'setReason', params: { reason: 'other-tab' } },
        },
        'SDK.NONE': {
          target: 'signedOut',
          actions: { type: 'setReason', params: { reason: 'session-ended' } },
        },
        'SESSION.REVOKED': {
          description:
            'The backend refuses with 401 even the token just renewed: the identity service still vouches for this session, the backend no longer does.',
          guard: { type: 'isCurrentToken', params: ({ event }) => ({ token: event.token }) },
          target: 'signingOut',
          actions: { type: 'setReason', params: { reason: 'refresh-failed' } },
        },
        'SDK.SESSION': [
          {
            description: 'Another tab signed in as somebody else.',
            guard: { type: 'isOtherUser', params: ({ event }) => ({ session: event.session }) },
            target: 'restoring',
            actions: [
              { type: 'sessionEnded', params: { reason: 'session-ended' } },
              { type: 'setSession', params: ({ event }) => ({ session: event.session }) },
            ],
          },
          {
            description: 'A newer token, ours or another tab’s: the 50 minutes start again.',
            guard: { type: 'isNewToken', params: ({ event }) => ({ session: event.session }) },
            target: '.fresh',
            reenter: false,
            actions: {
              type: 'setSession',
              params: ({ event }) => ({ session: event.session }),
            },
          },
        ],
      },
      states: {
        fresh: {
          description: 'The token is good; renewed 50 minutes after it was issued.',
          tags: ['settled'],
          after: {
            refreshDelay: {
              description: 'The token is 50 minutes old.',
              target: 'renewing',
              actions: 'noteRenewalDue',
            },
          },
          on: {
            WAKE: {
              description: 'Timers sleep with the machine: the age is checked on waking.',
              guard: { type: 'isDue', params: ({ event }) => ({ at: event.at }) },
              target: 'renewing',
              actions: { type: 'noteRenewalAt', params: ({ event }) => ({ at: event.at }) },
            },
            'TOKEN.REJECTED': {
              description:
                'The backend refused this very token; late answers about older ones are nothing.',
              guard: {
                type: 'isCurrentToken',
                params: ({ event }) => ({ token: event.token }),
              },
              target: 'renewing',
              actions: { type: 'noteRenewalAt', params: ({ event }) => ({ at: event.at }) },
            },
          },
        },
        renewing: {
          description:
            'A new token is being fetched. Refusal ends the session; no network only waits until the token has expired.',
          initial: 'refreshing',
          after: {
            untilExpiry: {
              description: 'The token has expired before a network was found.',
              target: '#authSession.signingOut',
              actions: { type: 'setReason', params: { reason: 'refresh-failed' } },
            },
          },
          states: {
            refreshing: {
              description: 'The identity service is asked for a new token.',
              on: {
                'SDK.NONE': {
                  description:
                    'Whose token has been revoked is signed out by the SDK itself, before its refusal reaches us.',
                  target: '#authSession.signedOut',
                  actions: { type: 'setReason', params: { reason: 'refresh-failed' } },
                },
              },
              invoke: {
                id: 'refreshToken',
                src: 'refreshToken',
                input: ({ context }) => ({ session: sessionOf(context) }),
                onDone: {
                  target: '#authSession.signedIn.fresh',
                  actions: {
                    type: 'setSession',
                    params: ({ event }) => ({ session: event.output }),
                  },
                },
                onError: [
                  {
                    description: 'No network is not a refusal.',
                    guard: {
                      type: 'isOffline',
                      params: ({ event }) => ({ code: codeOf(event.error) }),
                    },
                    target: 'waitingForNetwork',
                    actions: 'countOfflineAttempt',
                  },
                  {
                    description: 'Refused: “forced logout”.',
                    target: '#authSession.signingOut',
                    actions: { type: 'setReason', params: { reason: 'refresh-failed' } },
                  },
                ],
              },
            },
            waitingForNetwork: {
              description: 'Still signed in; the token held is used while it lasts.',
              tags: ['settled'],
              after: {
                retryDelay: {
                  description: 'Tried again after 5 s, 10 s, 20 s… up to a minute.',
                  target: 'refreshing',
                },
              },
              on: { WAKE: 'refreshing' },
            },
          },
        },
      },
    },
    signingOut: {
      description: 'Leaving: the identity service forgets us here.',
      tags: ['busy'],
      invoke: {
        id: 'signOut',
        src: 'signOut',
        onDone: [
          {
            description: 'Left as wished, and told so.',
            guard: { type: 'isUsersWish' },
            target: 'signedOut',
            actions: {
              type: 'operationSucceeded',
              params: { operation: 'sign-out', isNew: false },
            },
          },
          { description: 'The session was lost: the toast says so.', target: 'signedOut' },
        ],
        onError: [
          {
            description: 'Leaving failed: still signed in, and told so.',
            guard: { type: 'mayStay' },
            target: 'signedIn',
            actions: {
              type: 'operationFailed',
              params: ({ event }) => ({ operation: 'sign-out', code: codeOf(event.error) }),
            },
          },
          {
            description:
              'A session that was lost, or never came to be, ends here, whatever the identity service says.',
            target: 'signedOut',
          },
        ],
      },
    },
  },
});

function sessionOf(context: AuthSessionContext): Session {
  if (context.session === null) throw new Error('a session is needed here');
  return context.session;
}

function profileInput(context: AuthSessionContext): { session: Session; username: string } {
  return { session: sessionOf(context), username: context.credentials?.username ?? '' };
}
