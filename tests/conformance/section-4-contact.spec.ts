/** Specification, section 4: what the contact form does. */
import { installClock, stopClock } from './support/clock.ts';
import * as contact from './support/contact-form.ts';
import { alert, status } from './support/expectations.ts';
import { expect, test } from './support/fixtures.ts';
import { inOrder, type Row, type Step, section } from './support/spec-row.ts';
import { holdRequests } from './support/stub-identity-errors.ts';

// The mail service refuses on purpose.
test.use({ expectedErrors: [/status of 429/] });

const isClosed: Step = (world) => expect(contact.dialog(world)).toBeHidden();
const isOpen: Step = (world) => expect(contact.dialog(world)).toBeVisible();
const mail = holdRequests();

const contactForm: readonly Row[] = [
  {
    what: 'contact form: closed at first, open after Contact Support',
    route: '/support',
    provoke: inOrder(isClosed, contact.open),
    expect: isOpen,
  },
  ...['Cancelar', 'Cerrar'].map(
    (name): Row => ({
      what: `contact form: closed by ${name}`,
      route: '/support',
      provoke: inOrder(contact.open, isOpen, (world) => contact.button(world, name).click()),
      expect: isClosed,
    }),
  ),
  {
    what: 'contact form: while submitting, the button is disabled, with a spinner and “Enviando...”',
    route: '/support',
    given: inOrder(installClock, ({ page }) => page.route(contact.mailService, mail.handler)),
    provoke: inOrder(contact.open, contact.fill(), stopClock, contact.send),
    expect: async (world) => {
      const sending = contact.button(world, 'Enviando...');
      await expect(sending).toBeDisabled();
      await expect(sending.locator('.spin')).toBeVisible();
      mail.release();
      await status('¡Mensaje enviado correctamente! Te responderemos pronto.')(world);
    },
  },
  {
    what: 'contact form: on success a banner, fields reset, and it closes itself after 3 seconds',
    route: '/support',
    given: installClock,
    provoke: inOrder(contact.open, contact.fill(), stopClock, contact.send),
    expect: async (world) => {
      await status('¡Mensaje enviado correctamente! Te responderemos pronto.')(world);
      for (const label of Object.keys(contact.message)) {
        await expect(contact.field(world, label)).toHaveValue('');
      }
      await world.page.clock.runFor(2_999);
      await isOpen(world);
      await world.page.clock.runFor(1);
      await isClosed(world);
    },
  },
  {
    what: 'contact form: on failure a banner, the form stays open with values kept',
    route: '/support',
    given: inOrder(installClock, contact.refuseMail(429)),
    provoke: inOrder(contact.open, contact.fill(), contact.send),
    expect: async (world) => {
      await alert('Error al enviar el mensaje. Inténtalo de nuevo.')(world);
      await world.page.clock.runFor(10_000);
      await isOpen(world);
      for (const [label, kept] of Object.entries(contact.message)) {
        await expect(contact.field(world, label)).toHaveValue(kept);
      }
    },
  },
];

section('§4 Estados y transiciones', contactForm);
