import fc from 'fast-check';
import { expect, it } from 'vitest';
import { evaluate, type ThresholdState } from '#domain/crossing.ts';
import { conditions, valueBounds } from '#domain/threshold.ts';
import { levelsOf } from './trigger-levels.ts';

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
    currency: fc.constant('EUR'),
  }),
);

/** A new low never comes: of `low` only re-arming is tested. */
const facts = { isLowestOf: () => false };

it('lie exactly where the domain’s rules change the state, to the cent', () => {
  const base = fc.oneof({ weight: 9, arbitrary: price }, fc.constant(null));
  fc.assert(
    fc.property(rule, base, fc.boolean(), price, (made, base, armed, anywhere) => {
      const hasBase = made.condition === 'change' || made.condition === 'low';
      const state: ThresholdState = {
        armed: armed || made.condition === 'change',
        base: hasBase ? base : null,
        episode: 1,
      };
      const { fall, rise } = levelsOf(made, state);
      const near = [fall, rise].flatMap((at) => (at === null ? [] : [at - 1, at, at + 1]));
      for (const value of [...near, anywhere].filter((at) => at >= 1 && at <= 1_000_000_000)) {
        const changes = evaluate(made, state, value, facts).state !== state;
        const isReached = (fall !== null && value <= fall) || (rise !== null && value >= rise);
        expect([value, isReached]).toEqual([value, changes]);
      }
    }),
    { numRuns: 3_000 },
  );
});
