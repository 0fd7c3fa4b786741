/** Specification, section 2: the help centre. */
import { press } from './support/actions.ts';
import * as contact from './support/contact-form.ts';
import { at, link } from './support/expectations.ts';
import { expect } from './support/fixtures.ts';
import { inOrder, type SpecRow, type Step, section } from './support/spec-row.ts';

const rowsOn = (route: string, rows: readonly Omit<SpecRow, 'route'>[]): SpecRow[] =>
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
  'setting alerts': '¿Cómo creo un umbral?',
  'not receiving e-mails': '¿Por qué no recibo los correos?',
  'changing plan': '¿Cómo cambio de plan?',
  cancelling: '¿Puedo cancelar cuando quiera?',
  'whether prices are real time': '¿Los precios son en tiempo real?',
  'account access': 'No puedo entrar en mi cuenta',
} as const;

/** The search leaves this question alone. */
const expectFound = (words: string, topic: keyof typeof questionOf): Step =>
  inOrder(search(words), (fixtures) => expect(questions(fixtures)).toHaveText([questionOf[topic]]));

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
const expectOnlyOpen =
  (...expected: readonly string[]): Step =>
  (fixtures) =>
    expect.poll(() => openAnswers(fixtures)).toEqual(expected);

const support = rowsOn('/support', [
  { title: 'Help Center, reachable without signing in', expect: at('/support') },
  { title: 'back link to /login', expect: link('Volver a iniciar sesión', '/login') },
  {
    title: 'the search filters by text in the question or the answer, case-insensitively',
    when: inOrder(
      expectFound('cambio de plan', 'changing plan'),
      expectFound('spam', 'not receiving e-mails'),
    ),
    expect: expectFound('TARJETA', 'changing plan'),
  },
  {
    title: 'quick action: write a direct e-mail',
    expect: async ({ page }) => {
      const write = page.getByRole('link', { name: /^Escribir un correo/ });
      await expect(write).toHaveAttribute('href', 'mailto:soporte@vigia.example');
    },
  },
  {
    title: 'quick action: go to /how-it-works',
    when: ({ page }) => page.getByRole('link', { name: /^Ver cómo funciona/ }).click(),
    expect: at('/how-it-works'),
  },
  ...[
    'Configuración inicial',
    'Gestión de alertas',
    'Facturación y pagos',
    'Solución de problemas',
  ].map((category) => ({
    title: `help category with article titles: ${category}`,
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
    title: 'four help categories',
    also: ['§9 Constantes'],
    expect: ({ page }) =>
      expect(
        page.getByRole('region', { name: 'Categorías de ayuda' }).getByRole('heading'),
      ).toHaveCount(4),
  },
  {
    title: 'FAQ of six items',
    also: ['§9 Constantes'],
    expect: (fixtures) => expect(questions(fixtures)).toHaveText(Object.values(questionOf)),
  },
  {
    title: 'FAQ: each question opens its answer, one at a time; clicking the open one closes it',
    when: inOrder(
      ...Object.values(questionOf).map((question) =>
        inOrder(press(question), expectOnlyOpen(question)),
      ),
      press(questionOf['account access']),
    ),
    expect: inOrder(expectOnlyOpen(), (fixtures) => expect(questions(fixtures)).toHaveCount(6)),
  },
  { title: 'footer link to /terms', expect: link('Términos', '/terms') },
  { title: 'footer link to /privacy', expect: link('Privacidad', '/privacy') },
  {
    title: 'contact card: a response within 24 hours by e-mail',
    also: ['§9 Constantes'],
    expect: ({ page }) =>
      expect(page.getByRole('complementary', { name: 'Contacto' })).toContainText(
        'Respondemos por correo electrónico en un plazo de 24 horas.',
      ),
  },
  {
    title:
      'contact form: a modal opened by the quick action and by the card’s Contact Support button',
    when: inOrder(
      contact.open,
      (fixtures) => contact.button(fixtures, 'Cancelar').click(),
      ({ page }) =>
        page
          .getByRole('complementary', { name: 'Contacto' })
          .getByRole('button', { name: 'Contactar soporte' })
          .click(),
    ),
    expect: async (fixtures) => {
      await expect(contact.dialog(fixtures)).toBeVisible();
      // Modal: nothing behind it can be reached.
      expect(await contact.dialog(fixtures).evaluate((it) => it.matches(':modal'))).toBe(true);
    },
  },
]);

section('§2 Centro de ayuda', support);
