/** Specification, section 4: what the contact form does. */
import { within } from '@testing-library/dom';
import { expect } from 'vitest';
import { broadcastSignOut } from '#src/app/effects/sign-out-channel.ts';
import { follow, passTime, press, stopClock } from './support/actions.ts';
import * as contact from './support/contact-form.ts';
import { alert, at, named, status, text, until } from './support/expectations.ts';
import { delayRequests } from './support/hosted-services.ts';
import { user } from './support/page.ts';
import { inOrder, type Step, section } from './support/spec-row.ts';
import * as users from './support/users.ts';

const closed = until(() => expect(contact.queryDialog()).toBeNull());
const opened = until(contact.dialog);
const sampleIs = (part: Partial<Record<keyof typeof contact.sampleMessage, string>>): Step =>
  until(() => {
    for (const label of Object.keys(contact.sampleMessage))
      expect(contact.field(label)).toHaveValue(part[label as keyof typeof part] ?? '');
  });
const mail = delayRequests(contact.mailServiceUrl);
const sent = status('¡Mensaje enviado correctamente! Te responderemos pronto.');
const sendable = inOrder(contact.open, contact.fillSample, sampleIs(contact.sampleMessage));
const sendSample = inOrder(sendable, contact.send);

section(
  '§4 Estados y transiciones',
  [
    {
      title: 'closed at first, open after Contact Support, closed by Cancel and by ✕',
      when: inOrder(
        closed,
        ...['Cancelar', 'Cerrar'].map((name) => inOrder(contact.open, opened, press(name), closed)),
      ),
      expect: closed,
    },
    {
      title: 'a draft stays after a mistyped password',
      when: inOrder(
        contact.open,
        contact.fillSample,
        press('Cancelar'),
        follow('Volver a iniciar sesión'),
        users.signIn(user.email, 'equivocada'),
        text('Contraseña incorrecta'),
        () => window.history.back(),
        at('/support'),
        contact.open,
      ),
      expect: sampleIs(contact.sampleMessage),
    },
    {
      title: 'a sign-out in another tab closes and empties it',
      as: 'signedIn' as const,
      when: inOrder(named('link', 'Volver al resumen'), sendable, broadcastSignOut, closed),
      expect: inOrder(contact.open, sampleIs({})),
    },
    {
      title: 'while submitting, the button is disabled, with a spinner and “Enviando...”',
      given: inOrder(stopClock, mail.start),
      when: sendSample,
      expect: inOrder(
        until(() => {
          const button = within(contact.dialog()).getByRole('button', { name: 'Enviando...' });
          expect(button).toBeDisabled();
          within(button).getByTestId('spinner');
        }),
        mail.release,
        sent,
      ),
    },
    {
      title: 'on success a banner, fields reset, and it closes itself after 3 seconds',
      also: ['§8 Errores', '§9 Constantes'],
      given: stopClock,
      when: sendSample,
      expect: inOrder(sent, sampleIs({}), passTime(2_999), opened, passTime(1), closed),
    },
    {
      title: 'on failure a banner, the form stays open with values kept',
      given: inOrder(stopClock, contact.stubMailError(429)),
      when: sendSample,
      expect: inOrder(
        alert('Error al enviar el mensaje. Inténtalo de nuevo.'),
        passTime(10_000),
        sampleIs(contact.sampleMessage),
      ),
    },
  ].map((row) => ({ ...row, title: `contact form: ${row.title}`, route: '/support' })),
);
