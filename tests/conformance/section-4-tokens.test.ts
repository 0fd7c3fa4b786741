/** Specification, section 4: the token is refreshed every 50 minutes, and when the backend rejects it. */
import { HttpResponse, http, passthrough } from 'msw';
import { expect } from 'vitest';
import { passTime, stopClock } from './support/actions.ts';
import {
  at,
  named,
  noToken,
  storedToken,
  text,
  toast,
  tokenStored,
  until,
} from './support/expectations.ts';
import { sentTo, stubRenewalError, tokenServiceUrl } from './support/hosted-services.ts';
import * as page from './support/page.ts';
import { inOrder, type SpecRow, type Step, section } from './support/spec-row.ts';
import { signInUser } from './support/users.ts';

const minuteMs = 60_000;
const renewals = () => sentTo(tokenServiceUrl).length;
const signedIn = inOrder(signInUser, named('button', 'Cuenta'), tokenStored);

let tokenBefore: string | null;
const renewed = (times: number): Step =>
  inOrder(
    () => {
      tokenBefore = storedToken();
    },
    passTime(50 * minuteMs - 1),
    () => expect(renewals()).toBe(times - 1),
    passTime(1),
    until(() => {
      expect(renewals()).toBe(times);
      expect(storedToken()).not.toBe(tokenBefore);
    }),
  );

const refreshing: readonly SpecRow[] = [
  {
    title:
      'the token is refreshed every 50 minutes, and not before; if that fails, the user is logged out',
    also: ['§9 Constantes'],
    route: '/login',
    given: stopClock,
    when: inOrder(signedIn, renewed(1), renewed(2), at('/dashboard')),
    expect: inOrder(stubRenewalError, passTime(50 * minuteMs), noToken, at('/login')),
  },
  {
    title: 'a computer whose clock is 70 minutes ahead refreshes no more often',
    route: '/login',
    given: () => page.stopClock(70 * minuteMs),
    when: inOrder(signedIn, passTime(49 * minuteMs)),
    expect: () => expect(renewals()).toBe(0),
  },
];

const matchesUrl = /\/api\/monitoring\/matches/;
/** Answers the first `times` requests for matches with `status`; the rest reach the backend. */
const rejectMatches =
  (status: number, times = Number.POSITIVE_INFINITY): Step =>
  () =>
    page.network.use(
      http.get(matchesUrl, () =>
        sentTo(matchesUrl).length > times
          ? passthrough()
          : HttpResponse.json({ error: 'Este token no vale.' }, { status }),
      ),
    );
const tokens = () => sentTo(matchesUrl).map(({ headers }) => headers.get('authorization'));

/** It outlives every other: nobody else may see it, and nothing like it stays once the session has ended. */
const refreshTokenKept = (isEnd: boolean): Step =>
  until(async () => {
    const secret = await page.userRefreshToken();
    const texts = page.requests.map(async (request) =>
      [request.url, ...request.headers.values(), await request.clone().text()].join(' '),
    );
    const sent = (await Promise.all(texts)).map(
      (text) => text.includes(secret) || text.includes(encodeURIComponent(secret)),
    );
    const receivers = page.requests.filter((_, index) => sent[index]).map(({ url }) => url);
    expect(receivers).toEqual([expect.stringMatching(tokenServiceUrl)]);
    const isStored = (key: string) => key.startsWith('firebase:authUser:');
    expect(Object.keys(localStorage).some(isStored)).toBe(!isEnd);
  });

const rejectedCalls: readonly SpecRow[] = [401, 403].flatMap((code): SpecRow[] => {
  // 403 rejects the action, 401 the session.
  const isEnd = code === 401;
  return [
    {
      title: `${code}: one forced refresh and one retry, with the new token`,
      route: '/dashboard/partidos',
      as: 'signedIn',
      given: rejectMatches(code, 1),
      expect: inOrder(named('button', /^Vigilar /), () => {
        expect(renewals()).toBe(1);
        expect(tokens()).toEqual([expect.stringMatching(/^Bearer ./), `Bearer ${storedToken()}`]);
        expect(tokens()[0]).not.toBe(tokens()[1]);
      }),
    },
    {
      title: `${code} again after the refresh: no second retry, and ${isEnd ? 'the session ends' : 'the error is shown'}`,
      route: '/dashboard/partidos',
      as: 'signedIn',
      given: rejectMatches(code),
      expect: inOrder(
        isEnd ? inOrder(at('/login'), noToken) : text('Este token no vale.'),
        () => {
          expect(renewals()).toBe(1);
          expect(tokens()).toHaveLength(2);
        },
        refreshTokenKept(isEnd),
      ),
    },
    {
      title: `${code} and no refresh possible: that is said, the token is removed, and /login follows`,
      also: ['§8 Errores'],
      route: '/dashboard/partidos',
      as: 'signedIn',
      given: inOrder(rejectMatches(code), stubRenewalError),
      expect: inOrder(toast('error', 'Token expirado y no se pudo renovar'), at('/login'), noToken),
    },
  ];
});

section('§4 Estados y transiciones', [...refreshing, ...rejectedCalls]);
