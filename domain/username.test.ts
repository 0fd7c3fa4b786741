/** Usernames adapted from other texts: any text gives a name that the rules accept, or one that is too short. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cleanUsername, isLongEnough } from './username.ts';

/** The pattern of firestore.rules. */
const accepted = /^[^\p{Cc}<>]{3,40}$/u;

it('any text becomes a well-formed name that is accepted, unless it is too short', () => {
  const text = fc.string({ unit: 'binary', maxLength: 90 });
  const parts = fc.constantFrom('\ud83d', '\ude00', 'a', ' ', '<', '\u0000', '😀');
  const halves = fc.array(parts, { maxLength: 90 }).map((all) => all.join(''));
  fc.assert(
    fc.property(fc.oneof(text, halves), (given) => {
      const name = cleanUsername(given);
      expect(name.isWellFormed()).toBe(true);
      expect(name.length).toBeLessThanOrEqual(40);
      expect(accepted.test(name)).toBe(isLongEnough(name));
    }),
    { numRuns: 300 },
  );
});

it('is not cut in the middle of an emoji', () => {
  expect(cleanUsername(`${'a'.repeat(39)}😀`)).toBe('a'.repeat(39));
  expect(cleanUsername(`${'a'.repeat(38)}😀`)).toBe(`${'a'.repeat(38)}😀`);
});

it('counts characters, not units', () => {
  expect(isLongEnough('😀a')).toBe(false);
  expect(isLongEnough('😀ab')).toBe(true);
});
