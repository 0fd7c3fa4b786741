/** Specification, section 2: the help centre. */
import { screen, within } from '@testing-library/dom';
import { expect } from 'vitest';
import { fill, follow, press } from './support/actions.ts';
import * as contact from './support/contact-form.ts';
import { at, link, until } from './support/expectations.ts';
import { inOrder, type Step, section } from './support/spec-row.ts';

const region = (name: string) => within(screen.getByRole('region', { name }));
const contactCard = () => screen.getByRole('complementary', { name: 'Contacto' });

const questionOf = {
  'setting alerts': '¿Cómo creo un umbral?',
  'not receiving e-mails': '¿Por qué no recibo los correos?',
  'changing plan': '¿Cómo cambio de plan?',
  cancelling: '¿Puedo cancelar cuando quiera?',
  'whether prices are real time': '¿Los precios son en tiempo real?',
  'account access': 'No puedo entrar en mi cuenta',
} as const;
const questions = Object.values(questionOf);

const shown = (expected: readonly string[]): Step =>
  until(() => {
    const headings = region('Preguntas frecuentes').getAllByRole('heading', { level: 3 });
    expect(headings.map(({ textContent }) => textContent)).toEqual(expected);
  });

/** The search leaves this question alone. */
const found = (words: string, topic: keyof typeof questionOf): Step =>
  inOrder(fill({ 'Buscar en la ayuda': words }), shown([questionOf[topic]]));

/** The questions whose answer is visible. */
const open = (...expected: readonly string[]): Step =>
  until(() => {
    const answers = questions.filter((name) => screen.queryByRole('region', { name }) !== null);
    expect(answers).toEqual(expected);
  });

section(
  '§2 Centro de ayuda',
  [
    { title: 'Help Center, reachable without signing in', expect: at('/support') },
    { title: 'back link to /login', expect: link('Volver a iniciar sesión', '/login') },
    {
      title: 'quick action: write a direct e-mail',
      expect: link(/^Escribir un correo/, 'mailto:soporte@vigia.example'),
    },
    ...[
      'Configuración inicial',
      'Gestión de alertas',
      'Facturación y pagos',
      'Solución de problemas',
    ].map((category) => ({
      title: `help category with article titles: ${category}`,
      expect: until(() => {
        const heading = region('Categorías de ayuda').getByRole('heading', { name: category });
        const articles = within(heading.parentElement as HTMLElement).getAllByRole('link');
        expect(articles.length).toBeGreaterThan(1);
      }),
    })),
    {
      title: 'four help categories',
      also: ['§9 Constantes'],
      expect: until(() =>
        expect(region('Categorías de ayuda').getAllByRole('heading')).toHaveLength(4),
      ),
    },
    { title: 'FAQ of six items', also: ['§9 Constantes'], expect: shown(questions) },
    { title: 'footer link to /terms', expect: link('Términos', '/terms') },
    { title: 'footer link to /privacy', expect: link('Privacidad', '/privacy') },
    {
      title: 'contact card: a response within 24 hours by e-mail',
      also: ['§9 Constantes'],
      expect: until(() =>
        expect(contactCard()).toHaveTextContent(
          'Respondemos por correo electrónico en un plazo de 24 horas.',
        ),
      ),
    },
    {
      title: 'the search filters by text in the question or the answer, case-insensitively',
      when: inOrder(
        found('cambio de plan', 'changing plan'),
        found('spam', 'not receiving e-mails'),
      ),
      expect: found('TARJETA', 'changing plan'),
    },
    {
      title: 'quick action: go to /how-it-works',
      when: follow(/^Ver cómo funciona/),
      expect: at('/how-it-works'),
    },
    {
      title: 'FAQ: each question opens its answer, one at a time; clicking the open one closes it',
      when: inOrder(
        ...questions.map((question) => inOrder(press(question), open(question))),
        press(questionOf['account access']),
      ),
      expect: inOrder(open(), shown(questions)),
    },
    {
      title:
        'contact form: a dialog opened by the quick action and by the card’s Contact Support button',
      when: inOrder(contact.open, press('Cancelar'), () =>
        within(contactCard()).getByRole('button', { name: 'Contactar soporte' }).click(),
      ),
      expect: until(contact.dialog),
    },
  ].map((row) => ({ ...row, route: '/support' })),
);
