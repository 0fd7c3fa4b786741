/** Specification, section 3: the profile in the document database, the message to support, and the stored token. */
import { within } from '@testing-library/dom';
import { expect } from 'vitest';
import { fetchProfileDocument } from '#tests/support/profile-document.ts';
import * as contact from './support/contact-form.ts';
import { named, tokenStored, until } from './support/expectations.ts';
import { origin, user, userToken } from './support/page.ts';
import { type SpecRow, section } from './support/spec-row.ts';

const profileField = (what: string, name: string, value: unknown): SpecRow => ({
  title: `users/{uid}.${what}`,
  route: '/dashboard',
  as: 'signedIn',
  // The server writes its part of the document a moment after a change.
  expect: until(async () =>
    expect((await fetchProfileDocument(origin, await userToken()))[name]).toEqual(value),
  ),
});

const setting = (name: string, value: unknown): SpecRow =>
  profileField(`configuracion.${name}`, 'configuracion', {
    mapValue: { fields: expect.objectContaining({ [name]: value }) },
  });

/** Empty list and map in the database's REST notation. */
const emptyList = { arrayValue: expect.not.objectContaining({ values: [expect.anything()] }) };
const emptyMap = { mapValue: { fields: {} } };

section('§3 Entidades', [
  profileField('email', 'email', { stringValue: user.email }),
  profileField('username', 'username', { stringValue: user.username }),
  profileField('createdAt is a date', 'createdAt', {
    timestampValue: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  }),
  profileField('estado is activo at first', 'estado', { stringValue: 'activo' }),
  profileField('plan is basico at first', 'plan', { stringValue: 'basico' }),
  profileField('onboardingCompletado is false at first', 'onboardingCompletado', {
    booleanValue: false,
  }),
  setting('partidos', emptyList),
  setting('umbrales', emptyMap),
  setting('frecuencia', { integerValue: '60' }),
  {
    title: 'the token is kept locally under the key authToken',
    route: '/dashboard',
    as: 'signedIn',
    when: named('button', 'Cuenta'),
    expect: tokenStored,
  },
  {
    title:
      'contact message: name, email, subject, message, priority: low, medium, high, urgent; labels Baja, Media, Alta, Urgente',
    route: '/support',
    when: contact.open,
    expect: until(() => {
      for (const label of Object.keys(contact.sampleMessage))
        expect(contact.field(label)).toBeVisible();
      const options = within(contact.field('Prioridad')).getAllByRole<HTMLOptionElement>('option');
      expect(options.map(({ value, textContent }) => [value, textContent])).toEqual([
        ['low', 'Baja'],
        ['medium', 'Media'],
        ['high', 'Alta'],
        ['urgent', 'Urgente'],
      ]);
    }),
  },
]);
