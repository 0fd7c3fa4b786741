/** Firebase Auth instances of the configured project. */
import { initializeApp } from 'firebase/app';
import { type Auth, connectAuthEmulator, type Dependencies, initializeAuth } from 'firebase/auth';
import type { ClientConfig } from '#contract/client-config.ts';
import { guardIdentityAnswers } from './identity-answers.ts';

/** @param name of the instance; without one it is the session's */
export function createAuth(config: ClientConfig, dependencies: Dependencies, name?: string): Auth {
  // The SDK awaits its usage statistics in IndexedDB before each request, and that may never answer: it sees none.
  Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value: undefined });
  guardIdentityAnswers();
  const auth = initializeAuth(initializeApp(config.firebase, name), dependencies);
  auth.languageCode = 'es';
  // The SDK's only way to set another origin of the identity service.
  if (config.identityOrigin !== null) {
    connectAuthEmulator(auth, config.identityOrigin, { disableWarnings: true });
  }
  return auth;
}
