/** Specification, section 4, while a service is silent or away: nobody is kept out, nobody is signed out, good tokens serve. */
import { password } from '#tests/support/identity.ts';
import { installClock, runClock, stopClock } from './support/clock.ts';
import { at, named, status, storedToken, toast } from './support/expectations.ts';
import { expect, test } from './support/fixtures.ts';
import { expectNoToken, expectTokenStored, signInUser } from './support/session.ts';
import { inOrder, type SpecRow, type Step, section } from './support/spec-row.ts';
import {
  googleError,
  stubError,
  stubRenewalError,
  tokenServiceUrl,
} from './support/stub-identity-service.ts';
import * as users from './support/users.ts';

// Services are cut off on purpose.
test.use({ expectedErrors: [/Failed to load resource/] });

const minuteMs = 60_000;
const documentsUrl = '**/documents:*';
const lookupUrl = '**/accounts:lookup?*';

/** @param times requests that are never answered; later ones are */
const silent =
  (url: string, times = Number.POSITIVE_INFINITY): Step =>
  ({ page }) =>
    page.route(url, () => {}, { times });
const away =
  (url: string): Step =>
  ({ page }) =>
    page.route(url, (route) => route.abort('internetdisconnected'));
const answering =
  (url: string): Step =>
  ({ page }) =>
    page.unroute(url);
/** Waits until the page has sent the request. */
const requested =
  (url: RegExp): Step =>
  ({ page }) =>
    expect
      .poll(async () => (await page.requests()).some((request) => url.test(request.url())))
      .toBe(true);
const press =
  (name: string): Step =>
  ({ page }) =>
    page.getByRole('button', { name, exact: true }).click();

const expectDashboard: Step = named('button', 'Cuenta');
const slowly: Step = status(
  'Está tardando más de lo normal.No hemos podido leer tu perfil en 10 segundos. Puedes entrar sin él.',
);

/** The splash says the same while the session is checked; its ten seconds for the profile begin with the request. */
const profileRequested = inOrder(status('Comprobando tu sesión'), requested(/\/documents:/));

const silentDocuments: readonly SpecRow[] = [
  {
    title:
      'a silent document database at the start: after 10 s the splash says so and lets the user in',
    route: '/dashboard',
    as: 'signedIn',
    given: inOrder(installClock, silent(documentsUrl)),
    when: inOrder(profileRequested, runClock(10_000), slowly, press('Entrar sin esperar')),
    expect: inOrder(expectDashboard, expectTokenStored),
  },
  {
    title: 'a silent document database at the start: after 30 s the user is in without a press',
    route: '/dashboard/plan',
    as: 'signedIn',
    given: inOrder(installClock, silent(documentsUrl)),
    when: inOrder(profileRequested, runClock(10_000), slowly),
    expect: async (fixtures) => {
      const { page } = fixtures;
      const account = page.getByRole('button', { name: 'Cuenta', exact: true });
      // The timeout counts from the request, which waits for its code.
      await expect
        .poll(async () => {
          await page.clock.runFor(10_000);
          return account.isVisible();
        })
        .toBe(true);
      await at('/dashboard/plan')(fixtures);
    },
  },
  {
    title: 'a document database that answers the second time: the splash’s retry lets the user in',
    route: '/dashboard',
    as: 'signedIn',
    given: inOrder(installClock, silent(documentsUrl, 1)),
    when: inOrder(
      // «Reintentar» loads the page again: a press before the silent request would leave that one to the new page.
      profileRequested,
      runClock(10_000),
      slowly,
      press('Reintentar'),
    ),
    expect: expectDashboard,
  },
  {
    title: 'login while the document database is silent: in after 10 s',
    route: '/login',
    given: inOrder(installClock, silent(documentsUrl)),
    when: async (fixtures) => {
      const { page, user } = fixtures;
      const asked = page.waitForRequest(documentsUrl);
      await users.signIn(page, user.email, user.password);
      await asked;
      await at('/login')(fixtures);
      await page.clock.runFor(10_000);
    },
    expect: inOrder(
      toast('success', '¡Inicio de sesión exitoso!'),
      at('/dashboard'),
      expectDashboard,
    ),
  },
  {
    title: 'signup while the document database is silent: the account is made, and in after 10 s',
    route: '/register',
    given: inOrder(installClock, silent(documentsUrl)),
    when: async ({ page }) => {
      const asked = page.waitForRequest(documentsUrl);
      await users.fillRegistration(page, users.newUser());
      await users.submitRegistration(page);
      await asked;
      await page.clock.runFor(10_000);
    },
    expect: inOrder(
      toast('success', '¡Cuenta creada exitosamente!'),
      runClock(1_000),
      at('/dashboard'),
      expectDashboard,
    ),
  },
];

const tryAgain = (): SpecRow[] =>
  (
    [
      ['login', '/login', '**/accounts:signInWithPassword?*', 'Iniciar sesión'],
      ['signup', '/register', '**/accounts:signUp?*', 'Crear cuenta'],
    ] as const
  ).map(([operation, route, url, button]) => ({
    title: `${operation} while the identity service is silent: it gives up, says so, and can be tried again`,
    route,
    given: inOrder(installClock, silent(url, 1)),
    when: async (fixtures) => {
      const { page, vigia } = fixtures;
      const submit = page.getByRole('button', { name: button });
      const asked = page.waitForRequest(url);
      if (operation === 'login') {
        await users.signIn(page, await users.createAccount(vigia.origin), password);
      } else {
        await users.fillRegistration(page, users.newUser());
        await users.submitRegistration(page);
      }
      await asked;
      await expect(submit).toBeDisabled();
      await page.clock.runFor(30_000);
      await toast('error', 'Sin conexión. Inténtalo de nuevo')(fixtures);
      await expect(submit).toBeEnabled();
      await submit.click();
    },
    expect: async ({ page }) => {
      await page.waitForURL('**/dashboard');
    },
  }));

