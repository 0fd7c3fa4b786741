/**
 * State machine of the signed-in session and its token: sign-in, refresh, sign-out.
 * The only owner of the token. Time enters through events and the actor's clock; side effects are provided in src/app.
 */
import { assign, fromCallback, fromPromise, setup } from 'xstate';

/** “While signed in, the token is refreshed every 50 minutes.” */
export const refreshAfterMs = 50 * 60_000;
/** “After signup, navigate to /dashboard after 1 second.” */
const postSignupDelayMs = 1_000;
/** Time without a first answer after which the splash offers a retry. */
const slowCheckMs = 10_000;
/** Time a sign-in, or a tab that joins another's, waits for the profile; then it goes on without. */
const profileTimeoutMs = 10_000;
/** Longer than the identity SDK's two requests of 30 s each, so that none of them answers later. */
export const signInTimeoutMs = 65_000;
/** A user may leave Google's window open for a while. */
const googleTimeoutMs = 15 * 60_000;
/** A token that is already expired when the page resumes is still given this long to be refreshed. */
const minRefreshWindowMs = 30_000;

export interface Session {
  readonly uid: string;
  readonly email: string;
  readonly displayName: string | null;
  readonly token: string;
  /** Epoch milliseconds. */
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
  /** Age of the token when the client received it. */
  readonly ageMs: number;
}

type SignOutReason = 'user' | 'refresh-failed' | 'session-ended' | 'other-tab';
type SignInMethod = 'password' | 'google' | 'register';
export type SessionOperation = SignInMethod | 'sign-out';

export interface Credentials {
  readonly method: SignInMethod;
  readonly email: string;
  readonly password: string;
  readonly username: string;
}

/** Result of a sign-in: the session, and whether the account was just created. */
export interface SignedIn {
  readonly session: Session;
  readonly isNew: boolean;
}

export interface SessionFailure {
  readonly operation: SessionOperation;
  readonly code: string;
}

interface AuthSessionContext {
  readonly session: Session | null;
  readonly credentials: Credentials | null;
  readonly isNew: boolean;
  /** Session the SDK reported while the credentials were being checked. */
  readonly reported: Session | null;
  /** Consecutive refresh attempts without a network. */
  readonly offlineAttempts: number;
  /** When the current refresh began, epoch milliseconds. */
  readonly refreshStartedAtMs: number;
  readonly failure: SessionFailure | null;
  readonly reason: SignOutReason | null;
}

export type AuthSessionEvent =
  | { type: 'PROVIDER.SIGNED_IN'; session: Session }
  | { type: 'PROVIDER.SIGNED_OUT' }
  | { type: 'PROVIDER.UNREACHABLE' }
  | { type: 'PROVIDER.REFUSED' }
  | { type: 'SIGN_IN'; email: string; password: string }
  | { type: 'SIGN_IN_WITH_GOOGLE' }
  | { type: 'REGISTER'; email: string; password: string; username: string }
  | { type: 'SIGN_OUT' }
  | { type: 'RETRY' }
  | { type: 'TOKEN.REJECTED'; token: string; atMs: number }
  | { type: 'SESSION.REVOKED'; token: string }
  | { type: 'PAGE.RESUMED'; atMs: number }
  | { type: 'OTHER_TAB.SIGNED_OUT' };

const noCredentials: Credentials = { method: 'password', email: '', password: '', username: '' };

const offlineCode = 'auth/network-request-failed';

/** Provider errors carry a `code` such as `auth/wrong-password`; any other error becomes `unknown`. */
const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'unknown';

const signedOutByRefusal = {
  description: 'When the token was revoked, the SDK signs the user out before the refusal arrives.',
  target: '#authSession.signedOut',
  actions: { type: 'setReason', params: { reason: 'refresh-failed' } },
} as const;

