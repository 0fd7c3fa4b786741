/** Specification, section 2: sections, links and date of /terms and /privacy. */
import { screen, within } from '@testing-library/dom';
import { expect, vi } from 'vitest';
import { at, link, until } from './support/expectations.ts';
import { type SpecRow, section } from './support/spec-row.ts';

/** A part's name in the specification, and its heading on the page. */
type LegalPart = readonly [named: string, heading: string];

const termsParts: readonly LegalPart[] = [
  ['acceptance', 'Aceptación'],
  ['service description', 'Descripción del servicio'],
  ['subscriptions and payments', 'Suscripciones y pagos'],
  ['subscriptions and payments: plans', 'Planes'],
  ['subscriptions and payments: billing and renewal', 'Facturación y renovación'],
  ['subscriptions and payments: cancellation', 'Cancelación'],
  ['data use and privacy', 'Uso de datos y privacidad'],
  ['limitations and disclaimer', 'Limitaciones y exención'],
  ['limitations: data accuracy', 'Exactitud de los datos'],
  ['limitations: not investment advice', 'No es asesoramiento de inversión'],
  ['limitations: availability', 'Disponibilidad'],
  ['user responsibilities', 'Responsabilidades del usuario'],
  ['changes and termination', 'Cambios y terminación'],
  ['contact', 'Contacto'],
];

const privacyParts: readonly LegalPart[] = [
  ['information collected', 'Información que recogemos'],
  ['information: account data', 'Datos de la cuenta'],
  ['information: profile and monitoring preferences', 'Perfil y preferencias de vigilancia'],
  ['information: payment data handled by the provider', 'Datos de pago, en manos del proveedor'],
  ['information: usage and technical data', 'Datos de uso y técnicos'],
  ['use of information', 'Uso de la información'],
  ['sharing', 'Con quién compartimos información'],
  ['sharing: payment provider', 'Proveedor de pagos'],
  [
    'sharing: authentication and data storage provider',
    'Proveedor de autenticación y almacenamiento',
  ],
  ['sharing: e-mail providers', 'Proveedores de correo'],
  ['data security', 'Seguridad de los datos'],
  ['security: encryption', 'Cifrado'],
  ['security: two-factor verification', 'Verificación en dos pasos'],
  ['security: backups', 'Copias de seguridad'],
  ['user rights', 'Tus derechos'],
  ['rights: access', 'Acceso'],
  ['rights: rectification', 'Rectificación'],
  ['rights: deletion', 'Eliminación'],
  ['rights: portability', 'Portabilidad'],
  ['rights: opt-out', 'Oposición y baja'],
  ['cookies', 'Cookies'],
  ['cookies: essential', 'Esenciales'],
  ['cookies: performance', 'De rendimiento'],
  ['cookies: functionality', 'De funcionalidad'],
  ['retention', 'Conservación de los datos'],
  ['policy changes', 'Cambios en esta política'],
  ['contact', 'Contacto'],
];

const headings = (level: number) =>
  screen.getAllByRole('heading', { level }).map((heading) => ({
    title: heading.textContent.replace(/^\d+ /, ''),
    following: heading.nextElementSibling?.textContent ?? '',
  }));

const pageRows = (route: string, sibling: string, parts: readonly LegalPart[]): SpecRow[] => [
  { title: 'reachable without signing in', route, expect: at(route) },
  ...parts.map(
    ([named, title]): SpecRow => ({
      title: `section ${named}`,
      route,
      expect: until(() => {
        const part = [...headings(2), ...headings(3)].find((heading) => heading.title === title);
        expect(part?.following.length, title).toBeGreaterThan(40);
      }),
    }),
  ),
  {
    title: 'sections in this order',
    route,
    expect: until(() => {
      const all = within(screen.getByRole('main')).getAllByRole('heading');
      const shown = all.map(({ textContent }) => textContent.replace(/^\d+ /, ''));
      const titles = parts.map(([, title]) => title);
      expect(shown.filter((title) => titles.includes(title))).toEqual(titles);
    }),
  },
  { title: 'back link to /login', route, expect: link('Volver a iniciar sesión', '/login') },
  ...[sibling, '/support'].map((path) => ({
    title: `footer link to ${path}`,
    route,
    expect: until(() => {
      const links = within(screen.getByRole('contentinfo')).getAllByRole('link');
      expect(links.map((found) => found.getAttribute('href'))).toContain(path);
    }),
  })),
];

const today: SpecRow = {
  title: 'today’s date, in the reader’s time zone, as the last update',
  route: '/terms',
  given: () => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2027-03-05T23:30:00Z') }),
  expect: until(() =>
    expect(screen.getByText(/^Última actualización:/)).toHaveTextContent(
      'Última actualización: 6 de marzo de 2027',
    ),
  ),
};

section('§2 Textos legales', [
  ...pageRows('/terms', '/privacy', termsParts),
  today,
  ...pageRows('/privacy', '/terms', privacyParts),
]);
