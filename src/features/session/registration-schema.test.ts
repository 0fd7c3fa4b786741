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
const errors = registrationErrors;
const valid = (...texts: string[]): Case[] => texts.map((text) => ({ text }));
const invalid = (message: string, ...texts: string[]): Case[] =>
  texts.map((text) => ({ text, message }));

const usernames = [
  ...valid('lucía', '  lucía  ', 'abc', '😀ab', 'x'.repeat(40)),
  ...invalid(errors.usernameMissing, '', '   '),
  ...invalid(errors.usernameShort, 'lu', ' l ', '😀a', '<'),
  ...invalid(errors.usernameLong, 'x'.repeat(41)),
  ...invalid(errors.usernameCharacters, 'lucía<3'),
];
const at = (local: string, domain = 'correo.example') => `${local}@${domain}`;
const emails = [
  ...valid(at('lucia'), ` ${at('lucia')} `, at('l'.repeat(64))),
  ...invalid(errors.emailMissing, '', '  '),
  ...invalid(errors.emailInvalid, 'lucia', at('lucia', 'correo'), at('lu cia'), at('')),
  ...invalid(errors.emailInvalid, at('lucia', 'correo.example.'), at('lucia', 'correo..example')),
  ...invalid(errors.emailInvalid, at('lu..cia'), at('.lucia'), at('lucia.'), at('lucia@otra')),
  ...invalid(errors.emailInvalid, at('l'.repeat(65))),
];
const passwords = [
  ...valid('123456', 'vigia-2026', '      '),
  ...invalid(errors.passwordMissing, ''),
  ...invalid(errors.passwordShort, '12345'),
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
      const form = {
        username: username.text,
        email: email.text,
        password: password.text,
        confirmation: confirmation.text,
      };
      const expected = Object.entries(cases).flatMap(([field, { message }]) =>
        message === undefined ? [] : [[field, message]],
      );
      expect(await messagesOf(form)).toEqual(Object.fromEntries(expected));
    }),
    { numRuns: 500 },
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
