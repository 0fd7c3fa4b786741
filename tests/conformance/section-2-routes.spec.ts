/** Specification, section 2: every route and its elements; /support and the legal texts are in files of their own. */
import { follow, press } from './support/actions.ts';
import { at, named, text } from './support/expectations.ts';
import { expect, test } from './support/fixtures.ts';
import { inOrder, type SpecRow, type Step, section } from './support/spec-row.ts';

// One row asks for a match that does not exist.
test.use({ expectedErrors: [/status of 404/] });

const rowsOn = (route: string, rows: readonly Omit<SpecRow, 'route'>[]): SpecRow[] =>
  rows.map((row) => ({ route, ...row }));

/** Rows that read come first, of one load; the others follow links, type and press, and send nothing. */
const undoneByLoad = (rows: readonly SpecRow[]): SpecRow[] => [
  ...rows.filter(({ when }) => when === undefined),
  ...rows
    .filter(({ when }) => when !== undefined)
    .map((row) => ({ ...row, undoneByLoad: true }) as const),
];

/** /how-it-works opens in a new tab; this one keeps its URL. */
const openTutorial: Step = async ({ page, vigia }) => {
  const here = page.url();
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Cómo funciona', exact: true }).click();
  const tutorial = await opened;
  await expect(tutorial).toHaveURL(`${vigia.origin}/how-it-works`);
  await tutorial.close();
  expect(page.url()).toBe(here);
};

const expectPasswordToggle =
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
const expectDecorativePanel: Step = async ({ page }) => {
  const panel = page.locator('.auth__ticket > [aria-hidden="true"]').first();
  const picture = await panel.boundingBox();
  const form = await page.locator('.auth__form').boundingBox();
  expect(picture?.width).toBeGreaterThan(200);
  expect(picture?.x).toBeLessThan(form?.x ?? 0);
};

const authScreen = (route: string): SpecRow[] =>
  rowsOn(route, [
    { title: 'Google sign-in button', expect: named('button', 'Continuar con Google') },
    { title: 'email field', expect: named('textbox', 'Correo electrónico') },
    { title: 'password field', expect: named('textbox', 'Contraseña') },
    {
      title: 'show/hide toggle of the password',
      when: ({ page }) => page.getByLabel('Contraseña', { exact: true }).fill('vigia-2026'),
      expect: expectPasswordToggle('Contraseña', 'Mostrar contraseña', 'Ocultar contraseña'),
    },
    { title: 'decorative image panel beside the form', expect: expectDecorativePanel },
    {
      title: 'back link to the external landing page',
      when: follow('Volver al inicio'),
      expect: at('/__local'),
    },
    {
      title: '/how-it-works opens in a new tab',
      when: openTutorial,
      expect: at(route),
    },
  ]);

const openReset = press('¿Olvidaste tu contraseña?');

