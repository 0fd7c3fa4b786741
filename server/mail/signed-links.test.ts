/** Signing and verifying mail links. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addressFingerprint, type LinkClaims, signLink, verifyLink } from './signed-links.ts';

const secrets = ['s'.repeat(32)] as const;
const now = new Date('2026-11-21T18:40:00Z');
const link: LinkClaims = {
  purpose: 'pause',
  uid: 'ana',
  subject: 'uno',
  expiresAtMs: now.getTime() + 60_000,
};

it('verifies what it signed, until it expires', () => {
  const token = signLink(link, secrets);
  expect(verifyLink(token, secrets, now)).toEqual({ ok: true, content: link });
  const later = new Date(link.expiresAtMs);
  expect(verifyLink(token, secrets, later)).toEqual({ ok: false, code: 'expired' });
});

it('accepts links of the previous secret during a rotation, and signs with the current one', () => {
  const [old] = secrets;
  const rotated = ['n'.repeat(32), old] as const;
  expect(verifyLink(signLink(link, secrets), rotated, now)).toEqual({ ok: true, content: link });
  const fresh = signLink(link, rotated);
  expect(verifyLink(fresh, [rotated[0]], now).ok).toBe(true);
  expect(verifyLink(fresh, secrets, now).ok).toBe(false);
  const later = new Date(link.expiresAtMs);
  const expired = { ok: false, code: 'expired' };
  expect(verifyLink(signLink(link, secrets), rotated, later)).toEqual(expired);
});

it('rejects a body with the signature of another', () => {
  const [body] = signLink({ ...link, purpose: 'unsubscribe' }, secrets).split('.');
  const [, signature] = signLink(link, secrets).split('.');
  expect(verifyLink(`${body}.${signature}`, secrets, now)).toEqual({ ok: false, code: 'invalid' });
});

it('rejects any text it did not sign, and never throws', () => {
  const token = signLink(link, secrets);
  const damaged = fc
    .tuple(fc.nat(token.length - 2), fc.constantFrom(...'ABab01-_.%'))
    .map(([index, character]) => token.slice(0, index) + character + token.slice(index + 1))
    .filter((text) => text !== token);
  fc.assert(
    fc.property(fc.oneof(fc.string(), damaged, fc.base64String()), (text) => {
      expect(verifyLink(text, secrets, now)).toEqual({ ok: false, code: 'invalid' });
    }),
  );
});

it('does not carry the address it confirms', () => {
  const subject = addressFingerprint('ana@example.test');
  const token = signLink({ ...link, purpose: 'confirm', subject }, secrets);
  expect(Buffer.from(token, 'base64url').toString()).not.toContain('ana@');
});
