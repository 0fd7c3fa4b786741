import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Int32List } from './int32-list.ts';
import { LevelGapBuffer, levelKey } from './level-gap-buffer.ts';
import { SortedKeyList } from './sorted-key-list.ts';
import { neverFalls, neverRises } from './trigger-levels.ts';

const level = fc.integer({ min: 1, max: 60 });
const step = fc.record({
  target: fc.integer({ min: 0, max: 3 }),
  do: fc.constantFrom('falls', 'rises', 'takeFalls', 'takeRises', 'remove', 'clear'),
  levels: fc.oneof(
    { weight: 5, arbitrary: fc.array(level, { minLength: 1, maxLength: 8, size: 'max' }) },
    fc.array(level, { minLength: 100, maxLength: 300, size: 'max' }),
  ),
});

/** A level and a handle, as the test keeps them: plainly. */
type Entry = readonly [level: number, handle: number];
const byLevel = ([a, m]: Entry, [b, n]: Entry) => a - b || m - n;
/** One for all, as in the matcher: what was in it before must not matter. */
const keys = new SortedKeyList();
function keysOf(entries: readonly Entry[]): SortedKeyList {
  keys.clear();
  for (const [level, handle] of entries) keys.push(levelKey(level, handle));
  return keys.sort();
}

it('takes, in order, what a plain list would, whatever was put in and removed before', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
      const gap = new LevelGapBuffer();
      const plain = [0, 1, 2, 3].map(() => ({ falls: [] as Entry[], rises: [] as Entry[] }));
      for (const target of plain.keys()) gap.clear(target);
      let handle = 0;
      for (const { target, do: what, levels } of steps) {
        const lists = plain[target] ?? { falls: [], rises: [] };
        const price = levels[0] ?? 1;
        const fresh = levels.map((at): Entry => [at, ++handle]);
        const taken = new Int32List();
        let expected: Entry[] = [];
        if (what === 'falls') {
          gap.insertFalls(target, keysOf(fresh));
          lists.falls.push(...fresh);
        } else if (what === 'rises') {
          gap.insertRises(target, keysOf(fresh));
          lists.rises.push(...fresh);
        } else if (what === 'takeFalls') {
          expected = lists.falls.filter(([at]) => at >= price).toSorted(byLevel);
          lists.falls = lists.falls.filter(([at]) => at < price);
          gap.popFalls(target, price, taken);
        } else if (what === 'takeRises') {
          expected = lists.rises.filter(([at]) => at <= price).toSorted(byLevel);
          lists.rises = lists.rises.filter(([at]) => at > price);
          gap.popRises(target, price, taken);
        } else if (what === 'remove') {
          // Every other one of each side.
          const [falls, rises] = [lists.falls, lists.rises].map((list) =>
            list.filter((_, index) => index % 2 === 0),
          );
          if (falls?.length) gap.removeFalls(target, keysOf(falls));
          if (rises?.length) gap.removeRises(target, keysOf(rises));
          lists.falls = lists.falls.filter((_, index) => index % 2 === 1);
          lists.rises = lists.rises.filter((_, index) => index % 2 === 1);
        } else {
          gap.clear(target);
          lists.falls = [];
          lists.rises = [];
        }
        const got = Array.from({ length: taken.length }, (_, index) => taken.at(index));
        expect(got).toEqual(expected.map(([, known]) => known));
        for (const [at, { falls, rises }] of plain.entries()) {
          expect(gap.highestFall(at)).toBe(Math.max(neverFalls, ...falls.map(([cents]) => cents)));
          expect(gap.lowestRise(at)).toBe(Math.min(neverRises, ...rises.map(([cents]) => cents)));
        }
      }
    }),
    { numRuns: 200 },
  );
});

it('says so when asked to remove what is not there', () => {
  const gap = new LevelGapBuffer();
  gap.clear(0);
  gap.insertFalls(0, keysOf([[5, 1]]));
  gap.insertRises(0, keysOf([[9, 1]]));
  expect(() => gap.removeFalls(0, keysOf([[5, 2]]))).toThrow(RangeError);
  expect(() => gap.removeRises(0, keysOf([[8, 1]]))).toThrow(RangeError);
});

it('goes on counting where two bytes end', () => {
  const gap = new LevelGapBuffer();
  const crowd = Array.from({ length: 70_000 }, (_, index): Entry => [7, index]);
  gap.insertFalls(0, keysOf(crowd));
  gap.insertRises(1, keysOf([[9, 3], ...crowd.map(([, handle]): Entry => [12, handle])]));
  gap.insertFalls(2, keysOf([[5, 70_001]]));
  expect([gap.highestFall(0), gap.lowestRise(1), gap.highestFall(2)]).toEqual([7, 9, 5]);
  const taken = new Int32List();
  gap.popFalls(0, 6, taken);
  gap.popRises(1, 9, taken);
  expect([taken.length, taken.at(69_999), taken.at(70_000)]).toEqual([70_001, 69_999, 3]);
  expect([gap.highestFall(0), gap.lowestRise(1), gap.highestFall(2)]).toEqual([neverFalls, 12, 5]);
});