const login = [
  ...authScreen('/login'),
  ...rowsOn('/login', [
    { title: 'forgot-password link', expect: named('button', '¿Olvidaste tu contraseña?') },
    { title: 'submit button', expect: named('button', 'Iniciar sesión') },
    { title: 'link to register', when: follow('Regístrate'), expect: at('/register') },
    {
      title: 'forgot-password: one email field, a send button and a back link, on the same screen',
      when: openReset,
      expect: async (fixtures) => {
        await expect(fixtures.page.getByRole('textbox')).toHaveCount(1);
        await named('textbox', 'Correo electrónico')(fixtures);
        await named('button', 'Enviar enlace')(fixtures);
        await named('button', 'Volver')(fixtures);
        await at('/login')(fixtures);
      },
    },
    {
      title: 'forgot-password: leaving it clears its message',
      when: inOrder(openReset, press('Enviar enlace'), press('Volver'), openReset),
      expect: async ({ page }) => {
        await expect(page.getByRole('button', { name: 'Enviar enlace' })).toBeVisible();
        await expect(page.getByText('Por favor ingresa tu correo electrónico')).toHaveCount(0);
      },
    },
    {
      title: 'forgot-password: leaving it clears its email',
      when: inOrder(
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
  ...rowsOn('/register', [
    { title: 'username field', expect: named('textbox', 'Nombre de usuario') },
    { title: 'confirm-password field', expect: named('textbox', 'Confirmar contraseña') },
    {
      title: 'show/hide toggle of the confirmation',
      when: ({ page }) =>
        page.getByLabel('Confirmar contraseña', { exact: true }).fill('vigia-2026'),
      expect: expectPasswordToggle(
        'Confirmar contraseña',
        'Mostrar contraseña de confirmación',
        'Ocultar contraseña de confirmación',
      ),
    },
    { title: 'create-account button', expect: named('button', 'Crear cuenta') },
    { title: 'link to login', when: follow('Inicia sesión'), expect: at('/login') },
  ]),
];

const dashboard = rowsOn(
  '/dashboard',
  [
    {
      title: 'has tabs, and the initial one is overview',
      expect: async ({ page }: Parameters<Step>[0]) => {
        const tabs = page.getByRole('navigation', { name: 'Secciones' }).first().getByRole('link');
        await expect(tabs).toHaveText([
          'Resumen',
          'Partidos',
          'Umbrales',
          'Alertas',
          'Configuración',
          'Plan',
        ]);
        await expect(tabs.first()).toHaveAttribute('aria-current', 'page');
      },
    },
    { title: 'reads the plan of the profile', expect: text('Plan Básico') },
    { title: 'reads configuracion.partidos of the profile', expect: text('0 de 3 partidos') },
    {
      title: 'reads onboardingCompletado of the profile: the first steps show until it is true',
      expect: named('heading', 'Primeros pasos'),
    },
  ].map((row) => ({ ...row, as: 'signedIn' as const })),
);

const usageInEveryTab: SpecRow = {
  title: 'reads configuracion.partidos of the profile: after a change, the same in every tab',
  route: '/dashboard',
  as: 'signedIn',
  when: text('0 de 3 partidos'),
  expect: async ({ page, vigia }) => {
    const other = await page.context().newPage();
    await other.goto(`${vigia.origin}/dashboard/partidos`);
    await other
      .getByRole('button', { name: /^Vigilar / })
      .first()
      .click();
    await expect(other.getByText('1 de 3 vigilados')).toBeVisible();
    await expect(page.getByText('1 de 3 partidos')).toBeVisible();
    await page.getByRole('link', { name: 'Plan', exact: true }).first().click();
    await expect(page.getByText('Plan Básico · 1 de 3 partidos')).toBeVisible();
    await other
      .getByRole('button', { name: /^Dejar de vigilar / })
      .first()
      .click();
    await expect(page.getByText('Plan Básico · 0 de 3 partidos')).toBeVisible();
  },
};

/** The second match does not exist for the backend: the first must not stay under its address. */
const nextMatch: SpecRow = {
  title: 'shows the match of its address, and says when there is none',
  route: '/dashboard/partidos',
  as: 'signedIn',
  when: async ({ page }) => {
    await page.locator('[role=grid] a[href^="/dashboard/partidos/"]').first().click();
    const others = page.getByRole('region', { name: 'Otros partidos' });
    const href = (await others.getByRole('link').first().getAttribute('href')) ?? '';
    await page.route(`**/api/monitoring/match?id=${href.split('/').at(-1)}*`, (route) =>
      route.fulfill({ status: 404, json: { error: 'No existe.', code: 'not_found' } }),
    );
    await others.locator(`a[href="${href}"]`).click();
  },
  expect: async ({ page }) => {
    await expect(page.getByText('Este partido no existe')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Vigilar', exact: true })).toHaveCount(0);
    await expect(page).toHaveTitle('Este partido no existe · Vigía');
  },
};

const frequency: SpecRow = {
  title: 'reads configuracion.frecuencia of the profile',
  route: '/dashboard/configuracion',
  as: 'signedIn',
  expect: ({ page }) =>
    expect(page.getByLabel('Frecuencia de comprobación', { exact: true })).toHaveValue('60'),
};

const howItWorks = rowsOn('/how-it-works', [
  {
    title: 'tutorial, reachable without signing in',
    expect: async (fixtures) => {
      await at('/how-it-works')(fixtures);
      await expect(
        fixtures.page.getByRole('listitem').getByRole('heading', { level: 2 }),
      ).toHaveCount(5);
    },
  },
]);

section('§2 Pantallas y rutas', [
  ...undoneByLoad(login),
  ...undoneByLoad(register),
  ...dashboard,
  usageInEveryTab,
  nextMatch,
  frequency,
  ...howItWorks,
]);
