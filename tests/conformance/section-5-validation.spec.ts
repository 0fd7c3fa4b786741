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
const registrationErrors: readonly (readonly [RegistrationForm, string, string])[] = [
  [{ username: '' }, 'Nombre de usuario', 'El nombre de usuario es requerido'],
  [
    { username: 'lu' },
    'Nombre de usuario',
    'El nombre de usuario debe tener al menos 3 caracteres',
  ],
  [{ email: '' }, 'Correo electrónico', 'El correo electrónico es requerido'],
  [{ email: 'lucia@correo' }, 'Correo electrónico', 'El correo electrónico no es válido'],
  [{ password: '', confirmation: '' }, 'Contraseña', 'La contraseña es requerida'],
  [
    { password: '12345', confirmation: '12345' },
    'Contraseña',
    'La contraseña debe tener al menos 6 caracteres',
  ],
  [{ confirmation: '' }, 'Confirmar contraseña', 'Confirma tu contraseña'],
  [{ confirmation: 'vigia-2027' }, 'Confirmar contraseña', 'Las contraseñas no coinciden'],
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

const registrationRule: SpecRow = {
  title: 'each rule has its message, at its field, which has the focus',
  route: '/register',
  when: inOrder(
    ...registrationErrors.map(([form, field, message]) =>
      inOrder(submitForm(form), fieldMessage(field, message), expectFocused(field)),
    ),
  ),
  expect: expectStillOnForm,
};

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

const allWrongRows: readonly SpecRow[] = allWrong.map(([title, form, messages]) => {
  const expectMessages = inOrder(
    ...messages.map((message, index) => fieldMessage(registrationLabels[index] ?? '', message)),
  );
  return {
    title: `every field wrong at once, ${title}: all four messages on leaving the fields, and on submit`,
    route: '/register',
    when: inOrder(leaveFields(form), expectMessages, submitForm(form)),
    expect: inOrder(expectMessages, expectFocused('Nombre de usuario'), expectStillOnForm),
  };
});

const expectNoLogin: Pick<SpecRow, 'when' | 'expect'> = (() => {
  const requests: string[] = [];
  return {
    when: async ({ page }) => {
      requests.length = 0;
      page.on('request', (request) => requests.push(request.url()));
      for (const [email, secret] of [
        ['', ''],
        ['', password],
        ['alguien@correo.example', ''],
      ] as const) {
        await page.getByLabel('Correo electrónico').fill(email);
        await page.getByLabel('Contraseña', { exact: true }).fill(secret);
        await page.getByRole('button', { name: 'Iniciar sesión' }).click();
        await page.getByLabel('Contraseña', { exact: true }).press('Enter');
      }
    },
    expect: async ({ page, vigia }) => {
      // By now a request begun by the submit would have been seen.
      await page.getByRole('button', { name: '¿Olvidaste tu contraseña?' }).click();
      await expect(page.getByRole('button', { name: 'Enviar enlace' })).toBeVisible();
      expect(requests.filter((url) => url.includes(':signInWithPassword'))).toEqual([]);
      expect(page.url()).toBe(`${vigia.origin}/login`);
      await expect(page.getByRole('alert')).toHaveCount(0);
    },
  };
})();

const loginRows: readonly SpecRow[] = [
  {
    title: 'submits nothing while the email, the password or both are empty',
    route: '/login',
    ...expectNoLogin,
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
  {
    title: 'contact: name, email, subject and message are required and marked *',
    route: '/support',
    when: contact.open,
    expect: async (fixtures) => {
      for (const label of Object.keys(contact.sampleMessage)) {
        await contact.fill({ ...contact.sampleMessage, [label]: '' })(fixtures);
        await contact.send(fixtures);
        const input = contact.field(fixtures, label);
        await expect(input).toHaveJSProperty('required', true);
        await expect(input).toBeFocused();
        await expect(input).toHaveAttribute('aria-invalid', 'true');
        await expect(contact.dialog(fixtures).getByText('Enviando...')).toHaveCount(0);
      }
    },
  },
  {
    title:
      'contact: an e-mail input, a message box of 5 rows, priority optional and medium at first, the placeholder of the subject',
    route: '/support',
    when: contact.open,
    expect: async (fixtures) => {
      const field = (label: string) => contact.field(fixtures, label);
      await expect(field('Correo electrónico *')).toHaveAttribute('type', 'email');
      await expect(field('Mensaje *')).toHaveAttribute('rows', '5');
      await expect(field('Prioridad')).toHaveValue('medium');
      await expect(field('Prioridad')).toHaveJSProperty('required', false);
      await expect(field('Asunto *')).toHaveAttribute(
        'placeholder',
        'Describe brevemente tu problema',
      );
    },
  },
];

section('§5 Validación', [
  registrationRule,
  ...allWrongRows,
  ...loginRows,
  ...resetRows,
  ...contactRows,
]);
