/** Specification, section 4: the token is refreshed every 50 minutes, and when the backend rejects it. */
import { installClock, stopClock } from './support/clock.ts';
import { at, storedToken, text } from './support/expectations.ts';
import { expect, test } from './support/fixtures.ts';
import { expectNoToken, expectTokenStored, signInUser } from './support/session.ts';
import { inOrder, type SpecRow, type Step, section } from './support/spec-row.ts';
import { stubRenewalError } from './support/stub-identity-service.ts';

// Tokens are rejected on purpose.
test.use({ expectedErrors: [/Failed to load resource/] });

const minuteMs = 60_000;

/** Counts requests for a new token, from the step `start` on. */
function countRenewals() {
  let requests = 0;
  const start: Step = async ({ page }) => {
    requests = 0;
    page.on('request', (request) => {
      if (request.url().includes('/securetoken.googleapis.com/')) requests += 1;
    });
  };
  return { start, count: () => requests };
}
const regular = countRenewals();
const skewed = countRenewals();

const refreshing: readonly SpecRow[] = [
  {
    title: 'the token is refreshed every 50 minutes, and not before',
    also: ['§9 Constantes'],
    route: '/login',
    given: installClock,
    when: inOrder(regular.start, stopClock, signInUser),
    expect: async (fixtures) => {
      const { clock } = fixtures.page;
      for (const times of [1, 2]) {
        const before = await storedToken(fixtures);
        await clock.fastForward(50 * minuteMs - 1);
        await expect(
          fixtures.page.getByRole('button', { name: 'Cuenta', exact: true }),
        ).toBeVisible();
        expect(regular.count()).toBe(times - 1);
        await clock.fastForward(1);
        await expect.poll(regular.count).toBe(times);
        await expect.poll(() => storedToken(fixtures)).not.toBe(before);
      }
      await at('/dashboard')(fixtures);
    },
  },
  {
    title: 'a computer whose clock is 70 minutes ahead refreshes no more often',
    route: '/login',
    given: ({ page }) => page.clock.install({ time: Date.now() + 70 * minuteMs }),
    when: inOrder(skewed.start, stopClock, signInUser),
    expect: async (fixtures) => {
      await fixtures.page.clock.fastForward(49 * minuteMs);
      await expect(
        fixtures.page.getByRole('button', { name: 'Cuenta', exact: true }),
      ).toBeVisible();
      expect(skewed.count()).toBe(0);
    },
  },
  {
    title: 'if the refresh fails, the user is logged out',
    route: '/login',
    given: inOrder(installClock, stubRenewalError),
    when: async (fixtures) => {
      await inOrder(stopClock, signInUser, expectTokenStored)(fixtures);
      await fixtures.page.clock.fastForward(50 * minuteMs);
    },
    expect: inOrder(expectNoToken, at('/login')),
  },
];

const firstMatch = ({ page }: Parameters<Step>[0]) =>
  page.getByRole('button', { name: /^Vigilar / }).first();

/** Answers the first `times` requests for matches with `code`; the rest reach the backend. */
const stubMatchesError = (code: number, times: number) => {
  const tokens: (string | undefined)[] = [];
  const step: Step = ({ page }) => {
    tokens.length = 0;
    return page.route('**/api/monitoring/matches*', async (route) => {
      tokens.push(route.request().headers().authorization);
      if (tokens.length > times) await route.continue();
      else await route.fulfill({ status: code, json: { error: 'Este token no vale.' } });
    });
  };
  return { step, tokens };
};

const rejectedCalls: readonly SpecRow[] = [401, 403].flatMap((code): SpecRow[] => {
  const once = stubMatchesError(code, 1);
  const always = stubMatchesError(code, Number.POSITIVE_INFINITY);
  const onceRenewals = countRenewals();
  const alwaysRenewals = countRenewals();
  // 403 rejects the action, 401 the session.
  const isEnd = code === 401;
  return [
    {
      title: `${code}: one forced refresh and one retry, with the new token`,
      route: '/dashboard/partidos',
      as: 'signedIn',
      given: inOrder(onceRenewals.start, once.step),
      expect: async (fixtures) => {
        await expect(firstMatch(fixtures)).toBeVisible();
        expect(onceRenewals.count()).toBe(1);
        expect(once.tokens).toHaveLength(2);
        expect(once.tokens[1]).toMatch(/^Bearer ./);
        expect(once.tokens[1]).not.toBe(once.tokens[0]);
      },
    },
    {
      title: `${code} again after the refresh: no second retry, and ${isEnd ? 'the session ends' : 'the error is shown'}`,
      route: '/dashboard/partidos',
      as: 'signedIn',
      given: inOrder(alwaysRenewals.start, always.step),
      expect: async (fixtures) => {
        await (isEnd ? inOrder(at('/login'), expectNoToken) : text('Este token no vale.'))(
          fixtures,
        );
        expect(alwaysRenewals.count()).toBe(1);
        expect(always.tokens).toHaveLength(2);
      },
    },
    {
      title: `${code} and no refresh possible: the token is removed, and /login follows`,
      route: '/dashboard/partidos',
      as: 'signedIn',
      given: inOrder(always.step, stubRenewalError),
      expect: inOrder(at('/login'), expectNoToken),
    },
  ];
});

section('§4 Estados y transiciones', [...refreshing, ...rejectedCalls]);
