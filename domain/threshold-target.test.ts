/** What a target watches of a match, and whether two are the same. */
import { expect, it } from 'vitest';
import type { Target } from './threshold.ts';
import { collectiblesOf, targetKey } from './threshold-target.ts';

const items = [
  { id: 'a', category: '1' },
  { id: 'b', category: '2' },
  { id: 'c', category: '2' },
];
const cheapest = (category: string | null): Target => ({ kind: 'match', id: 'm1', category });

it.each<[Target, string[]]>([
  [{ kind: 'collectible', id: 'b' }, ['b']],
  [{ kind: 'collectible', id: 'gone' }, []],
  [cheapest('2'), ['b', 'c']],
  [cheapest(null), ['a', 'b', 'c']],
])('%j watches %j', (target, ids) => {
  expect(collectiblesOf(items, target).map(({ id }) => id)).toEqual(ids);
});

it('each target has a key of its own', () => {
  const targets = [cheapest(null), cheapest('1'), { kind: 'collectible', id: 'm1' } as const];
  expect(new Set(targets.map(targetKey)).size).toBe(3);
});
