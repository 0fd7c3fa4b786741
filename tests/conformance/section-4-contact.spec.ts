/** Specification, section 4: what the contact form does. */
import { installClock, stopClock } from './support/clock.ts';
import * as contact from './support/contact-form.ts';
import { alert, status } from './support/expectations.ts';
import { expect, test } from './support/fixtures.ts';
import { inOrder, type SpecRow, type Step, section } from './support/spec-row.ts';
import { delayRequests } from './support/stub-identity-service.ts';

// The mail service answers 429 on purpose, the identity service 400 to a mistyped password.
test.use({ expectedErrors: [/status of (429|400)/] });

const expectClosed: Step = (fixtures) => expect(contact.dialog(fixtures)).toBeHidden();
const expectOpen: Step = (fixtures) => expect(contact.dialog(fixtures)).toBeVisible();
const mail = delayRequests();

const contactForm: readonly SpecRow[] = [
  {
    title: 'contact form: closed at first, open after Contact Support, closed by Cancel and by ✕',
    route: '/support',
    when: inOrder(
      expectClosed,
      ...['Cancelar', 'Cerrar'].map((name) =>
        inOrder(contact.open, expectOpen, (fixtures) => contact.button(fixtures, name).click()),
      ),
    ),
    expect: expectClosed,
  },
  {
    title: 'contact form: a draft stays after a mistyped password',
    route: '/support',
    when: inOrder(contact.open, contact.fill(), (fixtures) =>
      contact.button(fixtures, 'Cancelar').click(),
    ),
    expect: async (fixtures) => {
      const { page, user } = fixtures;
      await page.getByRole('link', { name: 'Volver a iniciar sesión' }).click();
      await page.getByLabel('Correo electrónico', { exact: true }).fill(user.email);
      await page.getByLabel('Contraseña', { exact: true }).fill('equivocada');
      await page.getByRole('button', { name: 'Iniciar sesión' }).click();
      await expect(page.getByRole('alert').first()).toBeVisible();
      await page.goBack();
      await contact.open(fixtures);
      await expect(contact.field(fixtures, 'Mensaje *')).toHaveValue('Desde el martes.');
    },
  },
  {
    title: 'contact form: a sign-out in another tab closes and empties it',
    route: '/support',
    as: 'signedIn',
    when: inOrder(contact.open, contact.fill()),
    expect: async (fixtures) => {
      const other = await fixtures.page.context().newPage();
      await other.goto(`${fixtures.vigia.origin}/dashboard`);
      await other.getByRole('button', { name: 'Cuenta' }).click();
      await other.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
      await expectClosed(fixtures);
      await contact.open(fixtures);
      for (const label of Object.keys(contact.sampleMessage)) {
        await expect(contact.field(fixtures, label)).toHaveValue('');
      }
    },
  },
  {
    title:
      'contact form: while submitting, the button is disabled, with a spinner and “Enviando...”',
    route: '/support',
    given: inOrder(installClock, ({ page }) => page.route(contact.mailServiceUrl, mail.handler)),
    when: inOrder(contact.open, contact.fill(), stopClock, contact.send),
    expect: async (fixtures) => {
      const sending = contact.button(fixtures, 'Enviando...');
      await expect(sending).toBeDisabled();
      await expect(sending.getByTestId('spinner')).toBeVisible();
      mail.release();
      await status('¡Mensaje enviado correctamente! Te responderemos pronto.')(fixtures);
    },
  },
  {
    title: 'contact form: on success a banner, fields reset, and it closes itself after 3 seconds',
    also: ['§8 Errores', '§9 Constantes'],
    route: '/support',
    given: installClock,
    when: inOrder(contact.open, contact.fill(), stopClock, contact.send),
    expect: async (fixtures) => {
      await status('¡Mensaje enviado correctamente! Te responderemos pronto.')(fixtures);
      for (const label of Object.keys(contact.sampleMessage)) {
        await expect(contact.field(fixtures, label)).toHaveValue('');
      }
      await fixtures.page.clock.runFor(2_999);
      await expectOpen(fixtures);
      await fixtures.page.clock.runFor(1);
      await expectClosed(fixtures);
    },
  },
  {
    title: 'contact form: on failure a banner, the form stays open with values kept',
    route: '/support',
    given: inOrder(installClock, contact.stubMailError(429)),
    when: inOrder(contact.open, contact.fill(), contact.send),
    expect: async (fixtures) => {
      await alert('Error al enviar el mensaje. Inténtalo de nuevo.')(fixtures);
      await fixtures.page.clock.runFor(10_000);
      await expectOpen(fixtures);
      for (const [label, value] of Object.entries(contact.sampleMessage)) {
        await expect(contact.field(fixtures, label)).toHaveValue(value);
      }
    },
  },
];

section('§4 Estados y transiciones', contactForm);