const expiredSession = inOrder(
  // The stored token ended an hour ago.
  ({ page }) => page.clock.install({ time: Date.now() + 120 * minuteMs }),
  away(lookupUrl),
  away(tokenServiceUrl),
);
const waitingForNetwork = status(
  'Esperando la conexión.Tu sesión sigue guardada: entrarás en cuanto vuelva.',
);
/** Between two automatic retries, with the clock stopped: one of them could take the place of a press. */
const betweenRetries = inOrder(stopClock, ({ page }) =>
  expect(page.getByRole('button', { name: 'Reintentar', exact: true })).toBeEnabled(),
);

const expiredTokens: readonly SpecRow[] = [
  {
    title:
      'a stored token past its end, no identity service: waits for the network, not signed out',
    route: '/dashboard/alertas',
    as: 'signedIn',
    given: expiredSession,
    when: async (fixtures) => {
      const { page } = fixtures;
      await waitingForNetwork(fixtures);
      await page.clock.runFor(10 * minuteMs);
      await waitingForNetwork(fixtures);
      expect(
        await page.evaluate(() =>
          Object.keys(localStorage).some((key) => key.startsWith('firebase:authUser:')),
        ),
      ).toBe(true);
      await betweenRetries(fixtures);
      await answering(lookupUrl)(fixtures);
      await answering(tokenServiceUrl)(fixtures);
      await press('Reintentar')(fixtures);
    },
    expect: inOrder(expectDashboard, expectTokenStored, at('/dashboard/alertas')),
  },
  {
    title: 'a stored token past its end: in by itself when the network returns',
    route: '/dashboard',
    as: 'signedIn',
    given: expiredSession,
    when: inOrder(waitingForNetwork, answering(lookupUrl), answering(tokenServiceUrl), ({ page }) =>
      page.evaluate(() => window.dispatchEvent(new Event('online'))),
    ),
    expect: expectDashboard,
  },
  {
    title: 'a stored token past its end that is refused when the network returns: signed out',
    route: '/dashboard',
    as: 'signedIn',
    given: expiredSession,
    when: inOrder(
      waitingForNetwork,
      betweenRetries,
      answering(tokenServiceUrl),
      stubRenewalError,
      press('Reintentar'),
    ),
    expect: inOrder(
      toast('error', 'Token expirado y no se pudo renovar'),
      at('/login'),
      expectNoToken,
    ),
  },
];

const answeredWith =
  (url: string, answer: ReturnType<typeof googleError>): Step =>
  ({ page }) =>
    page.route(url, (route) => route.fulfill(answer));
const proxyPage = { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' };

const outages: readonly SpecRow[] = [
  ...(
    [
      ['503', googleError('INTERNAL', 503)],
      ['429', googleError('QUOTA_EXCEEDED', 429)],
      ['a proxy’s page', proxyPage],
    ] as const
  ).map(
    ([what, answer]): SpecRow => ({
      title: `the identity service answers ${what} at the start: the good token serves`,
      route: '/dashboard',
      as: 'signedIn',
      given: answeredWith(lookupUrl, answer),
      expect: inOrder(expectDashboard, expectTokenStored),
    }),
  ),
  {
    title: 'the identity service answers 503 at minute 50: the good token serves',
    route: '/login',
    given: inOrder(installClock, answeredWith(tokenServiceUrl, googleError('INTERNAL', 503))),
    when: async (fixtures) => {
      const { page } = fixtures;
      await inOrder(stopClock, signInUser, expectDashboard)(fixtures);
      const answered = page.waitForResponse(tokenServiceUrl);
      await page.clock.fastForward(50 * minuteMs);
      await answered;
      await page.getByRole('link', { name: 'Partidos' }).first().click();
      await page.clock.resume();
    },
    expect: inOrder(
      ({ page }) => expect(page.getByRole('button', { name: /^Vigilar / }).first()).toBeVisible(),
      expectTokenStored,
    ),
  },
];

const refusedAtTheStart: SpecRow = {
  title: 'a stored session that is refused at the start: signed out, and said',
  route: '/dashboard',
  as: 'signedIn',
  given: stubError('lookup', 'TOKEN_EXPIRED'),
  expect: inOrder(
    toast('error', 'Token expirado y no se pudo renovar'),
    at('/login'),
    expectNoToken,
  ),
};

const goodTokens: readonly SpecRow[] = [
  {
    title: 'a refresh that is slow at minute 50 delays no request: the token has ten minutes left',
    route: '/login',
    given: inOrder(installClock, silent(tokenServiceUrl)),
    when: async (fixtures) => {
      const { page } = fixtures;
      await inOrder(stopClock, signInUser)(fixtures);
      await expectDashboard(fixtures);
      const held = await storedToken(fixtures);
      const refreshing = page.waitForRequest(tokenServiceUrl);
      await page.clock.fastForward(50 * minuteMs);
      await refreshing;
      const request = page.waitForRequest('**/api/monitoring/matches*');
      await page.getByRole('link', { name: 'Partidos' }).first().click();
      expect((await request).headers().authorization).toBe(`Bearer ${held}`);
      await page.clock.resume();
    },
    expect: async ({ page }) => {
      await expect(page.getByRole('button', { name: /^Vigilar / }).first()).toBeVisible();
    },
  },
];

section('§4 Estados y transiciones', [
  ...silentDocuments,
  ...tryAgain(),
  ...expiredTokens,
  ...goodTokens,
  ...outages,
  refusedAtTheStart,
]);
