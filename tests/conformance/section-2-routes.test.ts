/** Specification, section 2: every route and its elements; /support and the legal texts are in files of their own. */
import { screen, within } from '@testing-library/dom';
import { HttpResponse, http } from 'msw';
import { expect } from 'vitest';
import { fill, follow, press } from './support/actions.ts';
import { at, fieldMessage, link, named, text, until } from './support/expectations.ts';
import { network, origin } from './support/page.ts';
import { inOrder, type SpecRow, type Step, section } from './support/spec-row.ts';

const typeIs = (label: string, type: string): Step =>
  until(() => expect(screen.getByLabelText(label)).toHaveAttribute('type', type));
const passwordToggle = (label: string, show: string, hide: string): Partial<SpecRow> => ({
  when: inOrder(fill({ [label]: 'vigia-2026' }), typeIs(label, 'password'), press(show)),
  expect: inOrder(typeIs(label, 'text'), press(hide), typeIs(label, 'password')),
});

type Row = Omit<SpecRow, 'route'>;
const rowsOn = (route: string, rows: readonly Row[]): SpecRow[] =>
  rows.map((row) => ({ route, ...row }));
const shows = (role: string, names: Readonly<Record<string, string>>): Row[] =>
  Object.entries(names).map(([title, name]) => ({ title, expect: named(role, name) }));

const authScreen: readonly Row[] = [
  ...shows('button', { 'Google sign-in button': 'Continuar con Google' }),
  ...shows('textbox', { 'email field': 'Correo electrónico' }),
  {
    title: 'password field, with a show/hide toggle',
    ...passwordToggle('Contraseña', 'Mostrar contraseña', 'Ocultar contraseña'),
  } as Row,
  {
    title: 'back link to the external landing page',
    expect: link('Volver al inicio', '/__local'),
  },
];

const openReset = press('¿Olvidaste tu contraseña?');
const resetOpened = inOrder(openReset, named('button', 'Enviar enlace'));
const emailRequired = 'Por favor ingresa tu correo electrónico';
const email = () => screen.getByLabelText('Correo electrónico');

const login = rowsOn('/login', [
  ...authScreen,
  ...shows('button', {
    'forgot-password link': '¿Olvidaste tu contraseña?',
    'submit button': 'Iniciar sesión',
  }),
  { title: 'link to register', when: follow('Regístrate'), expect: at('/register') },
  {
    title:
      'forgot-password: one email field, required, a send button and a back link, on the same screen; leaving it clears its message and its email',
    also: ['§5 Validación'],
    when: inOrder(
      resetOpened,
      named('button', 'Volver'),
      at('/login'),
      () => expect(screen.getAllByRole('textbox')).toEqual([email()]),
      press('Enviar enlace'),
      fieldMessage('Correo electrónico', emailRequired),
      press('Volver'),
      resetOpened,
      () => expect(screen.queryByText(emailRequired)).toBeNull(),
      fill({ 'Correo electrónico': 'lucia@correo.example' }),
      press('Volver'),
      resetOpened,
    ),
    expect: () => expect(email()).toHaveValue(''),
  },
  {
    title: '/how-it-works opens in a new tab',
    expect: inOrder(link('Cómo funciona', '/how-it-works'), () =>
      expect(screen.getByRole('link', { name: 'Cómo funciona' })).toHaveAttribute(
        'target',
        '_blank',
      ),
    ),
  },
]);

const register = rowsOn('/register', [
  ...authScreen,
  ...shows('textbox', { 'username field': 'Nombre de usuario' }),
  {
    title: 'confirm-password field, with a show/hide toggle',
    ...passwordToggle(
      'Confirmar contraseña',
      'Mostrar contraseña de confirmación',
      'Ocultar contraseña de confirmación',
    ),
  } as Row,
  ...shows('button', { 'create-account button': 'Crear cuenta' }),
  { title: 'link to login', when: follow('Inicia sesión'), expect: at('/login') },
]);

const dashboard = rowsOn('/dashboard', [
  {
    title: 'has tabs, and the initial one is overview',
    as: 'signedIn',
    expect: until(() => {
      const [tabs] = screen.getAllByRole('navigation', { name: 'Secciones' });
      const links = within(tabs as HTMLElement).getAllByRole('link');
      expect(links.map(({ textContent }) => textContent)).toEqual([
        'Resumen',
        'Partidos',
        'Umbrales',
        'Alertas',
        'Configuración',
        'Plan',
      ]);
      expect(links[0]).toHaveAttribute('aria-current', 'page');
    }),
  },
  ...(
    [
      ['plan', text('Plan Básico')],
      ['configuracion.partidos', text('0 de 3 partidos')],
      [
        'onboardingCompletado: the first steps show until it is true',
        named('heading', 'Primeros pasos'),
      ],
    ] as const
  ).map(([field, expectation]) => ({
    title: `reads the profile: ${field}`,
    as: 'signedIn' as const,
    expect: expectation,
  })),
]);

const frequency: SpecRow = {
  title: 'reads the profile: configuracion.frecuencia',
  route: '/dashboard/configuracion',
  as: 'signedIn',
  expect: until(() =>
    expect(screen.getByLabelText('Frecuencia de comprobación')).toHaveValue('60'),
  ),
};

/** Another match, which does not exist for the backend: the first must not stay under its address. */
const nextMatch: SpecRow = {
  title: 'shows the match of its address, and says when there is none',
  route: '/dashboard/partidos/m1',
  as: 'signedIn',
  when: inOrder(
    named('region', 'Otros partidos'),
    () =>
      network.use(
        http.get(`${origin}/api/monitoring/match`, () =>
          HttpResponse.json({ error: 'No existe.', code: 'not_found' }, { status: 404 }),
        ),
      ),
    () => {
      const others = screen.getByRole('region', { name: 'Otros partidos' });
      within(others).getAllByRole('link')[0]?.click();
    },
  ),
  expect: inOrder(
    text('Este partido no existe'),
    until(() => {
      expect(screen.queryByRole('button', { name: 'Vigilar' })).toBeNull();
      expect(document.title).toBe('Este partido no existe · Vigía');
    }),
  ),
};

const howItWorks: SpecRow = {
  title: 'tutorial, reachable without signing in',
  route: '/how-it-works',
  expect: inOrder(
    until(() => {
      const steps = screen.getAllByRole('listitem');
      const titled = steps.filter(
        (step) => within(step).queryByRole('heading', { level: 2 }) !== null,
      );
      expect(titled).toHaveLength(5);
    }),
    at('/how-it-works'),
  ),
};

section('§2 Pantallas y rutas', [
  ...login,
  ...register,
  ...dashboard,
  frequency,
  nextMatch,
  howItWorks,
]);
