/** Specification, section 2: the help centre. */
import { press } from './support/actions.ts';
import * as contact from './support/contact-form.ts';
import { at, link } from './support/expectations.ts';
import { expect } from './support/fixtures.ts';
import { inOrder, type Row, type Step, section } from './support/spec-row.ts';

const on = (route: string, rows: readonly Omit<Row, 'route'>[]): Row[] =>
  rows.map((row) => ({ route, ...row }));

const questions = (fixtures: Parameters<Step>[0]) =>
  fixtures.page
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

/** Questions whose answer is visible. */
const openAnswers = async (fixtures: Parameters<Step>[0]): Promise<string[]> =>
  fixtures.page
    .getByRole('region')
    .filter({ visible: true })
    .evaluateAll((regions) =>
      regions
        .filter(({ id }) => id.startsWith('respuesta-'))
        .map((region) => document.getElementById(region.getAttribute('aria-labelledby') ?? ''))
        .map((button) => button?.textContent ?? ''),
    );

/** Polls: a press before hydration takes effect after it. */
const onlyOpen =
  (...expected: readonly string[]): Step =>
  (fixtures) =>
    expect.poll(() => openAnswers(fixtures)).toEqual(expected);

const support = on('/support', [
  { what: 'Help Center, reachable without signing in', expect: at('/support') },
  { what: 'back link to /login', expect: link('Volver a iniciar sesión', '/login') },
  {
    what: 'the search filters by text in the question',
    provoke: search('cambio de plan'),
    expect: (fixtures) => expect(questions(fixtures)).toHaveText([questionOf['changing plan']]),
  },
  {
    what: 'the search filters by text in the answer',
    provoke: search('spam'),
    expect: (fixtures) =>
      expect(questions(fixtures)).toHaveText([questionOf['not receiving e-mails']]),
  },
  {
    what: 'the search is case-insensitive',
    provoke: search('TARJETA'),
    expect: (fixtures) => expect(questions(fixtures)).toHaveText([questionOf['changing plan']]),
  },
  {
    what: 'quick action: open the contact form',
    provoke: contact.open,
    expect: (fixtures) => expect(contact.dialog(fixtures)).toBeVisible(),
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
    expect: (fixtures) => expect(questions(fixtures)).toHaveText(Object.values(questionOf)),
  },
  ...Object.entries(questionOf).map(([topic, question]) => ({
    what: `FAQ, ${topic}: opens its answer`,
    provoke: press(question),
    expect: onlyOpen(question),
  })),
  {
    what: 'FAQ: one answer open at a time',
    provoke: inOrder(
      press(questionOf.cancelling),
      onlyOpen(questionOf.cancelling),
      press(questionOf['account access']),
    ),
    expect: onlyOpen(questionOf['account access']),
  },
  {
    what: 'FAQ: clicking the open one closes it',
    provoke: inOrder(
      press(questionOf.cancelling),
      onlyOpen(questionOf.cancelling),
      press(questionOf.cancelling),
    ),
    expect: inOrder(onlyOpen(), (fixtures) => expect(questions(fixtures)).toHaveCount(6)),
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
    expect: async (fixtures) => {
      await expect(contact.dialog(fixtures)).toBeVisible();
      // Modal: nothing behind it can be reached.
      expect(await contact.dialog(fixtures).evaluate((it) => it.matches(':modal'))).toBe(true);
    },
  },
]);

section('§2 Centro de ayuda', support);
