/** Hand-made markets, one sentence of docs/alerts.md each: cases that random scripts meet too rarely. */
import { describe, expect, it } from 'vitest';
import type { ThresholdState } from '#domain/crossing.ts';
import type { Condition, Target } from '#domain/threshold.ts';
import type { CatalogueItem } from '../market-model/catalogue-item.ts';
import { createEngine } from './engine.ts';
import type { EngineThreshold } from './engine-types.ts';

const day = 24 * 3_600_000;
const currency = 'EUR';
const items: CatalogueItem[] = ['a2', 'a1'].map((id) => ({
  id,
  matchId: 'A',
  category: id.slice(1),
  currency,
}));
const match: Target = { kind: 'match', id: 'A', category: null };

/** [day, floor of a1, floor of a2]; undefined = not mentioned. */
type Row = readonly [day: number, a1?: number | null | undefined, a2?: number | null | undefined];

interface Case {
  readonly condition: Condition;
  readonly value: number;
  readonly bandBp?: number;
  readonly createdOn: number;
  readonly rows: readonly Row[];
}

/** @returns day, episode, value and collectible of each firing; `*` = already true at creation */
function play({ condition, value, bandBp = 0, createdOn, rows }: Case): string[] {
  const engine = createEngine();
  for (const item of items) engine.addCollectible(item);
  const rule = { id: 1, version: 1, currency, target: match, condition, value, bandBp };
  const read = ([onDay, a1, a2]: Row) => {
    const ticks = [
      { collectibleId: 'a1', floorCents: a1 },
      { collectibleId: 'a2', floorCents: a2 },
    ].flatMap(({ collectibleId, floorCents }) =>
      floorCents === undefined ? [] : [{ collectibleId, floorCents }],
    );
    return engine.apply({ observedAtMs: onDay * day, kind: 'changes', ticks }).firings;
  };
  const before = rows.filter(([onDay]) => onDay <= createdOn).flatMap(read);
  const created = engine.create(rule satisfies EngineThreshold, createdOn * day).firings;
  const after = rows.filter(([onDay]) => onDay > createdOn).flatMap(read);
  return [...before, ...created, ...after].map(
    (f) =>
      `${f.observedAtMs / day} #${f.episode} ${f.valueCents} ${f.collectibleId}${f.already ? '*' : ''}`,
  );
}

describe('the low window', () => {
  const low = { condition: 'low', value: 2, createdOn: 0 } as const;

  it('leaves out a value replaced exactly at its start', () => {
    // On day 3 the window starts on day 1, when 50 gave way to 90.
    const rows: Row[] = [
      [0, 50],
      [1, 90],
      [3, 60],
    ];
    expect(play({ ...low, rows })).toEqual(['3 #1 60 a1']);
  });

  it('counts the value that was in force at its start', () => {
    const rows: Row[] = [
      [0, 50],
      [1.5, 90],
      [3, 60],
    ];
    expect(play({ ...low, rows })).toEqual([]);
  });

  it('needs a first value exactly as old as itself, and no more', () => {
    expect(
      play({
        ...low,
        rows: [
          [1, 90],
          [3, 60],
        ],
      }),
    ).toEqual(['3 #1 60 a1']);
    expect(
      play({
        ...low,
        rows: [
          [1.01, 90],
          [3, 60],
        ],
      }),
    ).toEqual([]);
  });

  it('does not fire on a window in which nothing was listed', () => {
    const rows: Row[] = [
      [0, 90],
      [1, null],
      [4, 60],
      [5, 50],
    ];
    expect(play({ ...low, rows })).toEqual(['5 #1 50 a1']);
  });

  it('fires at creation only for a value that came at that instant', () => {
    const rows: Row[] = [
      [0, 90],
      [3, 60],
    ];
    expect(play({ ...low, createdOn: 3, rows })).toEqual(['3 #1 60 a1*']);
    expect(play({ ...low, createdOn: 3.5, rows })).toEqual([]);
  });

  it('re-arms from the fired value, by a band rounded up', () => {
    const rows: Row[] = [
      [0, 90],
      [3, 33],
      [4, 34],
      [5, 32],
      [6, 35],
      [9, 31],
    ];
    // 33 + ceil(33 · 5 %) = 35: on day 5 it is not armed yet.
    expect(play({ ...low, bandBp: 500, rows })).toEqual(['3 #1 33 a1', '9 #2 31 a1']);
  });
});

