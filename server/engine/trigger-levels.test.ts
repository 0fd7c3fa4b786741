import fc from 'fast-check';
import { expect, it } from 'vitest';
import { evaluate, type ThresholdState } from '#domain/crossing.ts';
import { conditions, valueBounds } from '#domain/threshold.ts';
import { ThresholdTable } from './threshold-table.ts';
import { fallLevel, neverFalls, neverRises, riseLevel } from './trigger-levels.ts';

const price = fc.oneof(
  fc.integer({ min: 1, max: 60 }),
  fc.integer({ min: 1, max: 1_000_000_000 }),
  fc.constantFrom(999_999_999, 1_000_000_000),
);
const rule = fc.constantFrom(...conditions).chain((condition) =>
  fc.record({
    condition: fc.constant(condition),
    target: fc.constant({ kind: 'collectible', id: 'a' } as const),
    value:
      condition === 'change' || condition === 'low' ? fc.integer(valueBounds[condition]) : price,
    bandBp: fc.integer({ min: 0, max: 5_000 }),
  }),
);

/** A new low never comes: of `low` only re-arming is tested. */
const facts = { isLowestOf: () => false };

const levelsOf = (table: ThresholdTable, handle: number): [fall: number, rise: number] => {
  const [word, price] = [table.word(handle), table.price(handle)];
  return [fallLevel(word, price), riseLevel(word, price)];
};

it('lie exactly where the domain’s rules change the state, to the cent', () => {
  fc.assert(
    fc.property(rule, price, fc.boolean(), price, (made, base, armed, anywhere) => {
      const hasBase = made.condition === 'change' || made.condition === 'low';
      const state: ThresholdState = {
        armed: armed || made.condition === 'change',
        base: hasBase ? base : null,
        episode: 70_000,
      };
      const table = new ThresholdTable();
      const handle = table.add(made, state, { version: 3, target: 9 });
      expect(table.state(handle)).toEqual(state);
      expect({ ...table.rule(handle), target: made.target }).toEqual(made);
      expect([table.version(handle), table.target(handle)]).toEqual([3, 9]);
      const [fall, rise] = levelsOf(table, handle);
      const near = [fall - 1, fall, fall + 1, rise - 1, rise, rise + 1, anywhere];
      for (const value of near.filter((cents) => cents >= 1 && cents <= 1_000_000_000)) {
        const changes = evaluate(made, state, value, facts).state !== state;
        expect([value, value <= fall || value >= rise]).toEqual([value, changes]);
      }
    }),
    { numRuns: 3_000 },
  );
});

it('are at any price for a change that has no base yet', () => {
  const table = new ThresholdTable();
  const target = { kind: 'collectible', id: 'a' } as const;
  const change = { condition: 'change', value: 500, bandBp: 300, target } as const;
  const fresh: ThresholdState = { armed: true, base: null, episode: 0 };
  const handle = table.add(change, fresh, { version: 1, target: 0 });
  expect(levelsOf(table, handle)).toEqual([neverRises, neverRises]);
  const low = table.add({ ...change, condition: 'low' }, fresh, { version: 1, target: 0 });
  expect(levelsOf(table, low)).toEqual([neverFalls, neverRises]);
});
