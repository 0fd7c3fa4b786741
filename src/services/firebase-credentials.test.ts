/** How an account proves who is there: by its password, although it also signs in with Google. */
import type { Auth } from 'firebase/auth';
import { expect, it } from 'vitest';
import { createFirebaseCredentials } from './firebase-credentials.ts';

const signedInWith = (...providers: string[]) =>
  ({ currentUser: { providerData: providers.map((providerId) => ({ providerId })) } }) as Auth;

it.each([
  [['password'], true],
  [['google.com', 'password'], true],
  [['password', 'google.com'], true],
  [['google.com'], false],
] as const)('with %j it has a password: %s', (providers, hasPassword) => {
  expect(createFirebaseCredentials(signedInWith(...providers)).hasPassword()).toBe(hasPassword);
});
