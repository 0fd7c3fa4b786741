/** Addresses at the identity service: one address, in lower case, of at most 320 characters. */
import { expect, it } from 'vitest';
import { parseEmail } from './identity-store.ts';

const host = '@correo.test';
const addressOf = (length: number) => 'a'.repeat(length - host.length) + host;

it('takes an address of 320 characters, and none longer', () => {
  expect(parseEmail(addressOf(320))).toHaveLength(320);
  expect(() => parseEmail(addressOf(321))).toThrow('INVALID_EMAIL');
});

it('stores it in lower case, and takes one address only', () => {
  expect(parseEmail('Ana@Correo.test')).toBe('ana@correo.test');
  for (const text of ['ana', 'a@b, c@d', ''])
    expect(() => parseEmail(text)).toThrow('INVALID_EMAIL');
  expect(() => parseEmail(undefined)).toThrow('MISSING_EMAIL');
});
