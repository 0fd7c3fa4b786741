/** Specification, section 2: every route, and everything it names on each screen. The texts of /terms and /privacy have a table of their own. */
import * as contact from './support/contact-form.ts';
import { inOrder, type Row, type Step, section } from './support/row.ts';
import { at, link, named, text } from './support/seen.ts';
import { expect } from './support/world.ts';

const press =
  (name: string): Step =>
  ({ page }) =>
    page.getByRole('button', { name, exact: true }).first().click();

const follow =
  (name: string): Step =>
  ({ page }) =>
    page.getByRole('link', { name, exact: true }).first().click();

const on = (route: string, rows: readonly Omit<Row, 'route'>[]): Row[] =>
  rows.map((row) => ({ route, ...row }));

/** /how-it-works opens in a tab of its own; this one stays where it is. */
const opensTutorial: Step = async ({ page, vigia }) => {
  const here = page.url();
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Cómo funciona', exact: true }).click();
  await expect(await opened).toHaveURL(`${vigia.origin}/how-it-works`);
  expect(page.url()).toBe(here);
};

const togglesPassword =
  (label: string, show: string, hide: string): Step =>
  async ({ page }) => {
    const field = page.getByLabel(label, { exact: true });
    await expect(field).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: show, exact: true }).click();
    await expect(field).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: hide, exact: true }).click();
    await expect(field).toHaveAttribute('type', 'password');
  };

/** Beside the form, and nothing to a screen reader. */
const decorativePanel: Step = async ({ page }) => {
  const panel = page.locator('.auth__ticket > [aria-hidden="true"]').first();
  const picture = await panel.boundingBox();
  const form = await page.locator('.auth__form').boundingBox();
  expect(picture?.width).toBeGreaterThan(200);
  expect(picture?.x).toBeLessThan(form?.x ?? 0);
};

const authScreen = (route: string): Row[] =>
  on(route, [
    { what: 'Google sign-in button', expect: named('button', 'Continuar con Google') },
    { what: 'email field', expect: named('textbox', 'Correo electrónico') },
    { what: 'password field', expect: named('textbox', 'Contraseña') },
    {
      what: 'show/hide toggle of the password',
      provoke: ({ page }) => page.getByLabel('Contraseña', { exact: true }).fill('vigia-2026'),
      expect: togglesPassword('Contraseña', 'Mostrar contraseña', 'Ocultar contraseña'),
    },
    { what: 'decorative image panel beside the form', expect: decorativePanel },
    { what: 'back link to the external landing page', expect: link('Volver al inicio', '/') },
    {
      what: '/how-it-works opens in a new tab',
      provoke: opensTutorial,
      expect: at(route),
    },
  ]);

const openReset = press('¿Olvidaste tu contraseña?');

const login = [
  ...authScreen('/login'),
  ...on('/login', [
    { what: 'forgot-password link', expect: named('button', '¿Olvidaste tu contraseña?') },
    { what: 'submit button', expect: named('button', 'Iniciar sesión') },
    { what: 'link to register', provoke: follow('Regístrate'), expect: at('/register') },
    {
      what: 'forgot-password: one email field, a send button and a back link, on the same screen',
      provoke: openReset,
      expect: async (world) => {
        await expect(world.page.getByRole('textbox')).toHaveCount(1);
        await named('textbox', 'Correo electrónico')(world);
        await named('button', 'Enviar enlace')(world);
        await named('button', 'Volver')(world);
        await at('/login')(world);
      },
    },
    {
      what: 'forgot-password: leaving it clears its message',
      provoke: inOrder(openReset, press('Enviar enlace'), press('Volver'), openReset),
      expect: async ({ page }) => {
        await expect(page.getByRole('button', { name: 'Enviar enlace' })).toBeVisible();
        await expect(page.getByText('Por favor ingresa tu correo electrónico')).toHaveCount(0);
      },
    },
    {
      what: 'forgot-password: leaving it clears its email',
      provoke: inOrder(
        openReset,
        ({ page }) => page.getByLabel('Correo electrónico').fill('lucia@correo.example'),
        press('Volver'),
        openReset,
      ),
      expect: async ({ page }) => {
        await expect(page.getByRole('button', { name: 'Enviar enlace' })).toBeVisible();
        await expect(page.getByLabel('Correo electrónico')).toHaveValue('');
      },
    },
  ]),
];

