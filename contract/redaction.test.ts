/** The redactor removes secrets wherever they stand, and guards decide alike on its output. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contactProblems } from '#domain/contact.ts';
import { createRedactor } from './redaction.ts';

const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ1MSJ9.c2lnbmF0dXJl';

describe('the redactor', () => {
  it('lets no token, password, address, name or uid through', () => {
    const original = {
      session: {
        uid: 'uid-ana',
        token: 'first-token',
        email: 'ana@example.com',
        displayName: 'Ana',
      },
      credentials: { email: 'ana@example.com', password: 'hunter-22', username: 'anita' },
      tokens: ['second-token'],
    };
    const shown = JSON.stringify(createRedactor().redact(original));
    expect(shown).not.toMatch(/uid-ana|first-token|ana@|Ana|hunter-22|anita|second-token/);
  });

  it('replaces numbers that are a password or a token', () => {
    const { redact } = createRedactor();
    expect(redact({ password: 123_456, otpToken: 77, attempts: 3 })).toEqual({
      password: '<password-1>',
      otpToken: '<token-1>',
      attempts: 3,
    });
  });

  it('finds secrets quoted in texts, before or after their own field', () => {
    const message = `hunter-22 is not the password of ana@example.com (${jwt})`;
    expect(createRedactor().redact({ message, password: 'hunter-22' })).toEqual({
      message: '<password-1> is not the password of correo-1@alias.invalid (<token-1>)',
      password: '<password-1>',
    });
  });

  it('leaves the words of a text that happen to be a name or a short secret', () => {
    const event = { name: 'partido', token: 'se', message: 'No se pudo leer el partido' };
    const aliases = { name: '<name-1>', token: '<token-1>' };
    expect(createRedactor().redact(event)).toEqual({ ...event, ...aliases });
  });

  it('leaves the aliases of another redactor as they are, as in a trace recorded before', () => {
    const before = { token: '<token-2>', name: '<name-7>', email: 'correo-3@alias.invalid' };
    expect(createRedactor().redact(before)).toEqual(before);
    // Also where a secret is a word of which aliases consist.
    expect(createRedactor().redact({ ...before, password: 'token', note: '<token-2>' })).toEqual({
      ...before,
      password: '<password-1>',
      note: '<token-2>',
    });
  });

  it('gives the same secret the same alias, and another secret another', () => {
    const { redact } = createRedactor();
    expect([{ token: 'one' }, { token: 'two' }, { refreshToken: 'one' }].map(redact)).toEqual([
      { token: '<token-1>' },
      { token: '<token-2>' },
      { refreshToken: '<token-1>' },
    ]);
  });

  it('does not change what is no secret: empty fields, flags, types, numbers', () => {
    const harmless = {
      type: 'TOKEN.REJECTED',
      email: '',
      password: ' ',
      emailVerified: true,
      session: null,
      expiresAt: 17,
    };
    expect(createRedactor().redact(harmless)).toEqual(harmless);
  });

  it('keeps a valid form valid and an invalid one invalid', () => {
    const fit = { name: 'Ana', email: 'ana@example.com', subject: 'Hola', message: 'Una pregunta' };
    const problemsOf = (draft: typeof fit) =>
      contactProblems(createRedactor().redact(draft) as typeof fit);
    expect(problemsOf(fit)).toEqual({});
    expect(problemsOf({ ...fit, email: 'ana@' })).toEqual({ email: 'malformed' });
    expect(problemsOf({ ...fit, name: ' ', email: '' })).toEqual({
      name: 'missing',
      email: 'missing',
    });
  });

  it('is idempotent, and can be reversed by the same redactor', () => {
    const secret = fc.record({ token: fc.string({ minLength: 1 }), email: fc.emailAddress() });
    fc.assert(
      fc.property(secret, (original) => {
        const { redact, reveal } = createRedactor();
        const shown = redact(original);
        expect(redact(shown)).toEqual(shown);
        expect(reveal(shown)).toEqual(original);
      }),
    );
  });
});
