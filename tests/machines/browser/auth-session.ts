/** Browser driver of the authSession model: a second page plays the other tabs. */
import type { BrowserContext, Page, Route } from '@playwright/test';
import type { AnyMachineSnapshot } from 'xstate';
import { sessionTexts, signInErrors, textForCode } from '#src/copy/auth-texts.ts';
import { signInCopy } from '#src/copy/sign-in.ts';
import { splashCopy, splashDelays } from '#src/copy/splash.ts';
import { openPopup } from '#tests/conformance/support/google.ts';
import { googleError } from '#tests/conformance/support/stub-identity-service.ts';
import * as people from '#tests/conformance/support/users.ts';
import { password } from '#tests/support/identity.ts';
import { stopClock } from '#tests/support/page-clock.ts';
import { expect } from '#tests/support/playwright-test.ts';
import { authSession } from '../models/auth-session.ts';
import { interceptRequests } from './intercept-requests.ts';
import {
  breakStorageRemoval,
  type OtherTab,
  restoreStorageRemoval,
  type StoredUser,
} from './other-tab.ts';
import type { BrowserDriver, StepContext, StepHandlers } from './run-paths.ts';

const minute = 60_000;
const toastOf = {
  register: sessionTexts.signedUp,
  password: sessionTexts.signedIn,
  google: /¡(Cuenta creada|Inicio de sesión) con Google exitos[oa](mente)?!/,
  'sign-out': sessionTexts.signedOut,
} as const;
const failureOf = {
  password: textForCode(signInErrors, 'auth/wrong-password'),
  'sign-out': sessionTexts.signOutFailed,
} as const;

const listRequests = /\/api\/(monitoring\/matches|users\/alerts)/;
const rejectRequest = (route: Route) =>
  route.fulfill({ status: 401, json: { error: 'Este token no vale.' } });

interface Accounts {
  readonly origin: string;
  readonly otherTab: OtherTab;
  /** Ana as the SDK stores her, with two different tokens, and Bea. */
  readonly ana: StoredUser;
  readonly anaRefreshed: StoredUser;
  readonly bea: StoredUser;
  readonly email: string;
}

export const authSessionDriver = (context: BrowserContext, accounts: Accounts): BrowserDriver => {
  let page: Page | null = null;
  return {
    model: authSession,
    isPossible,
    async begin() {
      await page?.close();
      await accounts.otherTab.signIn(accounts.ana);
      page = await context.newPage();
      return begin(page, accounts);
    },
  };
};

/** Which samples are possible when: the second page can only do what another tab could. */
function isPossible(snapshot: AnyMachineSnapshot, sample: string): boolean {
  const { session, credentials, reported } = snapshot.context;
  const isIn = snapshot.hasTag('authenticated');
  const hasAnasFirstToken = session?.uid === 'ana' && session.token === 'token-1';
  const isWaitingForNetwork = snapshot.matches({ checking: 'waitingForNetwork' });
  // A registered or Google user is not really Ana.
  const isAnaHere =
    hasAnasFirstToken && (credentials === null || credentials.method === 'password');
  if (snapshot.matches('signingIn')) {
    const isPassword = credentials?.method === 'password';
    if (sample === 'a session is found') return isPassword && reported === null;
    if (sample === 'no session is found') return reported !== null;
    if (['a newer token is found', 'another user is found', 'signInTimeout'].includes(sample))
      return false;
  }
  switch (sample) {
    case 'a session is found':
      return session === null ? !isWaitingForNetwork : session.uid === 'bea';
    case 'no session is found':
      return !snapshot.matches('checking');
    case 'a stored session has expired':
    case 'a stored session is refused':
      return snapshot.matches('checking') && !isWaitingForNetwork;
    case 'a newer token is found':
    case 'another user is found':
      return isAnaHere;
    case 'the first token is rejected':
      return isIn && hasAnasFirstToken;
    case 'the token of another user':
    case 'registrations elsewhere are unknown':
      return false;
    case 'a refreshed token is rejected, too':
      return snapshot.matches({ identified: { signedIn: 'fresh' } }) && hasAnasFirstToken;
    case 'sign in with Google':
      return snapshot.value === 'signedOut';
    case 'sign out':
      return isIn;
    case 'untilExpiry':
      return false;
    case 'credentials refused':
      return credentials?.method === 'password';
    default:
      return true;
  }
}

const isTimed = (snapshot: AnyMachineSnapshot): boolean =>
  snapshot.hasTag('unknown') ||
  snapshot.matches({ identified: 'accepted' }) ||
  snapshot.matches({ identified: { signedIn: { refreshing: 'waitingForNetwork' } } });

const isRequesting = (snapshot: AnyMachineSnapshot): boolean =>
  snapshot.matches({ identified: { signedIn: { refreshing: 'requesting' } } }) ||
  snapshot.hasTag('retrying');

function splashText(snapshot: AnyMachineSnapshot): string {
  if (snapshot.hasTag('offline')) return splashDelays.network.title;
  return snapshot.hasTag('slow') ? splashDelays.session.title : splashCopy.checking;
}

