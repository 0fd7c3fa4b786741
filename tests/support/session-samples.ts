/** A sample session of the auth session machine, valid for an hour. */
import type { Session } from '#machines/auth-session.machine.ts';

export const sessionSample = (part: Partial<Session> = {}): Session => ({
  uid: 'ana',
  email: 'ana@correo.example',
  displayName: null,
  token: 'token',
  issuedAtMs: Date.now(),
  expiresAtMs: Date.now() + 3_600_000,
  ageMs: 0,
  ...part,
});
