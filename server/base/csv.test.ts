/** CSV files: one column per plain field, quoted where needed, and no cell that a spreadsheet would run. */
import { expect, it } from 'vitest';
import { objectsToCsv, toCsv } from './csv.ts';

it('has a column for each plain field, and none for nested ones', () => {
  const rows = [
    { id: 'c1', floorCents: null, spark: [1, 2], team: { name: 'España' }, listings: 4 },
    { id: 'c2', floorCents: 9_000, spark: [], team: null, listings: 0 },
  ];
  expect(objectsToCsv(rows)).toBe('\uFEFFid;floorCents;listings\r\nc1;;4\r\nc2;9000;0\r\n');
});

it.each([
  ['=1+1', "'=1+1"],
  ['-1', "'-1"],
  [-1, '-1'],
  ['a;b', '"a;b"'],
  ['a\nb', '"a\nb"'],
  ['\ta', "'\ta"],
  ['gift;=1', `"gift;'=1"`],
  ['a;b=c', '"a;b=c"'],
  [true, 'true'],
  [null, ''],
])('writes %j as %s', (value, cell) => {
  expect(toCsv(['x'], [[value, 'b']])).toBe(`\uFEFFx\r\n${cell};b\r\n`);
});
