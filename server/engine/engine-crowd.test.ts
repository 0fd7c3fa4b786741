/** Many thresholds on one price, so that many trigger at once: paths that a few never reach. */
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { evaluate, initialThresholdState, type ThresholdState } from '#domain/crossing.ts';
import type { Condition } from '#domain/threshold.ts';
import { Engine } from './engine.ts';
import type { EngineResult, EngineThreshold } from './engine-types.ts';
import { PriceHistory } from './price-history.ts';

const currency = 'EUR';
const target = { kind: 'collectible', id: 'a1' } as const;
const facts = { isLowestOf: () => false };
const thresholdCount = 1_200;

/** Without `low`, which depends on history: the scripts of engine.test.ts cover it. */
const conditions: Condition[] = ['below', 'above', 'change'];

it('finds the thresholds of matches, whatever they watch of it', () => {
  const engine = new Engine();
  for (const [id, matchId] of [
    ['a1', 'A'],
    ['a2', 'A'],
    ['b1', 'B'],
  ] as const)
    engine.addCollectible({ id, matchId, category: '1', currency });
  const targets = [
    target,
    { kind: 'collectible', id: 'b1' },
    { kind: 'match', id: 'A', category: null },
    { kind: 'match', id: 'A', category: '1' },
    { kind: 'match', id: 'A', category: 'unknown' },
    { kind: 'match', id: 'B', category: null },
    { kind: 'collectible', id: 'a2' },
  ] as const;
  for (const [id, of] of targets.entries())
    engine.create(
      { id, version: 1, currency, target: of, condition: 'low', value: 2, bandBp: 0 },
      0,
    );
  expect(engine.thresholdsOfMatches(['A']).sort()).toEqual([0, 2, 3, 4, 6]);
  expect(engine.thresholdsOfMatches(['A', 'B', 'C'])).toHaveLength(7);
  engine.remove([0, 3]);
  expect(engine.thresholdsOfMatches(['A']).sort()).toEqual([2, 4, 6]);
  engine.remove(engine.thresholdsOfMatches(['A']));
  expect(engine.thresholdsOfMatches(['A'])).toEqual([]);
  expect(engine.thresholdsOfMatches(['B']).sort()).toEqual([1, 5]);
});

it('reads a history no oftener for `low` thresholds of a hundred lengths than for one', () => {
  const read = vi.spyOn(PriceHistory.prototype, 'lastAtMost');
  const timesOf = (lengths: number) => {
    read.mockClear();
    const engine = new Engine();
    engine.addCollectible({ id: 'a1', matchId: 'A', category: '1', currency });
    const tick = (at: number, floorCents: number) =>
      engine.apply({ observedAtMs: at, ticks: [{ collectibleId: 'a1', floorCents }] });
    tick(0, 1_000);
    tick(1, 900);
    for (let id = 1; id <= lengths; id += 1)
      engine.create(
        { id, version: 1, currency, target, condition: 'low', value: id, bandBp: 0 },
        1,
      );
    expect(tick(lengths * 86_400_000, 800).firings).toHaveLength(lengths);
    return read.mock.calls.length;
  };
  expect(timesOf(100)).toBe(timesOf(1));
});

const rule = fc.tuple(
  fc.constantFrom(...conditions),
  fc.integer({ min: 1, max: 2_000 }),
  fc.oneof(fc.constant(300), fc.integer({ min: 0, max: 5_000 })),
);

interface Expected {
  readonly threshold: EngineThreshold;
  state: ThresholdState;
}

it('triggers, of many at once, exactly those that the rules trigger one by one', () => {
  const rules = fc.array(rule, { minLength: thresholdCount, maxLength: thresholdCount });
  const prices = fc.array(fc.integer({ min: 1, max: 2_000 }), {
    minLength: 5,
    maxLength: 30,
    size: 'max',
  });
  fc.assert(
    fc.property(rules, prices, fc.nat(), (made, walk, gone) => {
      const engine = new Engine();
      engine.addCollectible({ id: 'a1', matchId: 'A', category: '1', currency });
      const expected = new Map<number, Expected>();
      for (const [index, [condition, value, bandBp]] of made.entries()) {
        const threshold = { id: index, version: 1, currency, target, condition, value, bandBp };
        engine.create(threshold, 0);
        expected.set(index, { threshold, state: initialThresholdState });
      }
      let last = 0;
      for (const [index, price] of walk.entries()) {
        // One, and now and then a crowd, or its return with the state it had.
        const count = index % 5 === 0 ? 100 : 1;
        const ids = Array.from(
          { length: count },
          (_, n) => (gone + index * 7 + n * 3) % thresholdCount,
        );
        if (index % 10 === 0) engine.restore(ids.flatMap((id) => expected.get(id) ?? []));
        else {
          engine.remove(ids);
          for (const id of ids) expected.delete(id);
        }
        const reading = { collectibleId: 'a1', floorCents: price };
        const result = engine.apply({ observedAtMs: index + 1, ticks: [reading] });
        expect(summary(result).sort()).toEqual(
          price === last ? [] : evaluateAll(expected, price).sort(),
        );
        last = price;
      }
    }),
    { numRuns: 10 },
  );
});

/** Each change as `id armed base episode`, with `!` when it fired. */
const summary = ({ changes, firings }: Pick<EngineResult, 'changes' | 'firings'>) =>
  changes.map(({ thresholdId, state }) => {
    const isFired = firings.some((firing) => firing.thresholdId === thresholdId);
    return changeText(thresholdId, state, isFired);
  });
const changeText = (id: number, { armed, base, episode }: ThresholdState, isFired: boolean) =>
  `${id} ${armed} ${base} ${episode}${isFired ? '!' : ''}`;

/** The same by the domain's rules, one by one; stores the new states. */
const evaluateAll = (expected: Map<number, Expected>, price: number): string[] =>
  [...expected].flatMap(([id, entry]) => {
    const { state, fired } = evaluate(entry.threshold, entry.state, price, facts);
    if (state === entry.state) return [];
    entry.state = state;
    return [changeText(id, state, fired)];
  });
