/** Specification, section 5: validation rules of the forms, and their messages. */

import { password } from '#tests/support/identity.ts';
import * as contact from './support/contact-form.ts';
import { fieldMessage } from './support/expectations.ts';
import { expect } from './support/fixtures.ts';
import { inOrder, type SpecRow, type Step, section } from './support/spec-row.ts';
import { fillRegistration, newEmail, submitRegistration } from './support/users.ts';

interface RegistrationForm {
  readonly username?: string;
  readonly email?: string;
  readonly password?: string;
  readonly confirmation?: string;
}

const submitForm =
  (form: RegistrationForm): Step =>
  async ({ page }) => {
    await fillRegistration(page, {
      username: 'lucia',
      email: newEmail(),
      password,
      confirmation: password,
      ...form,
    });
    await submitRegistration(page);
  };

/** Rule by rule, in the specification's order. */
const registrationErrors: readonly (readonly [string, RegistrationForm, string, string])[] = [
  ['username required', { username: '' }, 'Nombre de usuario', 'El nombre de usuario es requerido'],
  [
    'username of at least 3 characters',
    { username: 'lu' },
    'Nombre de usuario',
    'El nombre de usuario debe tener al menos 3 caracteres',
  ],
  ['email required', { email: '' }, 'Correo electrónico', 'El correo electrónico es requerido'],
  [
    'email must look like an address',
    { email: 'lucia@correo' },
    'Correo electrónico',
    'El correo electrónico no es válido',
  ],
  [
    'password required',
    { password: '', confirmation: '' },
    'Contraseña',
    'La contraseña es requerida',
  ],
  [
    'password of at least 6 characters',
    { password: '12345', confirmation: '12345' },
    'Contraseña',
    'La contraseña debe tener al menos 6 caracteres',
  ],
  ['confirmation required', { confirmation: '' }, 'Confirmar contraseña', 'Confirma tu contraseña'],
  [
    'confirmation equals password',
    { confirmation: 'vigia-2027' },
    'Confirmar contraseña',
    'Las contraseñas no coinciden',
  ],
];

const expectFocused =
  (label: string): Step =>
  ({ page }) =>
    expect(page.getByLabel(label, { exact: true })).toBeFocused();

/** Still on the form, and no account was created. */
const expectStillOnForm: Step = async ({ page, vigia }) => {
  expect(page.url()).toBe(`${vigia.origin}/register`);
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
};

const registrationRows: readonly SpecRow[] = registrationErrors.map(
  ([title, form, field, message]) => ({
    title,
    route: '/register',
    when: submitForm(form),
    expect: inOrder(fieldMessage(field, message), expectFocused(field), expectStillOnForm),
  }),
);

/** Every field wrong at once: each shows its own message, and none hides another. */
const allWrong: readonly (readonly [string, RegistrationForm, readonly string[]])[] = [
  [
    'nothing filled in',
    { username: '', email: '', password: '', confirmation: '' },
    [
      'El nombre de usuario es requerido',
      'El correo electrónico es requerido',
      'La contraseña es requerida',
      'Confirma tu contraseña',
    ],
  ],
  [
    'all four malformed',
    { username: 'lu', email: 'lucia@correo', password: '12345', confirmation: '123456' },
    [
      'El nombre de usuario debe tener al menos 3 caracteres',
      'El correo electrónico no es válido',
      'La contraseña debe tener al menos 6 caracteres',
      'Las contraseñas no coinciden',
    ],
  ],
  [
    'no password to confirm',
    { username: ' ', email: 'lucia', password: '', confirmation: 'vigia-2026' },
    [
      'El nombre de usuario es requerido',
      'El correo electrónico no es válido',
      'La contraseña es requerida',
      'Las contraseñas no coinciden',
    ],
  ],
];
const registrationLabels = [
  'Nombre de usuario',
  'Correo electrónico',
  'Contraseña',
  'Confirmar contraseña',
];

/** Types field by field and leaves each, as a user does, before anything is submitted. */
const leaveFields =
  (form: RegistrationForm): Step =>
  async ({ page }) => {
    await fillRegistration(page, form);
    await page.getByLabel('Confirmar contraseña', { exact: true }).blur();
  };

