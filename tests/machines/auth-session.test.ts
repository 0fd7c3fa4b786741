/** The session machine: first answer, signing in, refreshing, signing out. */
import { describe } from 'vitest';
import { refreshAfterMs, signInTimeoutMs } from '#machines/auth-session.machine.ts';
import { ana, authSession } from './models/auth-session.ts';
import { playRows, playTimers, type Step } from './support/play.ts';

const minute = 60_000;
const found = (part: object): Step => ({
  type: 'PROVIDER.SIGNED_IN',
  session: { ...ana, ...part },
});
const rejected = (token: string): Step => ({ type: 'TOKEN.REJECTED', token, atMs: 0 });
const revoked = (token: string): Step => ({ type: 'SESSION.REVOKED', token });
const registerAs = (email: string): Step => ({
  type: 'REGISTER',
  email,
  password: 'secreta',
  username: 'Anita',
});
const newAccount = { type: 'xstate.done.actor.signIn', output: { session: ana, isNew: true } };
const refused = {
  type: 'xstate.error.actor.signIn',
  error: { code: 'auth/network-request-failed' },
};

const signingIn = ['no session is found', 'sign in'];
const accepted = [...signingIn, 'credentials accepted'];
const registering = ['no session is found', registerAs(ana.email.toUpperCase())];
const joining = ['no session is found', 'a session is found'];
const signedIn = ['a session is found'];
const signingOut = [...signedIn, 'sign out'];
const refreshing = [...signedIn, refreshAfterMs];
const offline = ['a stored session has expired'];
const stillOffline = ['retry', 'no network for the stored session'];

const creatingProfile = 'identified.accepted.profile';
const delayingRedirect = 'identified.accepted.delayingRedirect';
const fresh = 'identified.signedIn.fresh';
const requesting = 'identified.signedIn.refreshing.requesting.ahead';
const overdue = 'identified.signedIn.refreshing.requesting.overdue';
const withoutNetwork = 'identified.signedIn.refreshing.waitingForNetwork';
const pausing = 'checking.waitingForNetwork.pausing';
const retrying = 'checking.waitingForNetwork.requesting';

const start = 'sessionEnded ';
const ended = (reason: string) => ({ effects: [start + reason] });
const endedLater = (reason: string) => ({ effects: [start, start + reason] });
const failed = (what: string) => ({ effects: [start, `operationFailed ${what}`, start] });
const tokenOf = (uid: string, token: string) => ({ session: { uid, token }, credentials: null });

describe('time', () => {
  const google = ['no session is found', 'sign in with Google'];
  const renewed = [...signedIn, 40 * minute, 'a newer token is found'];
  const waiting = [...refreshing, 'no network'];
  const often = [...offline, ...Array(6).fill(stillOffline).flat()];
  const slept = [...signedIn, 'the page resumes too late'];
  playTimers(authSession, [
    ['a first answer is slow', [], 10_000, 'checking.waiting', 'checking.slow'],
    ['a sign-in goes on without one', accepted, 10_000, creatingProfile, fresh],
    [
      'which sees its welcome for a second',
      [...registering, newAccount, 'profile there'],
      1_000,
      delayingRedirect,
      fresh,
    ],
    ['a silent service ends a sign-in', signingIn, signInTimeoutMs, 'signingIn', 'signedOut'],
    ['Google’s window stays open', google, 15 * minute, 'signingIn', 'signedOut'],
    ['a stored session is tried again', offline, 5_000, pausing, retrying],
    ['and each minute', often, minute, pausing, retrying],
    ['a registration elsewhere takes too long', joining, 10_000, 'identified.joining', fresh],
    ['a token is 50 minutes old', signedIn, refreshAfterMs, fresh, requesting],
    ['a newer one is', renewed, refreshAfterMs, fresh, requesting],
    ['a refresh without a network is tried again', waiting, 5_000, withoutNetwork, requesting],
    [
      'and is given up when the token ends',
      [...waiting, 5_000, 'no network'],
      10 * minute - 5_000,
      requesting,
      'endingSession',
    ],
    ['one that ended during a sleep has half a minute', slept, 30_000, overdue, 'endingSession'],
  ]);
});

describe('until it is known who is signed in', () => {
  const retried = [...offline, 'retry'];
  const refusedLater = [...retried, 'stored session refused'];
  playRows(authSession, [
    ['a slow answer counts', [10_000, 'no session is found'], 'signedOut', ended('')],
    ['nobody needs the document database', signedIn, fresh, { invoked: [] }],
    [
      'nobody is signed out for want of a network',
      [...offline, ...stillOffline, 24 * 60 * minute],
      retrying,
      { is: { unknown: true }, effects: [] },
    ],
    ['it is asked again when the page resumes', [...offline, 'the page resumes early'], retrying],
    [
      'for another token than the expired',
      [...retried, 'token restored'],
      fresh,
      { inputs: { restoreToken: { heldToken: null } } },
    ],
    ['a refused one ends', ['a stored session is refused'], 'signedOut', ended('refresh-failed')],
    [
      'and by a later one, in the SDK too',
      refusedLater,
      'endingSession',
      { invoked: ['restoreToken', 'endSession'] },
    ],
  ]);
});

