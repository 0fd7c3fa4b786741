/** Specification, section 4: how a session begins, lives and ends, and what the contact form does meanwhile. */
import * as contact from './support/contact-form.ts';
import * as google from './support/google.ts';
import * as people from './support/people.ts';
import { expectInitialProfile, readProfile } from './support/profile-document.ts';
import { hold, refuseRenewal } from './support/refusals.ts';
import { inOrder, type Row, type Step, section } from './support/row.ts';
import { alert, at, status, storedToken, text, toast } from './support/seen.ts';
import { expect, test } from './support/world.ts';

// Refused tokens and a refusing mail service, provoked on purpose.
test.use({ expectedErrors: [/Failed to load resource/] });

const minute = 60_000;
const installClock: Step = ({ page }) => page.clock.install();
/** Time stands still from here, so that a row can let exactly as much of it pass as it says. */
const stopClock: Step = async ({ page }) => {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
};

const signIn: Step = async ({ page, someone }) => {
  await people.signIn(page, someone.email, someone.password);
  await page.waitForURL('**/dashboard');
};

const signUpAs =
  (person: people.Person): Step =>
  async ({ page }) => {
    await people.fillRegistration(page, person);
    await people.submitRegistration(page);
  };

const tokenIsKept: Step = async (world) => {
  await expect.poll(() => storedToken(world)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]*$/);
};
const tokenIsGone: Step = async (world) => {
  await expect.poll(() => storedToken(world)).toBeNull();
};

const newcomer = (): people.Person => ({
  username: 'lucia',
  email: people.newEmail(),
  password: people.password,
});
const signedUp = newcomer();
const loggedIn = { email: people.newEmail(), username: '' };
const fromGoogle = { email: people.newEmail(), username: 'Greta' };

const beginning: readonly Row[] = [
  {
    what: 'login: the token is saved under authToken, and /dashboard follows',
    route: '/login',
    provoke: signIn,
    expect: inOrder(tokenIsKept, at('/dashboard')),
  },
  {
    what: 'signup: token saved, and a profile with the initial values',
    route: '/register',
    provoke: signUpAs(signedUp),
    expect: async (world) => {
      await tokenIsKept(world);
      await world.page.waitForURL('**/dashboard');
      await expectInitialProfile(world, signedUp);
    },
  },
  {
    what: 'Google: token saved, /dashboard follows, and a profile with the initial values',
    route: '/login',
    provoke: google.signInWithGoogle({ email: fromGoogle.email, name: fromGoogle.username }),
    expect: async (world) => {
      await world.page.waitForURL('**/dashboard');
      await tokenIsKept(world);
      await expectInitialProfile(world, fromGoogle);
    },
  },
  {
    what: 'login without a profile: a basic one is created',
    route: '/login',
    provoke: async ({ page, vigia }) => {
      await people.makeAccount(vigia.origin, loggedIn.email);
      await people.signIn(page, loggedIn.email, people.password);
      await page.waitForURL('**/dashboard');
    },
    expect: (world) =>
      expectInitialProfile(world, {
        email: loggedIn.email,
        username: loggedIn.email.split('@')[0] ?? '',
      }),
  },
  {
    what: 'login with a profile: it is left as it is',
    route: '/login',
    provoke: signIn,
    expect: async (world) => {
      expect(await readProfile(world)).toMatchObject({
        username: { stringValue: world.someone.username },
      });
    },
  },
  {
    what: 'after signup, /dashboard after 1 second',
    route: '/register',
    given: installClock,
    provoke: inOrder(stopClock, signUpAs(newcomer())),
    expect: async (world) => {
      const { page } = world;
      await toast('success', '¡Cuenta creada exitosamente!')(world);
      await page.clock.runFor(999);
      await at('/register')(world);
      await page.clock.runFor(1);
      await at('/dashboard')(world);
    },
  },
];

/** The identity service takes its time to say who is there. */
const slowService = hold();

const firstState: readonly Row[] = [
  {
    what: 'nothing but a splash shows before the first auth state is known',
    route: '/dashboard',
    as: 'someone',
    given: ({ page }) => page.route('**/accounts:lookup?*', slowService.handler),
    provoke: async (world) => {
      await status('Comprobando tu sesión')(world);
      await expect(world.page.getByRole('link')).toHaveCount(0);
      await expect(world.page.getByRole('button')).toHaveCount(0);
      slowService.release();
    },
    expect: ({ page }) =>
      expect(page.getByRole('button', { name: 'Cuenta', exact: true })).toBeVisible(),
  },
  {
    what: 'after 10 s the splash says so and offers a retry',
    route: '/dashboard',
    as: 'someone',
    given: async (world) => {
      await installClock(world);
      await world.page.route('**/accounts:lookup?*', () => {});
    },
    provoke: async (world) => {
      await status('Comprobando tu sesión')(world);
      await world.page.clock.runFor(10_000);
    },
    expect: async ({ page }) => {
      await expect(page.getByRole('status')).toContainText('Está tardando más de lo normal.');
      await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible();
    },
  },
  {
    what: 'nobody there: a token left behind is cleared',
    route: '/login',
    given: ({ page }) => page.addInitScript(() => localStorage.setItem('authToken', 'viejo')),
    expect: inOrder(tokenIsGone, at('/login')),
  },
];

