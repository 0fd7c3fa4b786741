/** Accessible names on the screens the specification does not describe. */
import { screen, within } from '@testing-library/dom';
import { expect } from 'vitest';
import { fill, follow, press } from './support/actions.ts';
import { at, named, text, until } from './support/expectations.ts';
import { delayRequests, urlOf } from './support/hosted-services.ts';
import { user } from './support/page.ts';
import { inOrder, type SpecRow, section } from './support/spec-row.ts';
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
    ].map(([name = '', path = '']) =>
      inOrder(
        follow(name),
        at(path),
        until(() => expect(screen.getAllByRole('link', { name, current: 'page' })).not.toEqual([])),
      ),
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
    until(() => expect(document.documentElement.dataset.theme).toMatch(/papel|noche/)),
    press('Cuenta'),
    named('menuitem', 'Cerrar sesión'),
  ),
};

const match = '/dashboard/partidos/m1';
const watchRows: readonly SpecRow[] = [
  {
    title: 'Vigilar and Dejar de vigilar in the list',
    route: '/dashboard/partidos',
    as: 'newcomer',
    when: inOrder(press(/^Vigilar /), press(/^Dejar de vigilar /)),
    expect: until(() =>
      expect(screen.queryByRole('button', { name: /^Dejar de vigilar / })).toBeNull(),
    ),
  },
  {
    title: 'Vigilar, Dejar de vigilar, Ver como tabla and the four ranges of a match',
    route: match,
    as: 'newcomer',
    when: press('Vigilar'),
    expect: inOrder(
      ...['Dejar de vigilar', '24 h', '7 d', '30 d', 'Todo'].map((name) => named('button', name)),
      press('Ver como tabla'),
      named('columnheader', 'Precio mínimo'),
    ),
  },
  {
    title: 'Crear umbral, its sentence, Guardar umbral, and Editar umbral afterwards',
    route: match,
    as: 'newcomer',
    when: press('Crear umbral'),
    expect: inOrder(
      text('Avísame si'),
      until(() => {
        const create = within(screen.getByRole('dialog', { name: 'Crear umbral' }));
        expect(create.getByLabelText('Coleccionable')).toBeVisible();
        expect(create.getByLabelText('Condición')).toHaveDisplayValue('baja de');
      }),
      fill({ Precio: '1' }),
      press('Guardar umbral'),
      press(/^Editar umbral: /),
      named('dialog', 'Editar umbral'),
    ),
  },
];

const slowLogin = delayRequests(urlOf('signInWithPassword'));
const login: SpecRow = {
  title: 'Iniciar sesión is disabled while working',
  route: '/login',
  given: slowLogin.start,
  when: users.signIn(user.email),
  expect: inOrder(
    until(() => expect(screen.getByRole('button', { name: 'Iniciar sesión' })).toBeDisabled()),
    slowLogin.release,
    at('/dashboard'),
  ),
};

const help: SpecRow = {
  title: 'the search ignores accents, and says how many remain',
  route: '/support',
  when: fill({ 'Buscar en la ayuda': 'suscripcion' }),
  expect: until(() =>
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContainEqual(
      expect.stringContaining('Queda 1 pregunta'),
    ),
  ),
};

const notFound: SpecRow = {
  title: 'a route that does not exist: an error page, with a way back',
  route: '/no-existe',
  expect: inOrder(named('heading', 'Página no encontrada'), named('link', 'Volver al resumen')),
};

const account = (
  [
    ['/dashboard/configuracion', ['Descargar mis datos', 'Cerrar mi cuenta', 'Eliminar mi cuenta']],
    ['/dashboard/plan', ['Pasar a Premium', 'Pasar a Elite']],
  ] as const
).flatMap(([route, names]) =>
  names.map(
    (name): SpecRow => ({ title: name, route, as: 'signedIn', expect: named('button', name) }),
  ),
);

const firstSteps: SpecRow = {
  title: 'first steps: the first of three, skippable',
  route: '/onboarding',
  as: 'signedIn',
  when: inOrder(named('heading', 'Elige un partido'), follow('Saltar por ahora')),
  expect: at('/dashboard'),
};

section('§2 Nombres accesibles', [
  login,
  tabs,
  header,
  ...watchRows,
  help,
  notFound,
  ...account,
  firstSteps,
]);