describe('signing in', () => {
  const announced = { effects: [start, 'operationSucceeded password false'] };
  const reported = [...signingIn, 'a session is found', 'credentials accepted'];
  const removed = {
    ...failed('password auth/wrong-password'),
    context: { credentials: null, failure: { operation: 'password', code: 'auth/wrong-password' } },
  };
  const silence = 'password auth/network-request-failed';
  playRows(authSession, [
    ['waits for the profile, whatever the SDK reports', reported, creatingProfile],
    ['is told when that is there', [...reported, 'profile there'], fresh, announced],
    ['is told without one', [...accepted, 'profile not made'], fresh, announced],
    ['refused, says why', [...signingIn, 'credentials refused'], 'signedOut', removed],
    ['unanswered, says so', [...signingIn, signInTimeoutMs], 'signedOut', failed(silence)],
    [
      'and can be repeated',
      [...signingIn, signInTimeoutMs, 'sign in'],
      'signingIn',
      { invoked: ['signIn', 'signIn'], context: { failure: null } },
    ],
    ['is one request', [...signingIn, 'sign in'], 'signingIn', { invoked: ['signIn'] }],
    [
      'ends when the session vanishes',
      [...accepted, 'no session is found'],
      'signedOut',
      endedLater('session-ended'),
    ],
    [
      'ends when another tab signs out',
      [...accepted, 'another tab signs out'],
      'signedOut',
      endedLater('other-tab'),
    ],
  ]);
});

describe('a registration', () => {
  const exists = [...registering, 'a session is found'];
  const named = { inputs: { createProfile: { session: ana, username: 'Anita' } } };
  const welcomed = { effects: [start, 'operationSucceeded register true'], is: { public: true } };
  const elsewhere = ['no session is found', registerAs('otra@correo.es'), 'a session is found'];
  playRows(authSession, [
    ['is welcomed', [...registering, newAccount, 'profile there'], delayingRedirect, welcomed],
    ['whose account exists succeeds all the same', [...exists, refused], creatingProfile, named],
    [
      'fails when that session has ended again',
      [...exists, 'no session is found', refused],
      'signedOut',
      failed('register auth/network-request-failed'),
    ],
    [
      'refused while another tab signed in follows that tab',
      [...elsewhere, refused],
      fresh,
      { context: { credentials: null } },
    ],
  ]);
});

describe('another tab', () => {
  const bea = 'another user is found';
  const follows = { context: tokenOf('bea', 'b') };
  const named = found({ token: 'token-2', displayName: 'Ana' });
  const without = { invoked: ['otherTabRegistration'], context: tokenOf('ana', 'token-2') };
  const switched = { ...follows, effects: [`${start}session-ended`] };
  playRows(authSession, [
    ['creates the profile this one waits for', [...joining, named], 'identified.joining', without],
    ['until it is there', [...joining, named, 'the registration elsewhere ended'], fresh, without],
    ['as another user takes over a joining one', [...joining, bea], 'identified.joining', follows],
    ['one signing in', [...accepted, bea], 'identified.joining', follows],
    [
      'a signed-in one, which is told',
      [...signedIn, bea],
      'identified.joining',
      { ...switched, invoked: ['otherTabRegistration'] },
    ],
    [
      'signs this one out without another request',
      [...signedIn, 'another tab signs out'],
      'signedOut',
      { ...ended('other-tab'), invoked: [] },
    ],
  ]);
});

describe('a token', () => {
  const refreshed = [...refreshing, 'token refreshed'];
  const once = { invoked: ['refreshToken'] };
  const none = { invoked: [] };
  const isPublic = { is: { public: true } };
  const waits = { ...once, is: { settled: false, authenticated: true } };
  const serves = { ...once, is: { settled: true } };
  const signedOut = { ...ended('refresh-failed'), context: { session: null } };
  playRows(authSession, [
    ['is not refreshed before its time', [...signedIn, 'the page resumes early'], fresh, none],
    ['is on waking later', [...signedIn, 'the page resumes late'], requesting, serves],
    ['does not once it has', [...signedIn, 'the page resumes too late'], overdue, waits],
    ['serves while it is refreshed ahead', refreshing, requesting, serves],
    ['not once it is rejected itself', [...refreshing, rejected('token-1')], overdue, waits],
    [
      'is refreshed once for many rejections',
      [...signedIn, ...Array(20).fill(rejected('token-1'))],
      overdue,
      waits,
    ],
    [
      'takes the new one',
      refreshed,
      fresh,
      { context: tokenOf('ana', 'token-2'), inputs: { refreshToken: { heldToken: 'token-1' } } },
    ],
    [
      'is refreshed at once on waking without a network',
      [...refreshing, 'no network', 'the page resumes early'],
      requesting,
    ],
    ['refused ends the session', [...refreshing, 'refresh refused'], 'endingSession', isPublic],
    ['and says why', [...refreshing, 'refresh refused', 'session ended'], 'signedOut', signedOut],
    [
      'rejected although new ends the session, even where the SDK fails',
      [...refreshed, revoked('token-2'), 'session not ended'],
      'signedOut',
      signedOut,
    ],
    [
      'that comes too late is dropped',
      [...refreshing, 'sign out', 'token refreshed', 'signed out'],
      'signedOut',
      { context: { session: null } },
    ],
  ]);
});

describe('leaving', () => {
  const announced = { effects: ['operationSucceeded sign-out false', 'sessionEnded user'] };
  const stillIn = { is: { authenticated: true } };
  const stays = { effects: ['operationFailed sign-out auth/internal-error'] };
  playRows(authSession, [
    ['keeps the screen until the browser is signed out', signingOut, 'signingOut', stillIn],
    ['is told', [...signingOut, 'signed out'], 'signedOut', announced],
    ['that fails is told and stays', [...signingOut, 'sign-out failed'], fresh, stays],
  ]);
});
