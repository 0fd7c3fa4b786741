/** Specification, section 5: validation rules of the forms, and their messages. */
import { fireEvent, screen } from '@testing-library/dom';
import { expect } from 'vitest';
import { newEmail, password } from '#tests/support/identity.ts';
import { fill, press } from './support/actions.ts';
import * as contact from './support/contact-form.ts';
import { at, fieldMessage, focused, named, noToken, until } from './support/expectations.ts';
import { requests } from './support/page.ts';
import { inOrder, type SpecRow, type Step, section } from './support/spec-row.ts';

const labels = [
  'Nombre de usuario',
  'Correo electrónico',
  'Contraseña',
  'Confirmar contraseña',
] as const;
type Form = Partial<Record<(typeof labels)[number], string>>;

const submit = (form: Form): Step =>
  inOrder(
    fill({
      'Nombre de usuario': 'lucia',
      'Correo electrónico': newEmail(),
      Contraseña: password,
      'Confirmar contraseña': password,
      ...form,
    }),
    press('Crear cuenta'),
  );

/** Rule by rule, in the specification's order. */
const registrationErrors: readonly (readonly [Form, (typeof labels)[number], string])[] = [
  [{ 'Nombre de usuario': '' }, 'Nombre de usuario', 'El nombre de usuario es requerido'],
  [
    { 'Nombre de usuario': 'lu' },
    'Nombre de usuario',
    'El nombre de usuario debe tener al menos 3 caracteres',
  ],
  [{ 'Correo electrónico': '' }, 'Correo electrónico', 'El correo electrónico es requerido'],
  [
    { 'Correo electrónico': 'lucia@correo' },
    'Correo electrónico',
    'El correo electrónico no es válido',
  ],
  [{ Contraseña: '', 'Confirmar contraseña': '' }, 'Contraseña', 'La contraseña es requerida'],
  [
    { Contraseña: '12345', 'Confirmar contraseña': '12345' },
    'Contraseña',
    'La contraseña debe tener al menos 6 caracteres',
  ],
  [{ 'Confirmar contraseña': '' }, 'Confirmar contraseña', 'Confirma tu contraseña'],
  [
    { 'Confirmar contraseña': 'vigia-2027' },
    'Confirmar contraseña',
    'Las contraseñas no coinciden',
  ],
];

/** No account was created. */
const stillOnForm: Step = inOrder(at('/register'), noToken);

const registrationRule: SpecRow = {
  title: 'each rule has its message, at its field, which has the focus',
  route: '/register',
  when: inOrder(
    ...registrationErrors.map(([form, field, message]) =>
      inOrder(submit(form), fieldMessage(field, message), focused(field)),
    ),
  ),
  expect: stillOnForm,
};

/** Every field wrong at once: each shows its own message, and none hides another. */
const allWrong: readonly (readonly [string, texts: string[], messages: string[]])[] = [
  [
    'nothing filled in',
    ['', '', '', ''],
    [
      'El nombre de usuario es requerido',
      'El correo electrónico es requerido',
      'La contraseña es requerida',
      'Confirma tu contraseña',
    ],
  ],
  [
    'all four malformed',
    ['lu', 'lucia@correo', '12345', '123456'],
    [
      'El nombre de usuario debe tener al menos 3 caracteres',
      'El correo electrónico no es válido',
      'La contraseña debe tener al menos 6 caracteres',
      'Las contraseñas no coinciden',
    ],
  ],
];

/** Types field by field and leaves each, as a user does, before anything is submitted. */
const leaveFields = (form: Form): Step =>
  inOrder(fill(form), () => (document.activeElement as HTMLElement).blur());

const allWrongRows: readonly SpecRow[] = allWrong.map(([title, texts, messages]) => {
  const form: Form = Object.fromEntries(labels.map((label, index) => [label, texts[index]]));
  const shown = inOrder(
    ...labels.map((label, index) => fieldMessage(label, messages[index] ?? '')),
  );
  return {
    title: `every field wrong at once, ${title}: all four messages on leaving the fields, and on submit`,
    route: '/register',
    when: inOrder(leaveFields(form), shown, submit(form)),
    expect: inOrder(shown, focused('Nombre de usuario'), stillOnForm),
  };
});

const loginRow: SpecRow = {
  title: 'submits nothing while the email, the password or both are empty',
  route: '/login',
  when: inOrder(
    ...[
      ['', ''],
      ['', password],
      ['alguien@correo.example', ''],
    ].map(([email, secret]) =>
      inOrder(
        fill({ 'Correo electrónico': email, Contraseña: secret }),
        press('Iniciar sesión'),
        () => fireEvent.submit(screen.getByLabelText('Contraseña')),
      ),
    ),
    // By now a request begun by the submit would have been seen.
    press('¿Olvidaste tu contraseña?'),
    named('button', 'Enviar enlace'),
  ),
  expect: inOrder(at('/login'), () => {
    expect(requests.filter(({ url }) => url.includes(':signInWithPassword'))).toEqual([]);
    expect(screen.queryByRole('alert')).toBeNull();
  }),
};

const contactRow: SpecRow = {
  title:
    'contact: name, email, subject and message are required and marked *; an e-mail input, a message box of 5 rows, priority optional and medium at first, the placeholder of the subject',
  route: '/support',
  when: inOrder(
    contact.open,
    until(() => {
      const field = contact.field;
      expect(field('Correo electrónico *')).toHaveAttribute('type', 'email');
      expect(field('Mensaje *')).toHaveAttribute('rows', '5');
      expect(field('Prioridad')).toHaveValue('medium');
      expect(field('Prioridad')).not.toBeRequired();
      expect(field('Asunto *')).toHaveAttribute('placeholder', 'Describe brevemente tu problema');
    }),
  ),
  expect: inOrder(
    ...Object.keys(contact.sampleMessage).map((label) =>
      inOrder(
        fill({ ...contact.sampleMessage, [label]: '' }),
        contact.send,
        until(() => {
          expect(contact.field(label)).toBeRequired();
          expect(contact.field(label)).toBeInvalid();
          expect(contact.field(label)).toHaveFocus();
          expect(contact.dialog()).not.toHaveTextContent('Enviando...');
        }),
      ),
    ),
  ),
};

section('§5 Validación', [registrationRule, ...allWrongRows, loginRow, contactRow]);