const register = [
  ...authScreen('/register'),
  ...on('/register', [
    { what: 'username field', expect: named('textbox', 'Nombre de usuario') },
    { what: 'confirm-password field', expect: named('textbox', 'Confirmar contraseña') },
    {
      what: 'show/hide toggle of the confirmation',
      provoke: ({ page }) =>
        page.getByLabel('Confirmar contraseña', { exact: true }).fill('vigia-2026'),
      expect: togglesPassword(
        'Confirmar contraseña',
        'Mostrar contraseña de confirmación',
        'Ocultar contraseña de confirmación',
      ),
    },
    { what: 'create-account button', expect: named('button', 'Crear cuenta') },
    { what: 'link to login', provoke: follow('Inicia sesión'), expect: at('/login') },
  ]),
];

const dashboard = on(
  '/dashboard',
  [
    {
      what: 'has tabs, and the initial one is overview',
      expect: async ({ page }: Parameters<Step>[0]) => {
        const tabs = page.getByRole('navigation', { name: 'Secciones' }).first().getByRole('link');
        await expect(tabs).toHaveText(['Resumen', 'Partidos', 'Alertas', 'Configuración', 'Plan']);
        await expect(tabs.first()).toHaveAttribute('aria-current', 'page');
      },
    },
    { what: 'reads the plan of the profile', expect: text('Plan Básico') },
    { what: 'reads configuracion.partidos of the profile', expect: text('0 de 3 partidos') },
  ].map((row) => ({ ...row, as: 'someone' as const })),
);

const frequency: Row = {
  what: 'reads configuracion.frecuencia of the profile',
  route: '/dashboard/configuracion',
  as: 'someone',
  expect: ({ page }) =>
    expect(page.getByLabel('Frecuencia de comprobación', { exact: true })).toHaveValue('60'),
};

const howItWorks = on('/how-it-works', [
  {
    what: 'tutorial, reachable without signing in',
    expect: async (world) => {
      await at('/how-it-works')(world);
      await expect(world.page.getByRole('listitem').getByRole('heading', { level: 2 })).toHaveCount(
        5,
      );
    },
  },
]);

const questions = (world: Parameters<Step>[0]) =>
  world.page
    .getByRole('region', { name: 'Preguntas frecuentes' })
    .getByRole('heading', { level: 3 })
    .getByRole('button');

const search =
  (words: string): Step =>
  ({ page }) =>
    page.getByRole('searchbox', { name: 'Buscar en la ayuda' }).fill(words);

const questionOf = {
  'setting alerts': '¿Cómo configuro una alerta?',
  'not receiving e-mails': '¿Por qué no recibo los correos?',
  'changing plan': '¿Cómo cambio de plan?',
  cancelling: '¿Puedo cancelar cuando quiera?',
  'whether prices are real time': '¿Los precios son en tiempo real?',
  'account access': 'No puedo entrar en mi cuenta',
} as const;

/** Names of the questions whose answer shows. */
const openAnswers = async (world: Parameters<Step>[0]): Promise<string[]> =>
  world.page
    .getByRole('region')
    .filter({ visible: true })
    .evaluateAll((regions) =>
      regions
        .filter(({ id }) => id.startsWith('respuesta-'))
        .map((region) => document.getElementById(region.getAttribute('aria-labelledby') ?? ''))
        .map((button) => button?.textContent ?? ''),
    );

