/** Every rule of the registration form, in all combinations: one message a field, whatever is wrong with the others. */

import { zodResolver } from '@hookform/resolvers/zod';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { registrationErrors } from '#src/copy/sign-in.ts';
import { type Registration, registrationSchema } from './registration-schema.ts';

type Field = keyof Registration;
type Messages = Partial<Record<Field, string>>;

/** The messages of the form: the resolver keeps the first of each field. */
async function messagesOf(form: Registration): Promise<Messages> {
  const { errors } = await zodResolver(registrationSchema)(form, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });
  return Object.fromEntries(Object.entries(errors).map(([field, { message }]) => [field, message]));
}

interface Case {
  readonly text: string;
  readonly message?: string;
}

const usernames: readonly Case[] = [
  { text: 'lucía' },
  { text: '  lucía  ' },
  { text: 'abc' },
  { text: '😀ab' },
  { text: 'x'.repeat(40) },
  { text: '', message: registrationErrors.usernameMissing },
  { text: '   ', message: registrationErrors.usernameMissing },
  { text: 'lu', message: registrationErrors.usernameShort },
  { text: ' l ', message: registrationErrors.usernameShort },
  { text: '😀a', message: registrationErrors.usernameShort },
  { text: '<', message: registrationErrors.usernameShort },
  { text: 'x'.repeat(41), message: registrationErrors.usernameLong },
  { text: 'lucía<3', message: registrationErrors.usernameCharacters },
];
const emails: readonly Case[] = [
  { text: 'lucia@correo.example' },
  { text: ' lucia@correo.example ' },
  { text: '', message: registrationErrors.emailMissing },
  { text: '  ', message: registrationErrors.emailMissing },
  { text: 'lucia', message: registrationErrors.emailInvalid },
  { text: 'lucia@correo', message: registrationErrors.emailInvalid },
  { text: 'lu cia@correo.example', message: registrationErrors.emailInvalid },
  { text: '@correo.example', message: registrationErrors.emailInvalid },
  { text: 'lucia@correo.example.', message: registrationErrors.emailInvalid },
  { text: 'lucia@correo..example', message: registrationErrors.emailInvalid },
  { text: 'lu..cia@correo.example', message: registrationErrors.emailInvalid },
  { text: '.lucia@correo.example', message: registrationErrors.emailInvalid },
  { text: 'lucia.@correo.example', message: registrationErrors.emailInvalid },
  { text: 'lucia@otra@correo.example', message: registrationErrors.emailInvalid },
  { text: `${'l'.repeat(64)}@correo.example` },
  { text: `${'l'.repeat(65)}@correo.example`, message: registrationErrors.emailInvalid },
];
const passwords: readonly Case[] = [
  { text: '123456' },
  { text: 'vigia-2026' },
  { text: '      ' },
  { text: '', message: registrationErrors.passwordMissing },
  { text: '12345', message: registrationErrors.passwordShort },
];
const confirmations = ['', 'same', 'other'] as const;

const confirmationCase = (kind: (typeof confirmations)[number], password: string): Case => {
  const text = kind === 'same' ? password : kind === 'other' ? `${password}x` : '';
  if (text === '') return { text, message: registrationErrors.confirmationMissing };
  return text === password ? { text } : { text, message: registrationErrors.confirmationDiffers };
};

it('each field shows its own message in every combination', async () => {
  const combination = fc.record({
    username: fc.constantFrom(...usernames),
    email: fc.constantFrom(...emails),
    password: fc.constantFrom(...passwords),
    confirmation: fc.constantFrom(...confirmations),
  });
  await fc.assert(
    fc.asyncProperty(combination, async ({ username, email, password, confirmation: kind }) => {
      const confirmation = confirmationCase(kind, password.text);
      const cases: Record<Field, Case> = { username, email, password, confirmation };
      const form = Object.fromEntries(
        Object.entries(cases).map(([field, { text }]) => [field, text]),
      ) as unknown as Registration;
      const expected = Object.entries(cases).flatMap(([field, { message }]) =>
        message === undefined ? [] : [[field, message]],
      );
      expect(await messagesOf(form)).toEqual(Object.fromEntries(expected));
    }),
    { numRuns: 2_000 },
  );
});

it('a valid form is submitted without the spaces around name and address, and with those of the password', () => {
  const form = {
    username: ' lucía ',
    email: ' a@b.example ',
    password: ' 1234 ',
    confirmation: ' 1234 ',
  };
  expect(registrationSchema.parse(form)).toEqual({
    ...form,
    username: 'lucía',
    email: 'a@b.example',
  });
});
