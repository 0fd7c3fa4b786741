/** Specification, section 2: every route and its elements; /support and the legal texts are in files of their own. */
import { follow, press } from './support/actions.ts';
import { at, link, named, text } from './support/expectations.ts';
import { expect } from './support/fixtures.ts';
import { inOrder, type Row, type Step, section } from './support/spec-row.ts';

const on = (route: string, rows: readonly Omit<Row, 'route'>[]): Row[] =>
  rows.map((row) => ({ route, ...row }));

/** /how-it-works opens in a new tab; this one keeps its URL. */
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

/** Left of the form, and hidden from screen readers. */
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
      expect: async (fixtures) => {
        await expect(fixtures.page.getByRole('textbox')).toHaveCount(1);
        await named('textbox', 'Correo electrónico')(fixtures);
        await named('button', 'Enviar enlace')(fixtures);
        await named('button', 'Volver')(fixtures);
        await at('/login')(fixtures);
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
    {
      what: 'reads onboardingCompletado of the profile: the first steps show until it is true',
      expect: named('heading', 'Primeros pasos'),
    },
  ].map((row) => ({ ...row, as: 'signedIn' as const })),
);

const frequency: Row = {
  what: 'reads configuracion.frecuencia of the profile',
  route: '/dashboard/configuracion',
  as: 'signedIn',
  expect: ({ page }) =>
    expect(page.getByLabel('Frecuencia de comprobación', { exact: true })).toHaveValue('60'),
};

const howItWorks = on('/how-it-works', [
  {
    what: 'tutorial, reachable without signing in',
    expect: async (fixtures) => {
      await at('/how-it-works')(fixtures);
      await expect(
        fixtures.page.getByRole('listitem').getByRole('heading', { level: 2 }),
      ).toHaveCount(5);
    },
  },
]);

section('§2 Pantallas y rutas', [...login, ...register, ...dashboard, frequency, ...howItWorks]);
