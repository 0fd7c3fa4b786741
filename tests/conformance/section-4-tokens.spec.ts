/** Specification, section 4: the token refreshed every 50 minutes, and whenever the backend refuses it. */
import { installClock, stopClock } from './support/clock.ts';
import { at, storedToken, text } from './support/expectations.ts';
import { expect, test } from './support/fixtures.ts';
import { signIn, tokenIsGone, tokenIsKept } from './support/session.ts';
import { inOrder, type Row, type Step, section } from './support/spec-row.ts';
import { refuseRenewal } from './support/stub-identity-errors.ts';

// Tokens refused on purpose.
test.use({ expectedErrors: [/Failed to load resource/] });

const minute = 60_000;

/** Counts how often a new token is asked for; the clock can be moved afterwards. */
function renewals() {
  let asked = 0;
  const watch: Step = async ({ page }) => {
    asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('/securetoken.googleapis.com/')) asked += 1;
    });
  };
  return { watch, count: () => asked };
}
const regular = renewals();
const skewed = renewals();

const refreshing: readonly Row[] = [
  {
    what: 'the token is refreshed every 50 minutes, and not before',
    route: '/login',
    given: installClock,
    provoke: inOrder(regular.watch, stopClock, signIn),
    expect: async (world) => {
      const { clock } = world.page;
      for (const times of [1, 2]) {
        const before = await storedToken(world);
        await clock.fastForward(50 * minute - 1_000);
        await expect(world.page.getByRole('button', { name: 'Cuenta', exact: true })).toBeVisible();
        expect(regular.count()).toBe(times - 1);
        await clock.fastForward(1_000);
        await expect.poll(regular.count).toBe(times);
        await expect.poll(() => storedToken(world)).not.toBe(before);
      }
      await at('/dashboard')(world);
    },
  },
  {
    what: 'a computer whose clock is 70 minutes ahead refreshes no more often',
    route: '/login',
    given: ({ page }) => page.clock.install({ time: Date.now() + 70 * minute }),
    provoke: inOrder(skewed.watch, stopClock, signIn),
    expect: async (world) => {
      await world.page.clock.fastForward(49 * minute);
      await expect(world.page.getByRole('button', { name: 'Cuenta', exact: true })).toBeVisible();
      expect(skewed.count()).toBe(0);
    },
  },
  {
    what: 'if the refresh fails, the user is logged out',
    route: '/login',
    given: inOrder(installClock, refuseRenewal),
    provoke: async (world) => {
      await inOrder(stopClock, signIn, tokenIsKept)(world);
      await world.page.clock.fastForward(50 * minute);
    },
    expect: inOrder(tokenIsGone, at('/login')),
  },
];

const matchesOf = ({ page }: Parameters<Step>[0]) =>
  page.getByRole('button', { name: /^Vigilar / }).first();

/** The first `times` requests for matches are refused; the rest reach the backend. */
const refuseMatches = (code: number, times: number) => {
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

const refusedCalls: readonly Row[] = [401, 403].flatMap((code): Row[] => {
  const once = refuseMatches(code, 1);
  const always = refuseMatches(code, Number.POSITIVE_INFINITY);
  const onceRenewals = renewals();
  const alwaysRenewals = renewals();
  // 403 refuses what was asked, 401 whoever asks.
  const isEnd = code === 401;
  return [
    {
      what: `${code}: one forced refresh and one retry, with the new token`,
      route: '/dashboard/partidos',
      as: 'someone',
      given: inOrder(onceRenewals.watch, once.step),
      expect: async (world) => {
        await expect(matchesOf(world)).toBeVisible();
        expect(onceRenewals.count()).toBe(1);
        expect(once.tokens).toHaveLength(2);
        expect(once.tokens[1]).toMatch(/^Bearer ./);
        expect(once.tokens[1]).not.toBe(once.tokens[0]);
      },
    },
    {
      what: `${code} again after the refresh: no second retry, and ${isEnd ? 'no refresh will do: as if it were impossible' : 'the answer is told'}`,
      route: '/dashboard/partidos',
      as: 'someone',
      given: inOrder(alwaysRenewals.watch, always.step),
      expect: async (world) => {
        await (isEnd ? inOrder(at('/login'), tokenIsGone) : text('Este token no vale.'))(world);
        expect(alwaysRenewals.count()).toBe(1);
        expect(always.tokens).toHaveLength(2);
      },
    },
    {
      what: `${code} and no refresh possible: the token is removed, and /login follows`,
      route: '/dashboard/partidos',
      as: 'someone',
      given: inOrder(always.step, refuseRenewal),
      expect: inOrder(at('/login'), tokenIsGone),
    },
  ];
});

section('§4 Estados y transiciones', [...refreshing, ...refusedCalls]);
