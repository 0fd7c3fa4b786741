import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Int32List } from './int32-list.ts';
import { LevelGapBuffer, levelKey } from './level-gap-buffer.ts';
import { SortedKeyList } from './sorted-key-list.ts';
import { neverFalls, neverRises } from './trigger-levels.ts';

const level = fc.integer({ min: 1, max: 60 });
const step = fc.record({
  target: fc.integer({ min: 0, max: 3 }),
  do: fc.constantFrom('falls', 'rises', 'popFalls', 'popRises', 'remove', 'clear'),
  levels: fc.oneof(
    { weight: 5, arbitrary: fc.array(level, { minLength: 1, maxLength: 8, size: 'max' }) },
    fc.array(level, { minLength: 100, maxLength: 300, size: 'max' }),
  ),
});

type Entry = readonly [level: number, handle: number];
const byLevel = ([a, m]: Entry, [b, n]: Entry) => a - b || m - n;
/** Reused, as in the matcher: its old contents must not matter. */
const keys = new SortedKeyList();
function keysOf(entries: readonly Entry[]): SortedKeyList {
  keys.clear();
  for (const [level, handle] of entries) keys.push(levelKey(level, handle));
  return keys.sort();
}

it('pops, in order, what a plain list would, after any insertions and removals', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
      const gap = new LevelGapBuffer();
      const plain = [0, 1, 2, 3].map(() => ({ falls: [] as Entry[], rises: [] as Entry[] }));
      for (const target of plain.keys()) gap.clear(target);
      let handle = 0;
      for (const { target, do: what, levels } of steps) {
        const lists = plain[target] ?? { falls: [], rises: [] };
        const price = levels[0] ?? 1;
        const fresh = levels.map((cents): Entry => [cents, ++handle]);
        const popped = new Int32List();
        let expected: Entry[] = [];
        if (what === 'falls') {
          gap.insertFalls(target, keysOf(fresh));
          lists.falls.push(...fresh);
        } else if (what === 'rises') {
          gap.insertRises(target, keysOf(fresh));
          lists.rises.push(...fresh);
        } else if (what === 'popFalls') {
          expected = lists.falls.filter(([cents]) => cents >= price).toSorted(byLevel);
          lists.falls = lists.falls.filter(([cents]) => cents < price);
          gap.popFalls(target, price, popped);
        } else if (what === 'popRises') {
          expected = lists.rises.filter(([cents]) => cents <= price).toSorted(byLevel);
          lists.rises = lists.rises.filter(([cents]) => cents > price);
          gap.popRises(target, price, popped);
        } else if (what === 'remove') {
          // Every second one of each side.
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
        const got = Array.from({ length: popped.length }, (_, index) => popped.at(index));
        expect(got).toEqual(expected.map(([, known]) => known));
        for (const [block, { falls, rises }] of plain.entries()) {
          expect(gap.highestFall(block)).toBe(
            Math.max(neverFalls, ...falls.map(([cents]) => cents)),
          );
          expect(gap.lowestRise(block)).toBe(
            Math.min(neverRises, ...rises.map(([cents]) => cents)),
          );
        }
      }
    }),
    { numRuns: 200 },
  );
});

it('counts beyond what two bytes hold', () => {
  const gap = new LevelGapBuffer();
  const many = Array.from({ length: 70_000 }, (_, index): Entry => [7, index]);
  gap.insertFalls(0, keysOf(many));
  gap.insertRises(1, keysOf([[9, 3], ...many.map(([, handle]): Entry => [12, handle])]));
  gap.insertFalls(2, keysOf([[5, 70_001]]));
  expect([gap.highestFall(0), gap.lowestRise(1), gap.highestFall(2)]).toEqual([7, 9, 5]);
  const popped = new Int32List();
  gap.popFalls(0, 6, popped);
  gap.popRises(1, 9, popped);
  expect([popped.length, popped.at(69_999), popped.at(70_000)]).toEqual([70_001, 69_999, 3]);
  expect([gap.highestFall(0), gap.lowestRise(1), gap.highestFall(2)]).toEqual([neverFalls, 12, 5]);
});
