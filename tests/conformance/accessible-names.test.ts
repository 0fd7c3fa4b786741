/** Accessible names on the screens the specification does not describe. */
import { screen, within } from '@testing-library/dom';
import { expect } from 'vitest';
import { fill, follow, press } from './support/actions.ts';
import { at, named, text, until } from './support/expectations.ts';
import { delayRequests, urlOf } from './support/hosted-services.ts';
import { user } from './support/page.ts';
import { inOrder, type SpecRow, section } from './support/spec-row.ts';
import * as users from './support/users.ts';

/** Each tab, what it leads to, and buttons that are there. */
const tabs = [
  ['Partidos', '/dashboard/partidos'],
  ['Umbrales', '/dashboard/umbrales'],
  ['Alertas', '/dashboard/alertas'],
  [
    'Configuración',
    '/dashboard/configuracion',
    ...['Descargar mis datos', 'Cerrar mi cuenta', 'Eliminar mi cuenta'],
  ],
  ['Plan', '/dashboard/plan', 'Pasar a Premium', 'Pasar a Elite'],
  ['Resumen', '/dashboard'],
];

const walk: SpecRow = {
  title: 'the tabs, each current when it is shown; theme switch, account menu and Cerrar sesión',
  route: '/dashboard',
  as: 'signedIn',
  when: inOrder(
    ...tabs.map(([name = '', path = '', ...buttons]) =>
      inOrder(
        follow(name),
        at(path),
        until(() => expect(screen.getAllByRole('link', { name, current: 'page' })).not.toEqual([])),
        ...buttons.map((button) => named('button', button)),
      ),
    ),
  ),
  expect: inOrder(
    press(/^Cambiar a tema /),
    until(() => expect(document.documentElement.dataset.theme).toMatch(/papel|noche/)),
    press('Cuenta'),
    named('menuitem', 'Cerrar sesión'),
  ),
};

const watched: SpecRow = {
  title:
    'Vigilar and Dejar de vigilar in the list and of a match, its ranges, table and thresholds',
  route: '/dashboard/partidos',
  as: 'newcomer',
  when: inOrder(
    press(/^Vigilar /),
    press(/^Dejar de vigilar /),
    until(() => expect(screen.queryByRole('button', { name: /^Dejar de vigilar / })).toBeNull()),
    follow(/ – /),
    press('Vigilar'),
  ),
  expect: inOrder(
    ...['Dejar de vigilar', '24 h', '7 d', '30 d', 'Todo'].map((name) => named('button', name)),
    press('Ver como tabla'),
    named('columnheader', 'Precio mínimo'),
    press('Crear umbral'),
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
};

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

const firstSteps: SpecRow = {
  title: 'first steps: the first of three, skippable',
  route: '/onboarding',
  as: 'signedIn',
  when: inOrder(named('heading', 'Elige un partido'), follow('Saltar por ahora')),
  expect: at('/dashboard'),
};

section('§2 Nombres accesibles', [login, walk, watched, help, notFound, firstSteps]);