const allWrongRows: readonly SpecRow[] = allWrong.flatMap(([title, form, messages]) => {
  const expectMessages = inOrder(
    ...messages.map((message, index) => fieldMessage(registrationLabels[index] ?? '', message)),
  );
  return [
    {
      title: `every field wrong at once, ${title}: all four messages on submit`,
      route: '/register',
      when: submitForm(form),
      expect: inOrder(expectMessages, expectFocused('Nombre de usuario'), expectStillOnForm),
    },
    {
      title: `every field wrong at once, ${title}: all four messages on leaving the fields`,
      route: '/register',
      when: leaveFields(form),
      expect: inOrder(expectMessages, expectStillOnForm),
    },
  ];
});

/** Fills and submits the login form; expects so many sign-in requests. */
const expectLoginRequests = (
  email: string,
  secret: string,
  times: number,
): Pick<SpecRow, 'when' | 'expect'> => {
  const requests: string[] = [];
  return {
    when: async ({ page }) => {
      page.on('request', (request) => requests.push(request.url()));
      await page.getByLabel('Correo electrónico').fill(email);
      await page.getByLabel('Contraseña', { exact: true }).fill(secret);
      await page.getByRole('button', { name: 'Iniciar sesión' }).click();
      await page.getByLabel('Contraseña', { exact: true }).press('Enter');
    },
    expect: async ({ page, vigia }) => {
      // By now a request begun by the submit would have been seen.
      await page.getByRole('button', { name: '¿Olvidaste tu contraseña?' }).click();
      await expect(page.getByRole('button', { name: 'Enviar enlace' })).toBeVisible();
      expect(requests.filter((url) => url.includes(':signInWithPassword'))).toHaveLength(times);
      expect(page.url()).toBe(`${vigia.origin}/login`);
      await expect(page.getByRole('alert')).toHaveCount(0);
    },
  };
};

const loginRows: readonly SpecRow[] = [
  {
    title: 'submits nothing while both fields are empty',
    route: '/login',
    ...expectLoginRequests('', '', 0),
  },
  {
    title: 'submits nothing while the email is empty',
    route: '/login',
    ...expectLoginRequests('', password, 0),
  },
  {
    title: 'submits nothing while the password is empty',
    route: '/login',
    ...expectLoginRequests('alguien@correo.example', '', 0),
  },
];

const resetRows: readonly SpecRow[] = [
  {
    title: 'password reset: email required',
    route: '/login',
    when: async ({ page }) => {
      await page.getByRole('button', { name: '¿Olvidaste tu contraseña?' }).click();
      await page.getByRole('button', { name: 'Enviar enlace' }).click();
    },
    expect: fieldMessage('Correo electrónico', 'Por favor ingresa tu correo electrónico'),
  },
];

const contactRows: readonly SpecRow[] = [
  ...Object.keys(contact.sampleMessage).map(
    (label): SpecRow => ({
      title: `contact: ${label} is required and marked *`,
      route: '/support',
      when: inOrder(
        contact.open,
        contact.fill({ ...contact.sampleMessage, [label]: '' }),
        contact.send,
      ),
      expect: async (fixtures) => {
        const input = contact.field(fixtures, label);
        await expect(input).toHaveJSProperty('required', true);
        await expect(input).toBeFocused();
        await expect(input).toHaveAttribute('aria-invalid', 'true');
        await expect(contact.dialog(fixtures).getByText('Enviando...')).toHaveCount(0);
      },
    }),
  ),
  {
    title: 'contact: the email field uses an e-mail input type',
    route: '/support',
    when: contact.open,
    expect: (fixtures) =>
      expect(contact.field(fixtures, 'Correo electrónico *')).toHaveAttribute('type', 'email'),
  },
  {
    title: 'contact: the message box has 5 rows',
    route: '/support',
    when: contact.open,
    expect: (fixtures) => expect(contact.field(fixtures, 'Mensaje *')).toHaveAttribute('rows', '5'),
  },
  {
    title: 'contact: priority is optional, default medium',
    route: '/support',
    when: contact.open,
    expect: async (fixtures) => {
      const priority = contact.field(fixtures, 'Prioridad');
      await expect(priority).toHaveValue('medium');
      await expect(priority).toHaveJSProperty('required', false);
    },
  },
  {
    title: 'contact: subject placeholder “Describe brevemente tu problema”',
    route: '/support',
    when: contact.open,
    expect: (fixtures) =>
      expect(contact.field(fixtures, 'Asunto *')).toHaveAttribute(
        'placeholder',
        'Describe brevemente tu problema',
      ),
  },
];

section('§5 Validación', [
  ...registrationRows,
  ...allWrongRows,
  ...loginRows,
  ...resetRows,
  ...contactRows,
]);
