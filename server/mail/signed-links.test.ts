/** Signing and verifying mail links. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addressFingerprint, type LinkClaims, signLink, verifyLink } from './signed-links.ts';

const secret = 's'.repeat(32);
const now = new Date('2026-11-21T18:40:00Z');
const link: LinkClaims = {
  purpose: 'pause',
  uid: 'ana',
  subject: 'uno',
  expiresAtMs: now.getTime() + 60_000,
};

it('verifies what it signed, until it expires', () => {
  const token = signLink(link, secret);
  expect(verifyLink(token, secret, now)).toEqual({ ok: true, content: link });
  const later = new Date(link.expiresAtMs);
  expect(verifyLink(token, secret, later)).toEqual({ ok: false, code: 'expired' });
});

it('rejects another secret', () => {
  expect(verifyLink(signLink(link, secret), 't'.repeat(32), now).ok).toBe(false);
});

it('rejects a body with the signature of another', () => {
  const [body] = signLink({ ...link, purpose: 'unsubscribe' }, secret).split('.');
  const [, signature] = signLink(link, secret).split('.');
  expect(verifyLink(`${body}.${signature}`, secret, now)).toEqual({ ok: false, code: 'invalid' });
});

it('rejects any text it did not sign, and never throws', () => {
  const token = signLink(link, secret);
  const damaged = fc
    .tuple(fc.nat(token.length - 2), fc.constantFrom(...'ABab01-_.%'))
    .map(([index, character]) => token.slice(0, index) + character + token.slice(index + 1))
    .filter((text) => text !== token);
  fc.assert(
    fc.property(fc.oneof(fc.string(), damaged, fc.base64String()), (text) => {
      expect(verifyLink(text, secret, now)).toEqual({ ok: false, code: 'invalid' });
    }),
  );
});

it('does not carry the address it confirms', () => {
  const subject = addressFingerprint('ana@example.test');
  const token = signLink({ ...link, purpose: 'confirm', subject }, secret);
  expect(Buffer.from(token, 'base64url').toString()).not.toContain('ana@');
});