export const authSessionMachine = setup({
  types: {
    context: {} as AuthSessionContext,
    events: {} as AuthSessionEvent,
    tags: {} as
      | 'unknown'
      | 'slow'
      | 'offline'
      | 'retrying'
      | 'public'
      | 'busy'
      | 'authenticated'
      | 'settled',
  },
  actors: {
    /** Reports every session change the identity SDK observes, from any tab, and a stored session without a valid token. */
    provider: fromCallback<AuthSessionEvent>(() => () => {}),
    /** Reports sign-outs in other tabs. */
    otherTabs: fromCallback<AuthSessionEvent>(() => () => {}),
    /** Reports that the page is active again: made visible, restored from the cache, or back online. */
    pageResume: fromCallback<AuthSessionEvent>(() => () => {}),
    signIn: fromPromise<SignedIn, Credentials>(() => Promise.reject(new Error('not provided'))),
    ensureProfile: fromPromise<void, { session: Session; username: string }>(async () => {}),
    /** Resolves when no other tab is registering an account. */
    otherTabRegistration: fromPromise<void>(async () => {}),
    refreshToken: fromPromise<Session, { heldToken: string | null }>(() =>
      Promise.reject(new Error('not provided')),
    ),
    signOut: fromPromise<void>(async () => {}),
  },
  actions: {
    sessionEnded: (_, _params: { reason: SignOutReason | null }) => {},
    operationSucceeded: (_, _params: { operation: SessionOperation; isNew: boolean }) => {},
    operationFailed: (_, _params: SessionFailure) => {},
    setCredentials: assign({
      credentials: (_, params: Partial<Credentials> & { method: SignInMethod }) => ({
        ...noCredentials,
        ...params,
      }),
      reported: null,
      failure: null,
      reason: null,
    }),
    clearCredentials: assign({ credentials: null }),
    setReported: assign({ reported: (_, params: { session: Session }) => params.session }),
    clearReported: assign({ reported: null }),
    acceptReported: assign({
      session: ({ context }) => context.reported,
      reported: null,
      isNew: ({ context }) => context.credentials?.method === 'register',
    }),
    setSession: assign({
      session: (_, params: { session: Session }) => params.session,
      offlineAttempts: 0,
      reason: null,
    }),
    setIsNew: assign({ isNew: (_, params: { isNew: boolean }) => params.isNew }),
    clearSession: assign({
      session: null,
      credentials: null,
      reported: null,
      offlineAttempts: 0,
    }),
    setReason: assign({ reason: (_, params: { reason: SignOutReason }) => params.reason }),
    setFailure: assign({
      failure: (_, params: SessionFailure) => params,
    }),
    countOfflineAttempt: assign({ offlineAttempts: ({ context }) => context.offlineAttempts + 1 }),
    setRefreshStartedAt: assign({
      refreshStartedAtMs: (_, params: { atMs: number }) => params.atMs,
    }),
    setRefreshStartedAtDueTime: assign({
      refreshStartedAtMs: ({ context }) => (context.session?.issuedAtMs ?? 0) + refreshAfterMs,
    }),
  },
  guards: {
    isCurrentToken: ({ context }, params: { token: string }) =>
      context.session?.token === params.token,
    isNewToken: ({ context }, params: { session: Session }) =>
      context.session?.uid === params.session.uid && context.session.token !== params.session.token,
    isOtherUser: ({ context }, params: { session: Session }) =>
      context.session !== null && context.session.uid !== params.session.uid,
    isRefreshDue: ({ context }, params: { atMs: number }) =>
      context.session !== null && params.atMs - context.session.issuedAtMs >= refreshAfterMs,
    isExpired: ({ context }, params: { atMs: number }) =>
      context.session !== null && params.atMs >= context.session.expiresAtMs,
    isOffline: (_, params: { code: string }) => params.code === offlineCode,
    isRegistering: ({ context }) => context.credentials?.method === 'register',
    isRegistered: ({ context: { credentials, reported } }) =>
      credentials?.method === 'register' &&
      reported?.email.toLowerCase() === credentials.email.toLowerCase(),
    isReported: ({ context }) => context.reported !== null,
  },
  delays: {
    slowCheck: slowCheckMs,
    profileTimeout: profileTimeoutMs,
    signInTimeout: ({ context }) =>
      context.credentials?.method === 'google' ? googleTimeoutMs : signInTimeoutMs,
    postSignupDelay: postSignupDelayMs,
    refreshDelay: ({ context }) => Math.max(0, refreshAfterMs - (context.session?.ageMs ?? 0)),
    retryDelay: ({ context }) => Math.min(60_000, 5_000 * 2 ** (context.offlineAttempts - 1)),
    untilExpiry: ({ context }) =>
      Math.max(
        minRefreshWindowMs,
        (context.session?.expiresAtMs ?? 0) - context.refreshStartedAtMs,
      ),
  },
}).createMachine({
  id: 'authSession',
  description:
    'Owns the session and its token from the first answer of the identity service to sign-out.',
  context: {
    session: null,
    credentials: null,
    isNew: false,
    reported: null,
    offlineAttempts: 0,
    refreshStartedAtMs: 0,
    failure: null,
    reason: null,
  },
  invoke: [
    { id: 'provider', src: 'provider' },
    { id: 'otherTabs', src: 'otherTabs' },
    { id: 'pageResume', src: 'pageResume' },
  ],
  initial: 'checking',
  states: {
    checking: {
      description: 'Not known yet whether a user is signed in: only the splash is shown.',
      tags: ['unknown'],
      initial: 'waiting',
      on: {
        'PROVIDER.SIGNED_IN': {
          target: 'identified.signedIn',
          actions: {
            type: 'setSession',
            params: ({ event }) => ({ session: event.session }),
          },
        },
        'PROVIDER.SIGNED_OUT': 'signedOut',
        'PROVIDER.REFUSED': {
          description: 'The identity service no longer accepts the stored session: forced logout.',
          target: 'signedOut',
          actions: { type: 'setReason', params: { reason: 'refresh-failed' } },
        },
        'PROVIDER.UNREACHABLE': {
          target: '.waitingForNetwork',
          actions: 'countOfflineAttempt',
        },
      },
      states: {
        waiting: {
          description: 'Waiting for the first answer.',
          after: {
            slowCheck: { description: 'No answer within ten seconds.', target: 'slow' },
          },
        },
        slow: {
          description: 'Ten seconds without an answer: the splash offers a retry.',
          tags: ['slow'],
        },
        waitingForNetwork: {
          description:
            'A stored session whose token has expired, and no identity service to refresh it: nobody is signed out.',
          tags: ['offline'],
          on: {
            'PROVIDER.SIGNED_OUT': signedOutByRefusal,
          },
          initial: 'pausing',
          states: {
            pausing: {
              description: 'The pause before the next attempt.',
              after: {
                retryDelay: {
                  description: 'Retried after 5 s, 10 s, 20 s… up to a minute.',
                  target: 'requesting',
                },
              },
              on: { RETRY: 'requesting', 'PAGE.RESUMED': 'requesting' },
            },
            requesting: {
              description: 'A token for the stored session is requested.',
              tags: ['retrying'],
              invoke: {
                id: 'restoreToken',
                src: 'refreshToken',
                input: { heldToken: null },
                onDone: {
                  target: '#authSession.identified.signedIn',
                  actions: {
                    type: 'setSession',
                    params: ({ event }) => ({ session: event.output }),
                  },
                },
                onError: [
                  {
                    description: 'Still no network.',
                    guard: {
                      type: 'isOffline',
                      params: ({ event }) => ({ code: codeOf(event.error) }),
                    },
                    target: 'pausing',
                    actions: 'countOfflineAttempt',
                  },
                  {
                    description: 'The stored session is refused: forced logout.',
                    target: '#authSession.endingSession',
                    actions: { type: 'setReason', params: { reason: 'refresh-failed' } },
                  },
                ],
              },
            },
          },
        },
      },
    },
    signedOut: {
      description: 'No user is signed in; profile and token are cleared.',
      tags: ['public', 'settled'],
      entry: [
        'clearSession',
        { type: 'sessionEnded', params: ({ context }) => ({ reason: context.reason }) },
      ],
      on: {
        SIGN_IN: {
          target: 'signingIn',
          actions: {
            type: 'setCredentials',
            params: ({ event }) => ({
              method: 'password',
              email: event.email,
              password: event.password,
            }),
          },
        },
        SIGN_IN_WITH_GOOGLE: {
          target: 'signingIn',
          actions: { type: 'setCredentials', params: { method: 'google' } },
        },
        REGISTER: {
          target: 'signingIn',
          actions: {
            type: 'setCredentials',
            params: ({ event }) => ({
              method: 'register',
              email: event.email,
              password: event.password,
              username: event.username,
            }),
          },
        },
        'PROVIDER.SIGNED_IN': {
          description: 'A user signed in in another tab.',
          target: 'identified.joining',
          actions: { type: 'setSession', params: ({ event }) => ({ session: event.session }) },
        },
      },
    },
    signingIn: {
      description:
        'The identity service checks the credentials. A session the SDK reports meanwhile counts only if no answer follows: the profile must exist first. A closed Google window is reported within ten seconds.',
      tags: ['public', 'busy'],
      on: {
        'PROVIDER.SIGNED_IN': {
          actions: {
            type: 'setReported',
            params: ({ event }) => ({ session: event.session }),
          },
        },
        'PROVIDER.SIGNED_OUT': { actions: 'clearReported' },
      },
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ context }) => context.credentials ?? noCredentials,
        onDone: {
          target: 'identified.accepted',
          actions: [
            {
              type: 'setSession',
              params: ({ event }) => ({ session: event.output.session }),
            },
            { type: 'setIsNew', params: ({ event }) => ({ isNew: event.output.isNew }) },
            'clearReported',
          ],
        },
        onError: [
          {
            description: 'The account exists although a later step of the registration failed.',
            guard: 'isRegistered',
            target: 'identified.accepted',
            actions: 'acceptReported',
          },
          {
            description: 'Refused, but a user is signed in since: here or in another tab.',
            guard: 'isReported',
            target: '#authSession.identified.signedIn',
            actions: 'acceptReported',
          },
          {
            description:
              'Refused, cancelled or unreachable: the form shows why and can be submitted again.',
            target: '#authSession.signedOut',
            actions: [
              {
                type: 'setFailure',
                params: ({ context, event }) => failureOf(context, codeOf(event.error)),
              },
              {
                type: 'operationFailed',
                params: ({ context, event }) => failureOf(context, codeOf(event.error)),
              },
            ],
          },
        ],
      },
      after: {
        signInTimeout: [
          {
            description: 'The account exists although the registration does not end.',
            guard: 'isRegistered',
            target: 'identified.accepted',
            actions: 'acceptReported',
          },
          {
            description: 'No answer, but a user is signed in since.',
            guard: 'isReported',
            target: '#authSession.identified.signedIn',
            actions: 'acceptReported',
          },
          {
            description: 'No answer: the form says so and can be submitted again.',
            target: '#authSession.signedOut',
            actions: [
              {
                type: 'setFailure',
                params: ({ context }) => failureOf(context, offlineCode),
              },
              {
                type: 'operationFailed',
                params: ({ context }) => failureOf(context, offlineCode),
              },
            ],
          },
        ],
      },
    },
    identified: {
      description:
        'The identity service has said who the user is. Whatever follows ends with the session, here or in another tab.',
      initial: 'signedIn',
      on: {
        'PROVIDER.SIGNED_IN': [
          {
            description: 'Another tab signed in as a different user.',
            guard: { type: 'isOtherUser', params: ({ event }) => ({ session: event.session }) },
            target: '.joining',
            actions: [
              'clearCredentials',
              { type: 'setSession', params: ({ event }) => ({ session: event.session }) },
            ],
          },
          {
            description: 'A newer token, after a registration with the name in it.',
            guard: { type: 'isNewToken', params: ({ event }) => ({ session: event.session }) },
            actions: { type: 'setSession', params: ({ event }) => ({ session: event.session }) },
          },
        ],
        'PROVIDER.SIGNED_OUT': {
          target: 'signedOut',
          actions: { type: 'setReason', params: { reason: 'session-ended' } },
        },
        'OTHER_TAB.SIGNED_OUT': {
          target: 'signedOut',
          actions: { type: 'setReason', params: { reason: 'other-tab' } },
        },
      },
      states: {
        joining: {
          description:
            'A user signed in in another tab. That tab creates the profile, with the name typed there; this one only waits until a registration is over.',
          tags: ['unknown'],
          invoke: {
            id: 'otherTabRegistration',
            src: 'otherTabRegistration',
            onDone: 'signedIn',
            onError: {
              description: 'Whether a tab is registering is not known: goes on without waiting.',
              target: 'signedIn',
            },
          },
          after: {
            profileTimeout: {
              description: 'The registration takes too long: goes on without waiting.',
              target: 'signedIn',
            },
          },
        },
        accepted: {
          description: 'The user is known; the form stays until the profile exists.',
          tags: ['public', 'busy'],
          initial: 'profile',
          states: {
            profile: {
              description: 'A missing profile is created with its initial values.',
              invoke: {
                id: 'createProfile',
                src: 'ensureProfile',
                input: ({ context }) => profileInput(context),
                onDone: 'announcing',
                onError: {
                  description: 'The account works without its profile; the next start tries again.',
                  target: 'announcing',
                },
              },
              after: {
                profileTimeout: {
                  description:
                    'The document database does not answer: the account works without its profile.',
                  target: 'announcing',
                },
              },
            },
            announcing: {
              description:
                'Shows the success toast; after a registration the form stays for a second.',
              entry: {
                type: 'operationSucceeded',
                params: ({ context }) => ({
                  operation: context.credentials?.method ?? 'password',
                  isNew: context.isNew,
                }),
              },
              always: [
                {
                  description: 'A new account sees the welcome toast first.',
                  guard: 'isRegistering',
                  target: 'delayingRedirect',
                },
                {
                  description: 'Any other sign-in is redirected at once.',
                  target: '#authSession.identified.signedIn',
                },
              ],
            },
            delayingRedirect: {
              description: 'The second between a registration and the redirect.',
              after: {
                postSignupDelay: {
                  description: 'The second is over.',
                  target: '#authSession.identified.signedIn',
                },
              },
            },
          },
        },
        signedIn: {
          description: 'A user is signed in; requests carry the token.',
          tags: ['authenticated'],
          entry: 'clearCredentials',
          initial: 'fresh',
          on: {
            SIGN_OUT: {
              target: '#authSession.signingOut',
              actions: { type: 'setReason', params: { reason: 'user' } },
            },
            'SESSION.REVOKED': {
              description:
                'The backend answers 401 even to a token just refreshed: it no longer accepts a session the identity service still does.',
              guard: { type: 'isCurrentToken', params: ({ event }) => ({ token: event.token }) },
              target: '#authSession.endingSession',
              actions: { type: 'setReason', params: { reason: 'refresh-failed' } },
            },
            'PROVIDER.SIGNED_IN': [
              {
                description: 'Another tab signed in as a different user.',
                guard: { type: 'isOtherUser', params: ({ event }) => ({ session: event.session }) },
                target: 'joining',
                actions: [
                  { type: 'sessionEnded', params: { reason: 'session-ended' } },
                  { type: 'setSession', params: ({ event }) => ({ session: event.session }) },
                ],
              },
              {
                description: 'A newer token, from this tab or another: the 50 minutes start again.',
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
              description: 'The token is valid; refreshed 50 minutes after it was issued.',
              tags: ['settled'],
              after: {
                refreshDelay: {
                  description: 'The token is 50 minutes old.',
                  target: 'refreshing',
                  actions: 'setRefreshStartedAtDueTime',
                },
              },
              on: {
                'PAGE.RESUMED': [
                  {
                    description: 'The computer slept past the end of the token.',
                    guard: { type: 'isExpired', params: ({ event }) => ({ atMs: event.atMs }) },
                    target: 'refreshing.requesting.overdue',
                    actions: {
                      type: 'setRefreshStartedAt',
                      params: ({ event }) => ({ atMs: event.atMs }),
                    },
                  },
                  {
                    description:
                      'Timers stop while the computer sleeps, so the age is checked when the page resumes.',
                    guard: { type: 'isRefreshDue', params: ({ event }) => ({ atMs: event.atMs }) },
                    target: 'refreshing',
                    actions: {
                      type: 'setRefreshStartedAt',
                      params: ({ event }) => ({ atMs: event.atMs }),
                    },
                  },
                ],
                'TOKEN.REJECTED': {
                  description:
                    'The backend rejected the current token. Late answers about older tokens are ignored.',
                  guard: {
                    type: 'isCurrentToken',
                    params: ({ event }) => ({ token: event.token }),
                  },
                  target: 'refreshing.requesting.overdue',
                  actions: {
                    type: 'setRefreshStartedAt',
                    params: ({ event }) => ({ atMs: event.atMs }),
                  },
                },
              },
            },
            refreshing: {
              description:
                'A new token is being fetched. A refusal ends the session; without a network it retries until the token has expired.',
              initial: 'requesting',
              after: {
                untilExpiry: {
                  description: 'The token expired before the network returned.',
                  target: '#authSession.endingSession',
                  actions: { type: 'setReason', params: { reason: 'refresh-failed' } },
                },
              },
              states: {
                requesting: {
                  description: 'A new token is requested from the identity service.',
                  initial: 'ahead',
                  states: {
                    ahead: {
                      description: 'The held token has time left and serves meanwhile.',
                      tags: ['settled'],
                      on: {
                        'TOKEN.REJECTED': {
                          description: 'The backend rejects the held token: it serves no longer.',
                          guard: {
                            type: 'isCurrentToken',
                            params: ({ event }) => ({ token: event.token }),
                          },
                          target: 'overdue',
                        },
                      },
                    },
                    overdue: {
                      description: 'The held token was rejected or has expired: requests wait.',
                    },
                  },
                  on: {
                    'PROVIDER.SIGNED_OUT': signedOutByRefusal,
                  },
                  invoke: {
                    id: 'refreshToken',
                    src: 'refreshToken',
                    input: ({ context }) => ({ heldToken: sessionOf(context).token }),
                    onDone: [
                      {
                        description: 'Another tab signed in as a different user meanwhile.',
                        guard: {
                          type: 'isOtherUser',
                          params: ({ event }) => ({ session: event.output }),
                        },
                        target: '#authSession.identified.joining',
                        actions: [
                          { type: 'sessionEnded', params: { reason: 'session-ended' } },
                          {
                            type: 'setSession',
                            params: ({ event }) => ({ session: event.output }),
                          },
                        ],
                      },
                      {
                        description: 'The token serves for fifty minutes again.',
                        target: '#authSession.identified.signedIn.fresh',
                        actions: {
                          type: 'setSession',
                          params: ({ event }) => ({ session: event.output }),
                        },
                      },
                    ],
                    onError: [
                      {
                        description: 'No network: not a refusal.',
                        guard: {
                          type: 'isOffline',
                          params: ({ event }) => ({ code: codeOf(event.error) }),
                        },
                        target: 'waitingForNetwork',
                        actions: 'countOfflineAttempt',
                      },
                      {
                        description: 'Refused: forced logout.',
                        target: '#authSession.endingSession',
                        actions: { type: 'setReason', params: { reason: 'refresh-failed' } },
                      },
                    ],
                  },
                },
                waitingForNetwork: {
                  description: 'Still signed in; the current token is used until it expires.',
                  tags: ['settled'],
                  after: {
                    retryDelay: {
                      description: 'Retried after 5 s, 10 s, 20 s… up to a minute.',
                      target: 'requesting',
                    },
                  },
                  on: { 'PAGE.RESUMED': 'requesting' },
                },
              },
            },
          },
        },
      },
    },
    signingOut: {
      description:
        'The user signs out: the identity SDK clears this browser, and the screen stays until it has.',
      tags: ['busy', 'authenticated'],
      invoke: {
        id: 'signOut',
        src: 'signOut',
        onDone: {
          target: 'signedOut',
          actions: {
            type: 'operationSucceeded',
            params: { operation: 'sign-out', isNew: false },
          },
        },
        onError: {
          description: 'Signing out failed: still signed in, and a toast says so.',
          target: 'identified.signedIn',
          actions: {
            type: 'operationFailed',
            params: ({ event }) => ({ operation: 'sign-out', code: codeOf(event.error) }),
          },
        },
      },
    },
    endingSession: {
      description: 'The session was lost: the identity SDK signs this browser out.',
      tags: ['public', 'busy'],
      invoke: {
        id: 'endSession',
        src: 'signOut',
        onDone: 'signedOut',
        onError: {
          description: 'A session that was lost ends here, even if the SDK fails.',
          target: 'signedOut',
        },
      },
    },
  },
});

/** The sign-in that did not succeed. */
function failureOf(context: AuthSessionContext, code: string): SessionFailure {
  return { operation: context.credentials?.method ?? 'password', code };
}

function sessionOf(context: AuthSessionContext): Session {
  if (context.session === null) throw new Error('a session is needed here');
  return context.session;
}

function profileInput(context: AuthSessionContext): { session: Session; username: string } {
  return { session: sessionOf(context), username: context.credentials?.username ?? '' };
}
