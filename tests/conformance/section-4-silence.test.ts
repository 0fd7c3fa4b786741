/** Specification, section 4, while a service is silent or away: nobody is kept out, nobody is signed out, good tokens serve. */
import { expect } from 'vitest';
import { newEmail, password } from '#tests/support/identity.ts';
import { follow, passTime, press, stopClock } from './support/actions.ts';
import {
  at,
  named,
  noToken,
  status,
  storedToken,
  toast,
  tokenStored,
  until,
} from './support/expectations.ts';
import {
  answeredWith,
  answering,
  away,
  documentsUrl,
  lookupUrl,
  proxyPage,
  sentTo,
  silent,
  stubError,
  stubRenewalError,
  tokenServiceUrl,
  urlOf,
} from './support/hosted-services.ts';
import * as page from './support/page.ts';
import { inOrder, type SpecRow, type Step, section } from './support/spec-row.ts';
import * as users from './support/users.ts';

const displayNameUrl = urlOf('update');
const minuteMs = 60_000;

const requested = (url: RegExp): Step => until(() => expect(sentTo(url)).not.toEqual([]));
const dashboard: Step = named('button', 'Cuenta');
const watchable: Step = named('button', /^Vigilar /);

const silentDocuments: readonly SpecRow[] = [
  {
    title: 'a silent document database at the start: nobody waits for it',
    route: '/dashboard/plan',
    as: 'signedIn',
    given: inOrder(stopClock, silent(documentsUrl)),
    expect: inOrder(dashboard, tokenStored, at('/dashboard/plan')),
  },
  {
    title: 'signup while the document database is silent: the account is made, and in after 10 s',
    route: '/register',
    given: inOrder(stopClock, silent(documentsUrl)),
    when: inOrder(users.register(), requested(documentsUrl), passTime(10_000)),
    expect: inOrder(
      toast('success', '¡Cuenta creada exitosamente!'),
      passTime(1_000),
      at('/dashboard'),
      dashboard,
    ),
  },
];

const account = newEmail();
const tryAgain: SpecRow = {
  title: 'login while the identity service is silent: it gives up, says so, and can be tried again',
  route: '/login',
  given: inOrder(stopClock, silent(urlOf('signInWithPassword'), { once: true })),
  when: inOrder(
    users.createAccount(account),
    users.signIn(account, password),
    requested(urlOf('signInWithPassword')),
    passTime(30_000),
    toast('error', 'Sin conexión. Inténtalo de nuevo'),
    press('Iniciar sesión'),
    toast('success', '¡Inicio de sesión exitoso!'),
    passTime(1_000),
  ),
  expect: at('/dashboard'),
};

const displayName: SpecRow = {
  title: 'a display name that is never answered does not fail the signup, and the profile has it',
  route: '/register',
  given: inOrder(stopClock, silent(displayNameUrl)),
  when: inOrder(
    users.register({ ...users.newUser(), username: 'Anita' }),
    requested(displayNameUrl),
    passTime(6_000),
    toast('success', '¡Cuenta creada exitosamente!'),
    passTime(1_000),
    at('/dashboard'),
  ),
  expect: async () => {
    expect(await users.fetchProfile()).toMatchObject({ username: { stringValue: 'Anita' } });
    expect(page.toasts).toHaveLength(1);
  },
};

/** The stored token ended an hour ago, and nobody can issue another one. */
const expiredSession = inOrder(
  () => page.stopClock(120 * minuteMs),
  away(lookupUrl),
  away(tokenServiceUrl),
);
const waitingForNetwork = status(
  'Esperando la conexión.Tu sesión sigue guardada: entrarás en cuanto vuelva.',
);

const expiredTokens: readonly SpecRow[] = [
  {
    title:
      'a stored token past its end, no identity service: waits for the network, not signed out',
    route: '/dashboard/alertas',
    as: 'signedIn',
    given: expiredSession,
    when: inOrder(
      waitingForNetwork,
      passTime(10 * minuteMs),
      waitingForNetwork,
      () =>
        expect(Object.keys(localStorage)).toContainEqual(
          expect.stringMatching(/^firebase:authUser:/),
        ),
      answering,
      press('Reintentar'),
    ),
    expect: inOrder(dashboard, tokenStored, at('/dashboard/alertas')),
  },
  {
    title: 'a stored token past its end: in by itself when the network returns',
    route: '/dashboard',
    as: 'signedIn',
    given: expiredSession,
    when: inOrder(waitingForNetwork, answering, () => window.dispatchEvent(new Event('online'))),
    expect: dashboard,
  },
  {
    title: 'a stored token past its end that is refused when the network returns: signed out',
    route: '/dashboard',
    as: 'signedIn',
    given: expiredSession,
    when: inOrder(waitingForNetwork, stubRenewalError, press('Reintentar')),
    expect: inOrder(toast('error', 'Token expirado y no se pudo renovar'), at('/login'), noToken),
  },
];

let held: string | null;
const outages: readonly SpecRow[] = [
  {
    title: 'the identity service answers with a proxy’s page at the start: the good token serves',
    route: '/dashboard',
    as: 'signedIn',
    given: answeredWith(lookupUrl, () => proxyPage()),
    when: dashboard,
    expect: tokenStored,
  },
  {
    title: 'a refresh that is slow at minute 50 delays no request: the good token serves',
    route: '/login',
    given: inOrder(stopClock, silent(tokenServiceUrl)),
    when: inOrder(
      users.signInUser,
      dashboard,
      () => {
        held = storedToken();
      },
      passTime(50 * minuteMs),
      requested(tokenServiceUrl),
      follow('Partidos'),
      passTime(1_000),
    ),
    expect: inOrder(watchable, () => {
      const [request] = sentTo(/\/api\/monitoring\/matches/).slice(-1);
      expect(request?.headers.get('authorization')).toBe(`Bearer ${held}`);
      expect(storedToken()).toBe(held);
    }),
  },
];

const refusedAtTheStart: SpecRow = {
  title: 'a stored session that is refused at the start: signed out, and said',
  route: '/dashboard',
  as: 'signedIn',
  given: stubError('lookup', 'TOKEN_EXPIRED'),
  expect: inOrder(toast('error', 'Token expirado y no se pudo renovar'), at('/login'), noToken),
};

section('§4 Estados y transiciones', [
  ...silentDocuments,
  tryAgain,
  displayName,
  ...expiredTokens,
  ...outages,
  refusedAtTheStart,
]);
