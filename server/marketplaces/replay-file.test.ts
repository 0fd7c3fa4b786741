import { expect, test } from 'vitest';
import { InvalidMarketFileError, parseCollectibles, parsePrices } from './replay-file.ts';

const prices = (...rows: string[]) =>
  parsePrices('p.csv', ['observed_at,collectible,floor_cents', ...rows, ''].join('\n'));

test('rows of one instant form one reading, however the instant is written', () => {
  const found = prices(
    '2026-01-01T00:00:00Z,a1,100',
    '2026-01-01T01:00:00+01:00,a2,',
    '2026-01-01T01:00:00Z,a1,90',
  );
  expect(found.map(({ ticks }) => ticks)).toEqual([
    [
      { collectibleId: 'a1', floorCents: 100 },
      { collectibleId: 'a2', floorCents: null },
    ],
    [{ collectibleId: 'a1', floorCents: 90 }],
  ]);
});

test('a malformed row is counted in its reading and affects nothing else', () => {
  const found = prices(
    'tomorrow,a1,100',
    '2026-01-01T00:00:00Z,a1,100',
    '2026-01-01T00:00:00Z,a1',
    '2026-01-01T00:00:00Z,"a1,100',
    '2026-13-01T00:00:00Z,a1,100',
    '2026-01-01T00:00:00Z,a2,200',
  );
  expect(found).toEqual([
    {
      observedAt: '2026-01-01T00:00:00Z',
      kind: 'changes',
      ticks: [
        { collectibleId: 'a1', floorCents: 100 },
        { collectibleId: 'a2', floorCents: 200 },
      ],
      rejections: ['time', 'row', 'row', 'time'],
    },
  ]);
});

test.each(['0.5', '1e999', '-1', 'abc', '1 000', '+5', '0x10'])(
  'a floor written %s becomes NaN',
  (floor) => {
    const [reading] = prices(`2026-01-01T00:00:00Z,a1,${floor}`);
    expect(reading?.ticks[0]?.floorCents).toBeNaN();
  },
);

test('an instant that appears again later is another reading', () => {
  const found = prices(
    '2026-01-01T00:00:00Z,a1,100',
    '2026-01-01T01:00:00Z,a1,90',
    '2026-01-01T00:00:00Z,a2,80',
  );
  expect(found.map(({ observedAt }) => observedAt)).toEqual([
    '2026-01-01T00:00:00Z',
    '2026-01-01T01:00:00Z',
    '2026-01-01T00:00:00Z',
  ]);
});

test('a file without the right header is refused in one sentence', () => {
  expect(() => parsePrices('p.csv', 'a,b,c\n')).toThrow(InvalidMarketFileError);
  expect(() => parsePrices('p.csv', '')).toThrow(/p\.csv debe empezar por la cabecera/);
  expect(() => parseCollectibles('c.csv', 'x')).toThrow(InvalidMarketFileError);
});

test('a collectible without an id, a match number or a category is left out, and no other', () => {
  const parse = (...rows: string[]) =>
    parseCollectibles(
      'c.csv',
      ['collectible,match_number,city,category,rarity', ...rows].join('\n'),
    );
  const unusable = [',13,Sevilla,1,Iconic', 'a2,trece,Sevilla,1,Iconic', 'a3,13,Sevilla,,Iconic'];
  expect(parse(...unusable, 'a4,13,Sevilla,1,')).toEqual([
    { id: 'a4', matchNumber: 13, city: 'Sevilla', category: '1', rarity: '' },
  ]);
  expect(() => parse(...unusable)).toThrow(InvalidMarketFileError);
});

test('what is malformed before the first reading or at the end is counted once', () => {
  const at = '2026-01-01T00:00:00Z';
  const found = prices('x', `${at},a1,100`, '2026-01-01T01:00:00Z,a1,90', 'y');
  expect(found.map(({ rejections }) => rejections)).toEqual([['row'], ['row']]);
});

test('an empty line, the line ends of Windows and quotes around a cell are no errors', () => {
  const found = prices('2026-01-01T00:00:00Z,"a1","100"\r', '', '2026-01-01T01:00:00Z,a1,90');
  expect(found.map(({ ticks, rejections }) => [ticks[0], rejections])).toEqual([
    [{ collectibleId: 'a1', floorCents: 100 }, []],
    [{ collectibleId: 'a1', floorCents: 90 }, []],
  ]);
});

test('a quoted collectible keeps its comma, and the last row of an id counts', () => {
  const rows = ['a1,13,"Vigo, Galicia",1,Iconic', 'a1,14,Vigo,2,', 'a2,1234567,Vigo,2,'];
  const header = 'collectible,match_number,city,category,rarity';
  expect(parseCollectibles('c.csv', [header, rows[0]].join('\n'))).toMatchObject([
    { city: 'Vigo, Galicia' },
  ]);
  expect(parseCollectibles('c.csv', [header, ...rows].join('\n'))).toEqual([
    { id: 'a1', matchNumber: 14, city: 'Vigo', category: '2', rarity: '' },
  ]);
});
