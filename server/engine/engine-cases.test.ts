/** Hand-made markets, one sentence of docs/alerts.md each: cases that random scripts meet too rarely. */
import { expect, it } from 'vitest';
import type { ThresholdState } from '#domain/crossing.ts';
import type { Condition, Target } from '#domain/threshold.ts';
import { Engine } from './engine.ts';
import type { EngineThreshold } from './engine-types.ts';

const day = 24 * 3_600_000;
const currency = 'EUR';
const match: Target = { kind: 'match', id: 'A', category: null };

/** With two collectibles of one match; a2 was added first. */
function engineOfTwo() {
  const engine = new Engine();
  for (const id of ['a2', 'a1'])
    engine.addCollectible({ id, matchId: 'A', category: id.slice(1), currency });
  return engine;
}

/** @param market readings as `day:floor of a1/floor of a2`; `-` = none listed, absent = not mentioned */
function readingsOf(market: string) {
  return market.split(' ').map((text) => {
    const [onDay = '', floors = ''] = text.split(':');
    const ticks = floors.split('/').flatMap((floor, index) => {
      const floorCents = floor === '-' ? null : Number(floor);
      return floor === '' ? [] : [{ collectibleId: `a${index + 1}`, floorCents }];
    });
    return { observedAtMs: Number(onDay) * day, ticks };
  });
}

/** @returns each firing as `day:value`, with `*` when already true at creation; a2's are marked, a1's are not */
function play(rule: Partial<EngineThreshold>, createdOn: number, market: string): string {
  const engine = engineOfTwo();
  const threshold = { id: 1, version: 1, currency, target: match, bandBp: 0, ...rule };
  const readings = readingsOf(market);
  const at = createdOn * day;
  const firings = [
    ...readings.filter((one) => one.observedAtMs <= at).flatMap((one) => engine.apply(one).firings),
    ...engine.create(threshold as EngineThreshold, at).firings,
    ...readings.filter((one) => one.observedAtMs > at).flatMap((one) => engine.apply(one).firings),
  ];
  expect(firings.map(({ episode }) => episode)).toEqual(firings.map((_, index) => index + 1));
  return firings
    .map(
      ({ observedAtMs, valueCents, collectibleId, already }) =>
        `${observedAtMs / day}:${valueCents}${already ? '*' : ''}${collectibleId === 'a2' ? '(a2)' : ''}`,
    )
    .join(' ');
}

const low = { condition: 'low', value: 2 } as const;
const below = { condition: 'below', value: 50 } as const;
const change = { condition: 'change', value: 500 } as const;
it.each<[string, Partial<EngineThreshold>, createdOn: number, market: string, fired: string]>([
  // On day 3 the window starts on day 1, when 50 gave way to 90.
  ['a low window leaves out a value replaced just at its start', low, 0, '0:50 1:90 3:60', '3:60'],
  ['it needs a first value exactly as old as itself', low, 0, '1:90 3:60', '3:60'],
  ['a window in which nothing was listed has no low', low, 0, '0:90 1:- 4:60 5:50', '5:50'],
  ['at creation a low fires for a value of that instant', low, 3, '0:90 3:60', '3:60*'],
  // 33 + ceil(33 · 5 %) = 35: on day 5 it is not armed yet.
  [
    'a low re-arms from the fired value, by a band rounded up',
    { ...low, bandBp: 500 },
    0,
    '0:90 3:33 4:34 5:32 6:35 9:31',
    '3:33 9:31',
  ],
  ['another collectible that moves re-arms nothing', below, 0, '0:90 1:50 2:/70 3:40', '1:50'],
  ['the same value after none is a change', below, 0, '0:90 1:50 2:- 3:50 4:40', '1:50 4:40'],
  ['of two with one value the lowest id is named', below, 0, '0:90/90 1:50/50', '1:50'],
  [
    'a slow fall is a change from its base',
    change,
    0,
    '0:100 1:98 2:96 3:95 4:91 5:90',
    '3:95 5:90',
  ],
  ['the first value after none is a base', change, 1, '0:100 1:- 2:50 3:51 4:53', '4:53'],
  // 909 090 909 is one cent short of ten times 90 909 091; the base never moves.
  [
    'the largest price and percentage are exact, a cent short',
    { ...change, value: 100_000 },
    0,
    '0:90909091 1:1000000000 2:90909090 3:999999990',
    '',
  ],
  ['and reached', { ...change, value: 100_000 }, 2, '2:90909090 3:999999990', '3:999999990'],
])('%s', (_name, rule, createdOn, market, fired) => {
  expect(play(rule, createdOn, market)).toBe(fired);
});

const fired = { armed: false, base: null, episode: 3 };
const armed = { armed: true, base: null, episode: 3 };
const based = { ...armed, base: 1_000 };
it.each<[Condition, number, ThresholdState, number, ThresholdState, string]>([
  ['below', 100, fired, 90, fired, ''],
  ['below', 100, fired, 120, armed, ''],
  ['below', 100, armed, 90, { ...fired, episode: 4 }, '4 null true'],
  ['above', 100, armed, 120, { ...fired, episode: 4 }, '4 null true'],
  ['change', 500, based, 1_080, { ...armed, base: 1_080, episode: 4 }, '4 1000 false'],
  ['low', 30, { ...fired, base: 80 }, 81, { ...fired, base: 80 }, ''],
])(
  'after a closed kick-off, %s %d goes on from %o at %d',
  (condition, value, from, price, state, firing) => {
    const engine = engineOfTwo();
    for (const reading of readingsOf(`1:${price}`)) engine.apply(reading);
    const rule = { id: 1, version: 2, currency, target: match, condition, value, bandBp: 300 };
    const { firings, changes } = engine.create(rule, 2 * day, from);
    expect(firings.map((f) => `${f.episode} ${f.previousCents} ${f.already}`).join()).toBe(firing);
    expect(changes.at(-1)?.state ?? from).toEqual(state);
  },
);