const support = on('/support', [
  { what: 'Help Center, reachable without signing in', expect: at('/support') },
  { what: 'back link to /login', expect: link('Volver a iniciar sesión', '/login') },
  {
    what: 'the search filters by text in the question',
    provoke: search('cambio de plan'),
    expect: (world) => expect(questions(world)).toHaveText([questionOf['changing plan']]),
  },
  {
    what: 'the search filters by text in the answer',
    provoke: search('spam'),
    expect: (world) => expect(questions(world)).toHaveText([questionOf['not receiving e-mails']]),
  },
  {
    what: 'the search is case-insensitive',
    provoke: search('TARJETA'),
    expect: (world) => expect(questions(world)).toHaveText([questionOf['changing plan']]),
  },
  {
    what: 'quick action: open the contact form',
    provoke: contact.open,
    expect: (world) => expect(contact.dialog(world)).toBeVisible(),
  },
  {
    what: 'quick action: write a direct e-mail',
    expect: async ({ page }) => {
      const write = page.getByRole('link', { name: /^Escribir un correo/ });
      await expect(write).toHaveAttribute('href', 'mailto:soporte@vigia.example');
    },
  },
  {
    what: 'quick action: go to /how-it-works',
    provoke: ({ page }) => page.getByRole('link', { name: /^Ver cómo funciona/ }).click(),
    expect: at('/how-it-works'),
  },
  ...[
    'Configuración inicial',
    'Gestión de alertas',
    'Facturación y pagos',
    'Solución de problemas',
  ].map((category) => ({
    what: `help category with article titles: ${category}`,
    expect: async ({ page }: Parameters<Step>[0]) => {
      const categories = page.getByRole('region', { name: 'Categorías de ayuda' });
      const box = categories
        .locator('> *')
        .filter({ has: page.getByRole('heading', { name: category, exact: true }) });
      await expect(box).toHaveCount(1);
      expect(await box.getByRole('link').count()).toBeGreaterThan(1);
    },
  })),
  {
    what: 'FAQ of six items',
    expect: (world) => expect(questions(world)).toHaveText(Object.values(questionOf)),
  },
  ...Object.entries(questionOf).map(([topic, question]) => ({
    what: `FAQ, ${topic}: opens its answer`,
    provoke: press(question),
    expect: async (world: Parameters<Step>[0]) => {
      expect(await openAnswers(world)).toEqual([question]);
    },
  })),
  {
    what: 'FAQ: one answer open at a time',
    provoke: inOrder(press(questionOf.cancelling), press(questionOf['account access'])),
    expect: async (world) => {
      expect(await openAnswers(world)).toEqual([questionOf['account access']]);
    },
  },
  {
    what: 'FAQ: clicking the open one closes it',
    provoke: inOrder(press(questionOf.cancelling), press(questionOf.cancelling)),
    expect: async (world) => {
      await expect(questions(world)).toHaveCount(6);
      expect(await openAnswers(world)).toEqual([]);
    },
  },
  { what: 'footer link to /terms', expect: link('Términos', '/terms') },
  { what: 'footer link to /privacy', expect: link('Privacidad', '/privacy') },
  {
    what: 'contact card: a response within 24 hours by e-mail',
    expect: ({ page }) =>
      expect(page.getByRole('complementary', { name: 'Contacto' })).toContainText(
        'Respondemos por correo electrónico en un plazo de 24 horas.',
      ),
  },
  {
    what: 'contact form: a modal opened by the Contact Support button of the card',
    provoke: ({ page }) =>
      page
        .getByRole('complementary', { name: 'Contacto' })
        .getByRole('button', { name: 'Contactar soporte' })
        .click(),
    expect: async (world) => {
      await expect(contact.dialog(world)).toBeVisible();
      // Modal: nothing behind it can be reached.
      expect(await contact.dialog(world).evaluate((it) => it.matches(':modal'))).toBe(true);
    },
  },
]);

section('§2 Pantallas y rutas', [
  ...login,
  ...register,
  ...dashboard,
  frequency,
  ...howItWorks,
  ...support,
]);
