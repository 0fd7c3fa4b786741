/** Specification, section 3: the profile in the document database, the message to support, and the stored token. */
import * as contact from './support/contact-form.ts';
import { storedToken } from './support/expectations.ts';
import { expect } from './support/fixtures.ts';
import { fetchProfile } from './support/profile-document.ts';
import { type SpecRow, section } from './support/spec-row.ts';

const profileField = (what: string, name: string, value: unknown): SpecRow => ({
  title: `users/{uid}.${what}`,
  route: '/dashboard',
  as: 'signedIn',
  // The server writes its part of the document a moment after a change.
  expect: (fixtures) =>
    expect.poll(async () => (await fetchProfile(fixtures))[name]).toEqual(value),
});

const setting = (name: string, value: unknown): SpecRow =>
  profileField(`configuracion.${name}`, 'configuracion', {
    mapValue: { fields: expect.objectContaining({ [name]: value }) },
  });

/** Empty list and map in the database's REST notation. */
const emptyList = { arrayValue: expect.not.objectContaining({ values: [expect.anything()] }) };
const emptyMap = { mapValue: { fields: {} } };

section('§3 Entidades', [
  profileField('email', 'email', { stringValue: 'alguien@correo.example' }),
  profileField('username', 'username', { stringValue: 'alguien' }),
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
    title:
      'contact message: name, email, subject, message, priority: low, medium, high, urgent; labels Baja, Media, Alta, Urgente',
    route: '/support',
    when: contact.open,
    expect: async (fixtures) => {
      for (const label of [...Object.keys(contact.sampleMessage), 'Prioridad']) {
        await expect(contact.field(fixtures, label)).toBeVisible();
      }
      const options = contact.field(fixtures, 'Prioridad').getByRole('option');
      await expect(options).toHaveText(['Baja', 'Media', 'Alta', 'Urgente']);
      const values = await options.evaluateAll((all) => all.map((it) => it.getAttribute('value')));
      expect(values).toEqual(['low', 'medium', 'high', 'urgent']);
    },
  },
  {
    title: 'the token is kept locally under the key authToken',
    route: '/dashboard',
    as: 'signedIn',
    expect: (fixtures) => expect.poll(() => storedToken(fixtures)).toMatch(/^[\w-]+\.[\w-]+\./),
  },
]);
