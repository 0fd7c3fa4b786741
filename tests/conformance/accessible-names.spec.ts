/** Accessible names on the screens the specification does not describe. */
import type { Page } from '@playwright/test';
import { press } from './support/actions.ts';
import { at, named } from './support/expectations.ts';
import { expect, test } from './support/fixtures.ts';
import {
  inOrder,
  type SpecRow,
  type Step,
  section,
  waitForFreeStream,
} from './support/spec-row.ts';
import { delayRequests } from './support/stub-identity-service.ts';
import * as users from './support/users.ts';

const tabs: SpecRow = {
  title: 'the tabs, each current when it is shown',
  route: '/dashboard',
  as: 'signedIn',
  when: inOrder(
    ...[
      ['Partidos', '/dashboard/partidos'],
      ['Umbrales', '/dashboard/umbrales'],
      ['Alertas', '/dashboard/alertas'],
      ['Configuración', '/dashboard/configuracion'],
      ['Plan', '/dashboard/plan'],
      ['Resumen', '/dashboard'],
    ].map(
      ([name = '', path = '']): Step =>
        async (fixtures) => {
          const tab = fixtures.page.getByRole('link', { name, exact: true }).first();
          await tab.click();
          await at(path)(fixtures);
          await expect(tab).toHaveAttribute('aria-current', 'page');
        },
    ),
  ),
  expect: at('/dashboard'),
};

const header: SpecRow = {
  title: 'theme switch, account menu and Cerrar sesión in it',
  route: '/dashboard',
  as: 'signedIn',
  when: press(/^Cambiar a tema /),
  expect: inOrder(
    ({ page }) => expect(page.locator('html')).toHaveAttribute('data-theme', /papel|noche/),
    press('Cuenta'),
    named('menuitem', 'Cerrar sesión'),
  ),
};

const firstMatch = ({ page }: { readonly page: Page }) =>
  page.getByRole('grid').locator('a[href^="/dashboard/partidos/"]').first();

const inMatch: Step = async (fixtures) => {
  await firstMatch(fixtures).click();
  await expect(fixtures.page.getByRole('button', { name: 'Ver como tabla' })).toBeVisible();
};

const watchRows: readonly SpecRow[] = [
  {
    title: 'Vigilar and Dejar de vigilar in the list',
    route: '/dashboard/partidos',
    as: 'newcomer',
    when: press(/^Vigilar /),
    expect: async ({ page }) => {
      const leave = page.getByRole('button', { name: /^Dejar de vigilar / });
      await leave.click();
      await expect(leave).toHaveCount(0);
    },
  },
  {
    title: 'Vigilar, Dejar de vigilar, Ver como tabla and the four ranges of a match',
    route: '/dashboard/partidos',
    as: 'newcomer',
    when: inOrder(inMatch, press('Vigilar')),
    expect: async (fixtures) => {
      await named('button', 'Dejar de vigilar')(fixtures);
      for (const range of ['24 h', '7 d', '30 d', 'Todo']) await named('button', range)(fixtures);
      await press('Ver como tabla')(fixtures);
      const history = fixtures.page.getByRole('region', { name: 'Historial de precio' });
      await expect(history.getByRole('columnheader', { name: 'Precio mínimo' })).toBeVisible();
    },
  },
  {
    title: 'Crear umbral, its sentence, Guardar umbral, and Editar umbral afterwards',
    route: '/dashboard/partidos',
    as: 'newcomer',
    when: inOrder(inMatch, press('Crear umbral')),
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

const slowLogin = delayRequests();

const login: readonly SpecRow[] = [
  {
    title: 'Iniciar sesión is disabled while working',
    route: '/login',
    given: inOrder(waitForFreeStream, ({ page }) =>
      page.route('**/accounts:signInWithPassword?*', slowLogin.handler),
    ),
    when: ({ page, user }) => users.signIn(page, user.email, user.password),
    expect: async (fixtures) => {
      await expect(fixtures.page.getByRole('button', { name: 'Iniciar sesión' })).toBeDisabled();
      slowLogin.release();
      await at('/dashboard')(fixtures);
    },
  },
];

const help: readonly SpecRow[] = [
  { title: 'search', route: '/support', expect: named('searchbox', 'Buscar en la ayuda') },
  {
    title: 'the search ignores accents, and says how many remain',
    route: '/support',
    when: ({ page }) =>
      page.getByRole('searchbox', { name: 'Buscar en la ayuda' }).fill('suscripcion'),
    expect: ({ page }) =>
      expect(page.getByRole('status').filter({ hasText: 'Queda 1 pregunta' })).toBeVisible(),
  },
];

const elsewhere: readonly SpecRow[] = [
  {
    title: 'a route that does not exist: an error page, with a way back',
    route: '/no-existe',
    expect: async (fixtures) => {
      await expect(fixtures.page.getByRole('heading', { level: 1 })).toHaveText(
        'Página no encontrada',
      );
      await named('link', 'Volver al resumen')(fixtures);
    },
  },
];

const account: readonly SpecRow[] = [
  ...['Descargar mis datos', 'Cerrar mi cuenta', 'Eliminar mi cuenta'].map(
    (name): SpecRow => ({
      title: name,
      route: '/dashboard/configuracion',
      as: 'signedIn',
      expect: named('button', name),
    }),
  ),
  ...['Pasar a Premium', 'Pasar a Elite'].map(
    (name): SpecRow => ({
      title: name,
      route: '/dashboard/plan',
      as: 'signedIn',
      expect: named('button', name),
    }),
  ),
  {
    title: 'first steps: the first of three, skippable',
    route: '/onboarding',
    as: 'signedIn',
    when: async ({ page }) => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Elige un partido');
      await page.getByRole('link', { name: 'Saltar por ahora' }).click();
    },
    expect: at('/dashboard'),
  },
];

// The page that does not exist.
test.use({ expectedErrors: [/status of 404/] });

section('§2 Nombres accesibles', [
  ...login,
  tabs,
  header,
  ...watchRows,
  ...help,
  ...elsewhere,
  ...account,
]);
