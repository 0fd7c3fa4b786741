import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KeyHashTable } from './key-hash-table.ts';

it('finds what a plain map finds, whatever comes and goes', () => {
  const few = fc.integer({ min: 0, max: 30 });
  const key = fc.oneof(
    few,
    fc.integer({ min: 65_000, max: 66_000 }),
    fc.nat(2 ** 31 - 1),
    fc.maxSafeNat(),
  );
  const steps = fc.array(fc.tuple(key, fc.integer({ min: 0, max: 3 })), {
    maxLength: 200,
    size: 'max',
  });
  fc.assert(
    fc.property(steps, (script) => {
      const index = new KeyHashTable();
      const plain = new Map<number, number>();
      const free: number[] = [];
      for (const [made, chance] of script) {
        const handle = plain.get(made);
        if (handle === undefined) {
          const given = free.pop() ?? plain.size;
          index.add(made, given);
          plain.set(made, given);
        } else if (chance > 0) {
          index.delete(made);
          plain.delete(made);
          free.push(handle);
        }
        expect(index.size).toBe(plain.size);
        expect(index.handleOf(made)).toBe(plain.get(made) ?? -1);
      }
      for (const [known, handle] of plain) {
        expect([index.handleOf(known), index.keyOf(handle)]).toEqual([handle, known]);
      }
    }),
    { numRuns: 200 },
  );
});

it('takes some ten bytes a key', () => {
  const index = new KeyHashTable();
  for (let key = 0; key < 100_000; key += 1) index.add(70_000 + key * 3, key);
  expect(index.bytes / index.size).toBeLessThan(11);
});
