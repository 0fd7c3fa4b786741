/** Accessible names on the screens the specification does not describe. */
import type { Page } from '@playwright/test';
import { press } from './support/actions.ts';
import * as contact from './support/contact-form.ts';
import { at, named } from './support/expectations.ts';
import { expect } from './support/fixtures.ts';
import * as people from './support/users.ts';
import { inOrder, type Row, roomForAStream, type Step, section } from './support/spec-row.ts';
import { holdRequests } from './support/stub-identity-service.ts';

const tabs: readonly Row[] = [
  ['Resumen', '/dashboard'],
  ['Partidos', '/dashboard/partidos'],
  ['Alertas', '/dashboard/alertas'],
  ['Configuración', '/dashboard/configuracion'],
  ['Plan', '/dashboard/plan'],
].map(
  ([name = '', path = '']): Row => ({
    what: `tab ${name}`,
    route: path === '/dashboard' ? '/dashboard/plan' : '/dashboard',
    as: 'signedIn',
    provoke: ({ page }) => page.getByRole('link', { name, exact: true }).first().click(),
    expect: inOrder(at(path), ({ page }) =>
      expect(page.getByRole('link', { name, exact: true }).first()).toHaveAttribute(
        'aria-current',
        'page',
      ),
    ),
  }),
);

const header: readonly Row[] = [
  { what: 'account menu', route: '/dashboard', as: 'signedIn', expect: named('button', 'Cuenta') },
  {
    what: 'Cerrar sesión in the account menu',
    route: '/dashboard',
    as: 'signedIn',
    provoke: press('Cuenta'),
    expect: named('menuitem', 'Cerrar sesión'),
  },
  {
    what: 'theme switch',
    route: '/dashboard',
    as: 'signedIn',
    provoke: press(/^Cambiar a tema /),
    expect: ({ page }) => expect(page.locator('html')).toHaveAttribute('data-theme', /papel|noche/),
  },
];

/** Registers a new user: what this row watches must not show in other rows. */
const asNewcomer =
  (path: string): Step =>
  async ({ page, vigia }) => {
    await people.register(page, vigia.origin, people.newcomer());
    await page.waitForURL('**/dashboard');
    await page.goto(`${vigia.origin}${path}`);
  };

const firstMatch = ({ page }: { readonly page: Page }) =>
  page.getByRole('grid').locator('a[href^="/dashboard/partidos/"]').first();

const inMatch: Step = async (fixtures) => {
  await asNewcomer('/dashboard/partidos')(fixtures);
  await firstMatch(fixtures).click();
  await expect(fixtures.page.getByRole('button', { name: 'Ver como tabla' })).toBeVisible();
};

const watchRows: readonly Row[] = [
  {
    what: 'Vigilar and Dejar de vigilar in the list',
    route: '/register',
    provoke: inOrder(asNewcomer('/dashboard/partidos'), press(/^Vigilar /)),
    expect: async ({ page }) => {
      const leave = page.getByRole('button', { name: /^Dejar de vigilar / });
      await leave.click();
      await expect(leave).toHaveCount(0);
    },
  },
  {
    what: 'Vigilar, Dejar de vigilar, Ver como tabla and the four ranges of a match',
    route: '/register',
    provoke: inOrder(inMatch, press('Vigilar')),
    expect: async (fixtures) => {
      await named('button', 'Dejar de vigilar')(fixtures);
      for (const range of ['24 h', '7 d', '30 d', 'Todo']) await named('button', range)(fixtures);
      await press('Ver como tabla')(fixtures);
      await expect(
        fixtures.page.getByRole('columnheader', { name: 'Precio mínimo' }),
      ).toBeVisible();
    },
  },
  {
    what: 'Crear umbral, its sentence, Guardar umbral, and Editar umbral afterwards',
    route: '/register',
    provoke: inOrder(inMatch, press('Crear umbral')),
    expect: async (fixtures) => {
      const { page } = fixtures;
      const create = page.getByRole('dialog', { name: 'Crear umbral' });
      await expect(create.getByText('Avísame si')).toBeVisible();
      await expect(create.getByLabel('Coleccionable')).toBeVisible();
      await expect(create.getByLabel('Condición').locator('option:checked')).toHaveText('baja de');
      await create.getByRole('textbox', { name: 'Precio' }).fill('1');
      await create.getByRole('button', { name: 'Guardar umbral' }).click();
      await expect(create).toBeHidden();
      await page.getByRole('button', { name: /^Editar umbral: / }).click();
      await expect(page.getByRole('dialog', { name: 'Editar umbral' })).toBeVisible();
    },
  },
];

const slowLogin = holdRequests();

const login: readonly Row[] = [
  {
    what: 'Iniciar sesión is disabled while working',
    route: '/login',
    given: inOrder(roomForAStream, ({ page }) =>
      page.route('**/accounts:signInWithPassword?*', slowLogin.handler),
    ),
    provoke: ({ page, user }) => people.signIn(page, user.email, user.password),
    expect: async (fixtures) => {
      await expect(fixtures.page.getByRole('button', { name: 'Iniciar sesión' })).toBeDisabled();
      slowLogin.release();
      await at('/dashboard')(fixtures);
    },
  },
];

const help: readonly Row[] = [
  { what: 'search', route: '/support', expect: named('searchbox', 'Buscar en la ayuda') },
  {
    what: 'the search ignores accents, and says how many remain',
    route: '/support',
    provoke: ({ page }) =>
      page.getByRole('searchbox', { name: 'Buscar en la ayuda' }).fill('suscripcion'),
    expect: ({ page }) =>
      expect(page.getByRole('status').filter({ hasText: 'Queda 1 pregunta' })).toBeVisible(),
  },
  ...['Enviar mensaje', 'Cancelar', 'Cerrar'].map(
    (name): Row => ({
      what: `contact form: ${name}`,
      route: '/support',
      provoke: contact.open,
      expect: (fixtures) => expect(contact.button(fixtures, name)).toBeVisible(),
    }),
  ),
];

const elsewhere: readonly Row[] = [
  {
    what: 'a route that does not exist: an error page, with a way back',
    route: '/no-existe',
    expect: async (fixtures) => {
      await expect(fixtures.page.getByRole('heading', { level: 1 })).toHaveText(
        'Página no encontrada',
      );
      await named('link', 'Volver al resumen')(fixtures);
    },
  },
];

const account: readonly Row[] = [
  ...['Descargar mis datos', 'Cerrar mi cuenta', 'Eliminar mi cuenta'].map(
    (name): Row => ({
      what: name,
      route: '/dashboard/configuracion',
      as: 'signedIn',
      expect: named('button', name),
    }),
  ),
  ...['Pasar a Premium', 'Pasar a Elite'].map(
    (name): Row => ({
      what: name,
      route: '/dashboard/plan',
      as: 'signedIn',
      expect: named('button', name),
    }),
  ),
  {
    what: 'first steps: the first of three, skippable',
    route: '/onboarding',
    as: 'signedIn',
    provoke: async ({ page }) => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Elige un partido');
      await page.getByRole('link', { name: 'Saltar por ahora' }).click();
    },
    expect: at('/dashboard'),
  },
];

section('§2 Nombres accesibles', [
  ...login,
  ...tabs,
  ...header,
  ...watchRows,
  ...help,
  ...elsewhere,
  ...account,
]);
