/** What a threshold may watch in a match, in the words of its list. */
import { expect, it } from 'vitest';
import type { Target } from '#domain/threshold.ts';
import { targetsOfMatch } from '#src/copy/threshold-form-texts.ts';
import { collectibleSample } from '#tests/support/threshold-samples.ts';
import { targetOptions } from './threshold-targets.ts';

const item = (id: string, category: string) =>
  collectibleSample({ id, name: `Bloque ${id}`, category });
const items = [item('a', '1'), item('b', '2'), item('c', '2')];
const one = (id: string): Target => ({ kind: 'collectible', id });
const cheapest = (category: string | null): Target => ({ kind: 'match', id: 'm1', category });

it('names one of its category by it and several by themselves, and offers the cheapest of several', () => {
  expect(targetOptions('m1', items, cheapest(null))).toEqual([
    { target: one('a'), label: 'Categoría 1' },
    { target: one('b'), label: 'Bloque b' },
    { target: one('c'), label: 'Bloque c' },
    { target: cheapest('2'), label: targetsOfMatch.category('Categoría 2') },
    { target: cheapest(null), label: targetsOfMatch.all },
  ]);
});

it.each<[string, Target, readonly string[]]>([
  ['1', cheapest('1'), ['2', '1']],
  ['2', cheapest('2'), ['2']],
  ['Palco', cheapest('Palco'), ['2', 'Palco']],
  ['none', one('9'), ['2']],
])(
  'with the category %s chosen it offers that, though it has one collectible or none any more',
  (_which, chosen, offered) => {
    const targets = targetOptions('m1', items, chosen).map(({ target }) => target);
    expect(targets.filter(({ kind }) => kind === 'match')).toEqual(
      [...offered, null].map(cheapest),
    );
  },
);

it('offers a hundred collectibles and categories, and the one that is chosen', () => {
  const many = Array.from({ length: 240 }, (_, n) => item(`n${n}`, `k${n >> 1}`));
  const targets = (chosen: Target) => targetOptions('m1', many, chosen).map(({ target }) => target);
  const hundred = Array.from({ length: 100 }, (_, n) => n);
  expect(targets(cheapest(null))).toEqual([
    ...hundred.map((n) => one(`n${n}`)),
    ...hundred.map((n) => cheapest(`k${n}`)),
    cheapest(null),
  ]);
  expect(targets(one('n200')).slice(99, 102)).toEqual([one('n99'), one('n200'), cheapest('k0')]);
});