const ending: readonly Row[] = [
  {
    what: 'sign-out clears the token and the profile',
    route: '/dashboard/configuracion',
    as: 'someone',
    provoke: ({ page }) => people.chooseSignOut(page),
    expect: async (world) => {
      const { page, vigia, someone } = world;
      await page.waitForURL('**/login');
      await tokenIsGone(world);
      await expect(page.getByText(someone.email)).toHaveCount(0);
      await page.goto(`${vigia.origin}/dashboard`);
      await at('/login')(world);
    },
  },
];

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
        await expect(world.page.getByRole('button', { name: 'Cuenta' })).toBeVisible();
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
      await expect(world.page.getByRole('button', { name: 'Cuenta' })).toBeVisible();
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
      what: `${code} again after the refresh: no second retry, and the answer is told`,
      route: '/dashboard/partidos',
      as: 'someone',
      given: inOrder(alwaysRenewals.watch, always.step),
      expect: async (world) => {
        await text('Este token no vale.')(world);
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

const isClosed: Step = (world) => expect(contact.dialog(world)).toBeHidden();
const isOpen: Step = (world) => expect(contact.dialog(world)).toBeVisible();
const mail = hold();

const contactForm: readonly Row[] = [
  {
    what: 'contact form: closed at first, open after Contact Support',
    route: '/support',
    provoke: inOrder(isClosed, contact.open),
    expect: isOpen,
  },
  ...['Cancelar', 'Cerrar'].map(
    (name): Row => ({
      what: `contact form: closed by ${name}`,
      route: '/support',
      provoke: inOrder(contact.open, isOpen, (world) => contact.button(world, name).click()),
      expect: isClosed,
    }),
  ),
  {
    what: 'contact form: while submitting, the button is disabled, with a spinner and “Enviando...”',
    route: '/support',
    given: ({ page }) => page.route(contact.mailService, mail.handler),
    provoke: inOrder(contact.open, contact.fill(), contact.send),
    expect: async (world) => {
      const sending = contact.button(world, 'Enviando...');
      await expect(sending).toBeDisabled();
      await expect(sending.locator('.spin')).toBeVisible();
      mail.release();
      await status('¡Mensaje enviado correctamente! Te responderemos pronto.')(world);
    },
  },
  {
    what: 'contact form: on success a banner, fields reset, and it closes itself after 3 seconds',
    route: '/support',
    given: installClock,
    provoke: inOrder(contact.open, contact.fill(), stopClock, contact.send),
    expect: async (world) => {
      await status('¡Mensaje enviado correctamente! Te responderemos pronto.')(world);
      for (const label of Object.keys(contact.message)) {
        await expect(contact.field(world, label)).toHaveValue('');
      }
      await world.page.clock.runFor(2_999);
      await isOpen(world);
      await world.page.clock.runFor(1);
      await isClosed(world);
    },
  },
  {
    what: 'contact form: on failure a banner, the form stays open with values kept',
    route: '/support',
    given: inOrder(installClock, contact.refuseMail(429)),
    provoke: inOrder(contact.open, contact.fill(), contact.send),
    expect: async (world) => {
      await alert('Error al enviar el mensaje. Inténtalo de nuevo.')(world);
      await world.page.clock.runFor(10_000);
      await isOpen(world);
      for (const [label, kept] of Object.entries(contact.message)) {
        await expect(contact.field(world, label)).toHaveValue(kept);
      }
    },
  },
];

const subscription: readonly Row[] = [
  {
    what: 'subscription: renews automatically each period',
    route: '/terms',
    expect: text(/La suscripción se renueva automáticamente en cada periodo/),
  },
  {
    what: 'subscription: cancellation takes effect at the end of the period',
    route: '/terms',
    expect: text(/La cancelación tiene efecto al final del periodo en curso/),
  },
];

section('§4 Estados y transiciones', [
  ...beginning,
  ...firstState,
  ...ending,
  ...refreshing,
  ...refusedCalls,
  ...contactForm,
  ...subscription,
]);
