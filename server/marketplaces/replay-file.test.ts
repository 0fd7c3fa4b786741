import { expect, test } from 'vitest';
import { InvalidMarketFileError, parseCollectibles, parsePrices } from './replay-file.ts';

const prices = (...rows: string[]) =>
  parsePrices('p.csv', ['observed_at,collectible,floor_cents', ...rows, ''].join('\n'));

const at = (hour: number) => `2026-01-01T0${hour}:00:00Z`;

test.each<[string, string[], [hour: number, floors: Record<string, number | null>, string[]][]]>([
  [
    'rows of one instant form one reading, however it is written',
    [`${at(0)},a1,100`, '2026-01-01T01:00:00+01:00,a2,', `${at(1)},a1,90`],
    [
      [0, { a1: 100, a2: null }, []],
      [1, { a1: 90 }, []],
    ],
  ],
  [
    'an instant that appears again later is another reading',
    [`${at(0)},a1,100`, `${at(1)},a1,90`, `${at(0)},a2,80`],
    [
      [0, { a1: 100 }, []],
      [1, { a1: 90 }, []],
      [0, { a2: 80 }, []],
    ],
  ],
  [
    'a malformed row is counted in its reading and affects nothing else',
    [
      ...['tomorrow,a1,100', `${at(0)},a1,100`, `${at(0)},a1`, `${at(0)},"a1,100`],
      ...['2026-13-01T00:00:00Z,a1,100', `${at(0)},a2,200`],
    ],
    [[0, { a1: 100, a2: 200 }, ['time', 'row', 'row', 'time']]],
  ],
  [
    'what is malformed before the first reading or at the end is counted once',
    ['x', `${at(0)},a1,100`, `${at(1)},a1,90`, 'y'],
    [
      [0, { a1: 100 }, ['row']],
      [1, { a1: 90 }, ['row']],
    ],
  ],
  [
    'an empty line, the line ends of Windows and quotes are no errors',
    [`${at(0)},"a1","100"\r`, '', `${at(1)},a1,90`],
    [
      [0, { a1: 100 }, []],
      [1, { a1: 90 }, []],
    ],
  ],
])('%s', (_name, rows, expected) => {
  expect(prices(...rows)).toEqual(
    expected.map(([hour, floors, rejections]) => ({
      observedAt: at(hour),
      kind: 'changes',
      ticks: Object.entries(floors).map(([collectibleId, floorCents]) => ({
        collectibleId,
        floorCents,
      })),
      rejections,
    })),
  );
});

test.each(['0.5', '1e999', '-1', 'abc', '1 000', '+5', '0x10'])(
  'a floor written %s becomes NaN',
  (floor) => {
    const [reading] = prices(`2026-01-01T00:00:00Z,a1,${floor}`);
    expect(reading?.ticks[0]?.floorCents).toBeNaN();
  },
);

test('a file without the right header is refused in one sentence', () => {
  expect(() => parsePrices('p.csv', 'a,b,c\n')).toThrow(InvalidMarketFileError);
  expect(() => parsePrices('p.csv', '')).toThrow(/p\.csv debe empezar por la cabecera/);
  expect(() => parseCollectibles('c.csv', 'x')).toThrow(InvalidMarketFileError);
});

test('a collectible without an id, a match number or a category is left out; the last row of an id counts', () => {
  const parse = (...rows: string[]) =>
    parseCollectibles(
      'c.csv',
      ['collectible,match_number,city,category,rarity', ...rows].join('\n'),
    );
  const unusable = [
    ',13,Sevilla,1,Iconic',
    'a2,trece,Sevilla,1,Iconic',
    'a3,13,Sevilla,,Iconic',
    'a5,1234567,Vigo,2,',
  ];
  const rows = ['a4,13,Sevilla,1,Iconic', 'a4,14,"Vigo, Galicia",2,'];
  expect(parse(...unusable, ...rows)).toEqual([
    { id: 'a4', matchNumber: 14, city: 'Vigo, Galicia', category: '2', rarity: '' },
  ]);
  expect(() => parse(...unusable)).toThrow(InvalidMarketFileError);
});
