/** Specification, section 2: sections, links and date of /terms and /privacy. */

import { at, link } from './support/expectations.ts';
import { expect } from './support/fixtures.ts';
import { type SpecRow, type Step, section } from './support/spec-row.ts';

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

/** The heading is visible and followed by at least 40 characters of text. */
const expectSection =
  (title: string): Step =>
  async ({ page }) => {
    const heading = page
      .getByRole('main')
      .getByRole('heading', { name: new RegExp(`^(\\d+ )?${title}$`) })
      .first();
    await expect(heading).toBeVisible();
    const following = await heading.evaluate((it) => it.nextElementSibling?.textContent ?? '');
    expect(following.length).toBeGreaterThan(40);
  };

const expectOrder =
  (parts: readonly LegalPart[]): Step =>
  async ({ page }) => {
    const texts = await page.locator('h2, h3').allTextContents();
    const titles = parts.map(([, title]) => title);
    const shown = texts.map((text) => text.replace(/^\d+ /, ''));
    expect(shown.filter((title) => titles.includes(title))).toEqual(titles);
  };

const expectFooter =
  (path: string): Step =>
  ({ page }) =>
    expect(page.getByRole('contentinfo').locator(`a[href="${path}"]`)).toBeVisible();

const pageRows = (route: string, sibling: string, parts: readonly LegalPart[]): SpecRow[] => [
  { title: 'reachable without signing in', route, expect: at(route) },
  ...parts.map(
    ([named, title]): SpecRow => ({
      title: `section ${named}`,
      route,
      expect: expectSection(title),
    }),
  ),
  { title: 'sections in this order', route, expect: expectOrder(parts) },
  { title: 'back link to /login', route, expect: link('Volver a iniciar sesión', '/login') },
  { title: `footer link to ${sibling}`, route, expect: expectFooter(sibling) },
  { title: 'footer link to /support', route, expect: expectFooter('/support') },
];

const today: SpecRow = {
  title: 'today’s date, in the reader’s time zone, as the last update',
  route: '/terms',
  given: (fixtures) => fixtures.page.clock.setFixedTime('2027-03-05T23:30:00Z'),
  expect: (fixtures) =>
    expect(fixtures.page.getByText('Última actualización:')).toHaveText(
      'Última actualización: 6 de marzo de 2027',
    ),
};

section('§2 Textos legales', [
  ...pageRows('/terms', '/privacy', termsParts),
  today,
  ...pageRows('/privacy', '/terms', privacyParts),
]);
