/** The rules of the registration form: one message a field, whatever is wrong with the others. */

import { zodResolver } from '@hookform/resolvers/zod';
import { expect, it } from 'vitest';
import { registrationErrors as errors } from '#src/copy/sign-in.ts';
import { type Registration, registrationSchema } from './registration-schema.ts';

type Field = keyof Registration;

/** The messages of the form: the resolver keeps the first of each field. */
async function messagesOf(form: Registration): Promise<Partial<Record<Field, string>>> {
  const { errors: found } = await zodResolver(registrationSchema)(form, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });
  return Object.fromEntries(Object.entries(found).map(([field, { message }]) => [field, message]));
}

const form = {
  username: ' lucía ',
  email: ' a@b.example ',
  password: ' 1234 ',
  confirmation: ' 1234 ',
};
const empty = { username: '', email: '', password: '', confirmation: '' };
const at = (local: string, domain = 'correo.example') => `${local}@${domain}`;

it.each<[Field, string | undefined, string[]]>([
  ['username', undefined, ['  lucía  ', 'abc', '😀ab', 'x'.repeat(40)]],
  ['username', errors.usernameMissing, ['', '   ']],
  ['username', errors.usernameShort, ['lu', ' l ', '😀a', '<']],
  ['username', errors.usernameLong, ['x'.repeat(41)]],
  ['username', errors.usernameCharacters, ['lucía<3']],
  ['email', undefined, [at('lucia'), ` ${at('lucia')} `, at('l'.repeat(64))]],
  ['email', errors.emailMissing, ['', '  ']],
  ['email', errors.emailInvalid, ['lucia', at('lu cia'), at(''), at('lucia@otra')]],
  ['email', errors.emailInvalid, [at('lu..cia'), at('.lucia'), at('lucia.'), at('l'.repeat(65))]],
  ['email', errors.emailInvalid, ['correo', 'correo.example.', 'a..b'].map((it) => at('a', it))],
  ['password', undefined, ['123456', 'vigia-2026', '      ']],
  ['password', errors.passwordMissing, ['']],
  ['password', errors.passwordShort, ['12345']],
  ['confirmation', errors.confirmationMissing, ['']],
  ['confirmation', errors.confirmationDiffers, ['other']],
])('of the %s it says “%s” with each of %j', async (field, message, texts) => {
  for (const text of texts)
    for (const others of [form, empty])
      expect((await messagesOf({ ...others, [field]: text }))[field]).toBe(message);
});

it('a valid form is submitted without the spaces around name and address, and with those of the password', async () => {
  expect(await messagesOf(form)).toEqual({});
  expect(registrationSchema.parse(form)).toEqual({
    ...form,
    username: 'lucía',
    email: 'a@b.example',
  });
});