describe('a value that did not change', () => {
  it('re-arms nothing when another collectible of the match moves', () => {
    const rows: Row[] = [
      [0, 90],
      [1, 50],
      [2, undefined, 70],
      [3, 40],
    ];
    expect(play({ condition: 'below', value: 50, createdOn: 0, rows })).toEqual(['1 #1 50 a1']);
  });

  it('is still a change after none', () => {
    const rows: Row[] = [
      [0, 90],
      [1, 50],
      [2, null],
      [3, 50],
      [4, 40],
    ];
    const fired = play({ condition: 'below', value: 50, createdOn: 0, rows });
    expect(fired).toEqual(['1 #1 50 a1', '4 #2 40 a1']);
  });
});

describe('a change', () => {
  it('is measured from the base, so a slow fall fires too', () => {
    const rows: Row[] = [
      [0, 100],
      [1, 98],
      [2, 96],
      [3, 95],
      [4, 91],
      [5, 90],
    ];
    const fired = play({ condition: 'change', value: 500, createdOn: 0, rows });
    expect(fired).toEqual(['3 #1 95 a1', '5 #2 90 a1']);
  });

  it('takes the first value after none as its base when nothing was in force', () => {
    const rows: Row[] = [
      [0, 100],
      [1, null],
      [2, 50],
      [3, 51],
      [4, 53],
    ];
    expect(play({ condition: 'change', value: 500, createdOn: 1, rows })).toEqual(['4 #1 53 a1']);
  });

  it('stays exact at the largest price and percentage', () => {
    const rows: Row[] = [
      [0, 90_909_091],
      [1, 1_000_000_000],
      [2, 90_909_090],
      [3, 999_999_990],
    ];
    const fired = play({ condition: 'change', value: 100_000, createdOn: 0, rows });
    // 909 090 909 is one cent short of ten times 90 909 091; the base never moves.
    expect(fired).toEqual([]);
    const reached = play({
      condition: 'change',
      value: 100_000,
      createdOn: 2,
      rows: [
        [2, 90_909_090],
        [3, 999_999_990],
      ],
    });
    expect(reached).toEqual(['3 #1 999999990 a1']);
  });
});

it('names the lowest id when two collectibles share the value, whatever order they were added in', () => {
  const rows: Row[] = [
    [0, 90, 90],
    [1, 50, 50],
  ];
  expect(play({ condition: 'below', value: 50, createdOn: 0, rows })).toEqual(['1 #1 50 a1']);
});

describe('what a kick-off had closed goes on from its state', () => {
  const fired = { armed: false, base: null, episode: 3 };
  const armed = { armed: true, base: null, episode: 3 };

  it.each<[Condition, number, ThresholdState, number, ThresholdState, string[]]>([
    ['below', 100, fired, 90, fired, []],
    ['below', 100, fired, 120, armed, []],
    ['below', 100, armed, 120, armed, []],
    ['below', 100, armed, 90, { ...fired, episode: 4 }, ['#4 null *']],
    ['above', 100, fired, 120, fired, []],
    ['above', 100, armed, 120, { ...fired, episode: 4 }, ['#4 null *']],
    ['change', 500, { ...armed, base: 1_000 }, 1_045, { ...armed, base: 1_000 }, []],
    [
      'change',
      500,
      { ...armed, base: 1_000 },
      1_080,
      { armed: true, base: 1_080, episode: 4 },
      ['#4 1000 '],
    ],
    ['low', 30, { ...fired, base: 80 }, 81, { ...fired, base: 80 }, []],
  ])('%s %d from %o at %d', (condition, value, from, price, state, firings) => {
    const engine = createEngine();
    for (const item of items) engine.addCollectible(item);
    const tick = { collectibleId: 'a1', floorCents: price };
    engine.apply({ observedAtMs: day, kind: 'changes', ticks: [tick] });
    const rule = { id: 1, version: 2, currency, target: match, condition, value, bandBp: 300 };
    const created = engine.create(rule, 2 * day, from);
    expect(
      created.firings.map((f) => `#${f.episode} ${f.previousCents} ${f.already ? '*' : ''}`),
    ).toEqual(firings);
    expect(created.changes.at(-1)?.state ?? from).toEqual(state);
  });
});
