/** Specification, section 3: the profile as the document database keeps it, the message to support, and the stored token. */
import * as contact from './support/contact-form.ts';
import { storedToken } from './support/expectations.ts';
import { expect } from './support/fixtures.ts';
import { readProfile } from './support/profile-document.ts';
import { type Row, section } from './support/spec-row.ts';

const profileField = (what: string, name: string, value: unknown): Row => ({
  what: `users/{uid}.${what}`,
  route: '/dashboard',
  as: 'someone',
  expect: async (world) => {
    expect((await readProfile(world))[name]).toEqual(value);
  },
});

const setting = (name: string, value: unknown): Row =>
  profileField(`configuracion.${name}`, 'configuracion', {
    mapValue: { fields: expect.objectContaining({ [name]: value }) },
  });

/** In the database's notation an empty list or map has no members, or none named. */
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
    what: 'contact message: name, email, subject, message, priority',
    route: '/support',
    provoke: contact.open,
    expect: async (world) => {
      for (const label of [...Object.keys(contact.message), 'Prioridad']) {
        await expect(contact.field(world, label)).toBeVisible();
      }
    },
  },
  {
    what: 'priority: low, medium, high, urgent; labels Baja, Media, Alta, Urgente',
    route: '/support',
    provoke: contact.open,
    expect: async (world) => {
      const options = contact.field(world, 'Prioridad').getByRole('option');
      await expect(options).toHaveText(['Baja', 'Media', 'Alta', 'Urgente']);
      const values = await options.evaluateAll((all) => all.map((it) => it.getAttribute('value')));
      expect(values).toEqual(['low', 'medium', 'high', 'urgent']);
    },
  },
  {
    what: 'the token is kept locally under the key authToken',
    route: '/dashboard',
    as: 'someone',
    expect: (world) => expect.poll(() => storedToken(world)).toMatch(/^[\w-]+\.[\w-]+\./),
  },
]);
