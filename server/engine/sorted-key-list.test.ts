import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SortedKeyList } from './sorted-key-list.ts';

const keys = fc.oneof(
  fc.array(fc.nat(1_000), { maxLength: 20 }),
  // Long and unordered.
  fc.array(fc.nat(1_000_000), { minLength: 100, maxLength: 400, size: 'max' }),
);

it('reads in ascending order what was pushed, also after clear', () => {
  fc.assert(
    fc.property(fc.array(keys, { maxLength: 6 }), (rounds) => {
      const buffer = new SortedKeyList();
      for (const round of rounds) {
        for (const key of round) buffer.push(key);
        expect(buffer.length).toBe(round.length);
        const expected = round.toSorted((a, b) => a - b);
        buffer.sort();
        expect(expected.map((_, index) => buffer.at(index))).toEqual(expected);
        buffer.clear();
        expect(buffer.length).toBe(0);
      }
    }),
    { numRuns: 300 },
  );
});
