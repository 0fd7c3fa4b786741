import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KeyHashTable } from './key-hash-table.ts';

it('finds what a Map finds, after any insertions and deletions', () => {
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
      const table = new KeyHashTable();
      const plain = new Map<number, number>();
      const free: number[] = [];
      for (const [made, chance] of script) {
        const handle = plain.get(made);
        if (handle === undefined) {
          const fresh = free.pop() ?? plain.size;
          table.add(made, fresh);
          plain.set(made, fresh);
        } else if (chance > 0) {
          table.delete(made);
          plain.delete(made);
          free.push(handle);
        }
        expect(table.size).toBe(plain.size);
        expect(table.handleOf(made)).toBe(plain.get(made) ?? -1);
      }
      for (const [known, handle] of plain) {
        expect([table.handleOf(known), table.keyOf(handle)]).toEqual([handle, known]);
      }
    }),
    { numRuns: 200 },
  );
});