async function begin(page: Page, accounts: Accounts): Promise<StepHandlers> {
  const { origin, otherTab } = accounts;
  await page.clock.install();
  await stopClock(page);
  const lookups = await interceptRequests(page, '**/accounts:lookup?*');
  const credentials = await interceptRequests(page, /\/accounts:(signInWithPassword|signUp)\?/);
  const profiles = await interceptRequests(page, /\/documents:(batchGet|commit)/);
  const tokens = await interceptRequests(page, '**/securetoken.googleapis.com/**');
  await tokens.open();
  await page.goto(`${origin}/dashboard`);
  const now = () => page.evaluate(() => Date.now());
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  let google: Page | null = null;

  const storedToken = () => page.evaluate(() => localStorage.getItem('authToken'));
  const tokenIsGone = () => expect.poll(storedToken).toBeNull();
  const resumePage = () =>
    page.evaluate(() => {
      window.dispatchEvent(new Event('online'));
    });
  /** The SDK signs out at once, so a failure must be prepared before. */
  const prepareSignOutFailure = async ({ next }: StepContext) => {
    if (next === 'sign-out failed' || next === 'session not ended') await breakStorageRemoval(page);
  };
  const withBlockedTokens =
    (handler: (step: StepContext) => Promise<void>) => async (step: StepContext) => {
      // A refresh under way stays pending.
      if (!isRequesting(step.before)) await tokens.close();
      await handler(step);
    };
  const withBlockedProfiles =
    (handler: (step: StepContext) => Promise<void>) => async (step: StepContext) => {
      await profiles.close();
      await handler(step);
    };

  const resumeAfter = (ms: number) =>
    withBlockedTokens(async ({ before }) => {
      // Date advances, timers do not: the computer slept.
      if (before.matches({ identified: { signedIn: 'fresh' } }))
        await page.clock.setSystemTime((await now()) + ms);
      await resumePage();
    });

  const triggers: Record<string, (step: StepContext) => Promise<void>> = {
    'a session is found': withBlockedProfiles(async ({ before }) => {
      if (before.matches('checking')) return lookups.open();
      await otherTab.holdRegistration();
      await otherTab.signIn(accounts.ana, await now());
    }),
    'a stored session has expired': withBlockedTokens(async () => {
      await page.clock.setSystemTime((await now()) + 120 * minute);
      await lookups.answer((route) => route.abort('internetdisconnected'));
      await tokens.answer((route) => route.abort('internetdisconnected'));
      await expect(page.getByText(splashDelays.network.title)).toBeVisible();
    }),
    retry: withBlockedTokens(() => button('Reintentar').click()),
    'continue without the profile': () => button(splashCopy.enter).click(),
    'the registration elsewhere ended': () => otherTab.endRegistration(),
    'a newer token is found': async () => otherTab.signIn(accounts.anaRefreshed, await now()),
    'another user is found': async () => {
      await otherTab.holdRegistration();
      await otherTab.signIn(accounts.bea, await now());
    },
    'no session is found': () => otherTab.clearStoredUser(),
    'a stored session is refused': async () => {
      await lookups.answer((route) => route.fulfill(googleError('USER_NOT_FOUND')));
      await lookups.open();
    },
    'sign in': async () => {
      await tokens.open();
      await goTo(signInCopy.login, signInCopy.signIn);
      await people.signIn(page, accounts.email, password);
    },
    'sign in with Google': withBlockedProfiles(async () => {
      await goTo(signInCopy.login, signInCopy.signIn);
      google = await openPopup(page);
    }),
    register: async () => {
      await tokens.open();
      await goTo(signInCopy.register, signInCopy.createAccount);
      await people.fillRegistration(page, people.newUser());
      await people.submitRegistration(page);
    },
    'sign out': async (step) => {
      await prepareSignOutFailure(step);
      await people.signOut(page);
    },
    'credentials accepted': withBlockedProfiles(async ({ before }) => {
      if (before.context.credentials?.method !== 'google' || google === null) {
        return credentials.answer((route) => route.continue());
      }
      await google.getByRole('textbox', { name: 'Correo' }).fill(people.newEmail());
      await google.getByRole('textbox', { name: 'Nombre' }).fill('Greta');
      await google.getByRole('button', { name: 'Continuar' }).click();
    }),
    'credentials refused': withBlockedProfiles(() =>
      credentials.answer((route) => route.fulfill(googleError('INVALID_PASSWORD'))),
    ),
    'the first token is rejected': withBlockedTokens(async () => {
      await page.route(listRequests, rejectRequest, { times: 1 });
      await goElsewhere();
    }),
    // The successful refresh on the way there is covered on its own.
    'a refreshed token is rejected, too': async (step) => {
      await prepareSignOutFailure(step);
      await tokens.open();
      await page.route(listRequests, rejectRequest);
      await goElsewhere();
      await tokenIsGone();
      await page.unroute(listRequests, rejectRequest);
    },
    'the page resumes early': withBlockedTokens(resumePage),
    'the page resumes late': resumeAfter(50 * minute),
    'the page resumes too late': resumeAfter(60 * minute),
    'another tab signs out': async () => {
      await otherTab.broadcastSignOut();
      await tokenIsGone();
      await otherTab.clearStoredUser();
    },
    'token refreshed': async () => {
      const held = await storedToken();
      await tokens.answer((route) => route.continue());
      // The screen says the same before the answer, which sets the timer of the next renewal.
      await expect.poll(storedToken).not.toBe(held);
    },
    'token restored': withBlockedProfiles(() => tokens.answer((route) => route.continue())),
    'no network': async () => {
      const failed = page.waitForEvent('requestfailed', (request) =>
        request.url().includes('/securetoken.googleapis.com/'),
      );
      await tokens.answer((route) => route.abort('internetdisconnected'));
      await failed;
    },
    'refresh refused': async (step) => {
      await prepareSignOutFailure(step);
      // An error after which the SDK does not sign out by itself.
      await tokens.answer((route) => route.fulfill(googleError('INVALID_REFRESH_TOKEN')));
    },
    'signed out': async () => {},
    'session ended': async () => {},
    'sign-out failed': async () => {
      await expect(page.getByText(failureOf['sign-out']).first()).toBeVisible();
      await restoreStorageRemoval(page);
      // The SDK has cleared the user in memory; a write by another tab restores it.
      await otherTab.touch();
    },
    'session not ended': async () => {
      await expect(page.getByText(/./).filter({ visible: true }).first()).toBeVisible();
      await restoreStorageRemoval(page);
      await otherTab.clearStoredUser();
    },
    profileTimeout: () => page.clock.runFor(10_000),
    slowCheck: () => page.clock.runFor(10_000),
    postSignupDelay: () => page.clock.runFor(1_000),
    refreshDelay: withBlockedTokens(() => page.clock.fastForward(50 * minute)),
    // No longer than needed: the SDK has a request timeout, too.
    retryDelay: withBlockedTokens(({ before }) =>
      page.clock.runFor(5_000 * 2 ** (before.context.offlineAttempts - 1)),
    ),
  };
  triggers['no network for the stored session'] = triggers['no network'] ?? resumePage;
  triggers['stored session refused'] = triggers['refresh refused'] ?? resumePage;
  for (const name of ['profile read', 'profile there']) triggers[name] = () => profiles.open();
  for (const name of ['profile unreachable', 'profile not made']) {
    triggers[name] = () =>
      profiles.answer((route) =>
        route.fulfill({ status: 403, json: { error: { code: 403, status: 'PERMISSION_DENIED' } } }),
      );
  }

  /** Opens a screen that requests its list from the backend. */
  async function goElsewhere(): Promise<void> {
    const elsewhere = page.url().endsWith('/partidos') ? 'Alertas' : 'Partidos';
    await page.getByRole('link', { name: elsewhere }).first().click();
  }

  /** Opens the login or the registration form. Old toasts are gone first, so that the next one is known to be new. */
  async function goTo(link: string, submit: string): Promise<void> {
    await lookups.open();
    await page.clock.runFor(5_000);
    if (!(await button(submit).isVisible())) await page.getByRole('link', { name: link }).click();
  }

  return {
    triggers,
    async expectScreen(snapshot) {
      if (!snapshot.matches({ identified: 'joining' })) await otherTab.endRegistration();
      if (snapshot.value === 'signingOut' || snapshot.value === 'endingSession') return;
      // States that look alike are distinguished by their pending request.
      if (
        snapshot.matches({ identified: 'restoring' }) ||
        snapshot.matches({ identified: { accepted: 'profile' } })
      ) {
        await profiles.waitForRequest();
      }
      if (isRequesting(snapshot)) await tokens.waitForRequest();
      // React renders fetched data a moment later; skipped where timers would fire.
      if (!isTimed(snapshot)) await page.clock.runFor(400);
      if (snapshot.hasTag('authenticated')) {
        await expect(button('Cuenta')).toBeVisible();
        await expect.poll(storedToken).not.toBeNull();
      } else if (snapshot.hasTag('unknown')) {
        await expect(page.getByRole('status').first()).toContainText(splashText(snapshot));
      } else {
        const submit = page.getByRole('button', {
          name: new RegExp(`^(${signInCopy.signIn}|${signInCopy.createAccount})$`),
        });
        await expect(submit).toBeEnabled({ enabled: !snapshot.hasTag('busy') });
        if (snapshot.value === 'signedOut') await tokenIsGone();
      }
    },
    expectEffect: {
      operationSucceeded: ({ operation }: { operation: keyof typeof toastOf }) =>
        expect(page.getByText(toastOf[operation]).last()).toBeVisible(),
      operationFailed: ({ operation }: { operation: keyof typeof failureOf }) =>
        expect(page.getByText(failureOf[operation]).last()).toBeVisible(),
      sessionEnded: async ({ reason }: { reason: string | null }) => {
        if (reason !== 'refresh-failed') return;
        await expect(page.getByText(sessionTexts.refreshFailed).last()).toBeVisible();
      },
    },
  };
}
