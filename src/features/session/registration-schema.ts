/**
 * zod schemas of the registration form, and of its fields, which the settings and the correction of an address use too. A field's rules are
 * in order: its first violated one is shown. None aborts, because an aborted field would hide the form's own rule.
 */
import * as z from 'zod/mini';
import { emailPattern } from '#domain/email-pattern.ts';
import { maxUsernameLength, minPasswordLength } from '#domain/profile.ts';
import { isLongEnough } from '#domain/username.ts';
import { registrationErrors as errors } from '#src/copy/sign-in.ts';

export const usernameSchema = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, errors.usernameMissing),
    z.refine(isLongEnough, errors.usernameShort),
    z.maxLength(maxUsernameLength, errors.usernameLong),
    z.regex(/^[^\p{Cc}<>]*$/u, errors.usernameCharacters),
  );

export const passwordSchema = z
  .string()
  .check(
    z.minLength(1, errors.passwordMissing),
    z.minLength(minPasswordLength, errors.passwordShort),
  );

export const emailSchema = z
  .string()
  .check(z.trim(), z.minLength(1, errors.emailMissing), z.regex(emailPattern, errors.emailInvalid));

export const registrationSchema = z
  .object({
    username: usernameSchema,
    email: emailSchema,
    password: passwordSchema,
    confirmation: z.string().check(z.minLength(1, errors.confirmationMissing)),
  })
  .check(
    z.refine(({ password, confirmation }) => confirmation === '' || confirmation === password, {
      path: ['confirmation'],
      error: errors.confirmationDiffers,
    }),
  );

export type Registration = z.infer<typeof registrationSchema>;
