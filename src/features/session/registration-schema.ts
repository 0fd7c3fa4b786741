/** zod schemas of the registration form, and of its username and password, which the settings use too. */
import * as z from 'zod/mini';
import { maxUsernameLength, minPasswordLength, minUsernameLength } from '#domain/profile.ts';
import { registrationErrors as errors } from '#src/copy/sign-in.ts';

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export const usernameSchema = z.pipe(
  z.pipe(
    z.string(),
    z.transform((name: string) => name.trim()),
  ),
  z
    .string()
    .check(
      z.minLength(1, { error: errors.usernameMissing, abort: true }),
      z.minLength(minUsernameLength, { error: errors.usernameShort, abort: true }),
      z.maxLength(maxUsernameLength, errors.usernameLong),
      z.regex(/^[^\p{Cc}<>]*$/u, errors.usernameCharacters),
    ),
);

export const passwordSchema = z
  .string()
  .check(
    z.minLength(1, { error: errors.passwordMissing, abort: true }),
    z.minLength(minPasswordLength, errors.passwordShort),
  );

export const registrationSchema = z
  .object({
    username: usernameSchema,
    email: z.pipe(
      z.pipe(
        z.string(),
        z.transform((address: string) => address.trim()),
      ),
      z
        .string()
        .check(
          z.minLength(1, { error: errors.emailMissing, abort: true }),
          z.regex(emailPattern, errors.emailInvalid),
        ),
    ),
    password: passwordSchema,
    confirmation: z.string().check(z.minLength(1, errors.confirmationMissing)),
  })
  .check(
    z.refine((form) => form.confirmation === '' || form.password === form.confirmation, {
      path: ['confirmation'],
      error: errors.confirmationDiffers,
      // Checked even while other fields are invalid.
      when: () => true,
    }),
  );

export type Registration = z.infer<typeof registrationSchema>;
